"""The version of this distribution, read by the build and printed by `--version`."""

__version__ = "0.1.0"
