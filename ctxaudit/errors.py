"""The three ways in which a command can end early: wrong usage, an input that cannot be audited, and a fault of ours.

What a trace got wrong is never an exception: it is a `Problem` or a `Finding`, with its line.
"""


class CtxauditError(Exception):
    """One sentence for the person at the terminal: what happened and what to do about it."""


class UsageError(CtxauditError):
    """The command line or the configuration asks for something that does not exist. Exit code 2."""


class InputError(CtxauditError):
    """A path that the user named cannot be audited: not found, unreadable, empty, unknown format or version. Exit 3."""

    def __init__(self, path: str, why: str, *, line: int | None = None) -> None:
        super().__init__(f"{path}:{line}: {why}" if line is not None else f"{path}: {why}")
        self.path = path
        self.why = why
        self.line = line


class InternalError(CtxauditError):
    """ctxaudit itself broke. Names the rule or the file, so that it can be reported. Exit 70."""
