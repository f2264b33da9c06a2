"""Bytes to traces: the only package, beside the command line, that opens files."""
