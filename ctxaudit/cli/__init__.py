"""The command line: reads the arguments, calls the pipeline, prints, and ends with the contract's exit code."""

from __future__ import annotations

import os
import sys

from ctxaudit._version import __version__
from ctxaudit.cli.streams import settle

USAGE, UNAUDITED, BROKE = 2, 3, 70
_LONGEST_MESSAGE = 1500
_GIVE_BACK = "dirty_decay_ms:0,muzzy_decay_ms:0"  # what the columns' allocator does with memory that is free again


def main() -> None:
    """Entry point of the `ctxaudit` command. Never ends in a traceback unless CTXAUDIT_TRACEBACK is set."""
    settle()
    os.environ.setdefault("_RJEM_MALLOC_CONF", _GIVE_BACK)  # before the columns are loaded; else it keeps what it had
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"ctxaudit {__version__}")
        return
    sys.exit(_fenced())


def _fenced() -> int:
    """Runs the command and gives its exit code; each way to fail has one of its own."""
    from ctxaudit.cli.app import application_for
    from ctxaudit.cli.plain import EscapedError
    from ctxaudit.errors import InputError, InternalError, UsageError

    try:
        application_for(sys.argv[1:])(prog_name="ctxaudit")
    except UsageError as error:
        return _end(f"ctxaudit: {error}", USAGE)
    except InputError as error:
        return _end(f"ctxaudit: {error}", UNAUDITED)
    except InternalError as error:
        return _end(f"ctxaudit: internal error: {error}", BROKE)
    except Exception as error:  # noqa: BLE001 - the fence around the commands: a crash must not look like a finding
        return _unexpected(error.__cause__ or error if isinstance(error, EscapedError) else error)
    return 0


def _unexpected(error: BaseException) -> int:
    if os.environ.get("CTXAUDIT_TRACEBACK"):
        raise error
    return _end(
        f"ctxaudit: internal error: {type(error).__name__}: {error} ({_innermost(error)}). "
        "This is a fault of ctxaudit, not of the trace. Please report it, with the command and what it prints when "
        "CTXAUDIT_TRACEBACK=1 is set.",
        BROKE,
    )


def _innermost(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "unknown place"
    return f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"


def _end(message: str, code: int) -> int:
    """Says it in one line: the words of a file or of its name are in it, and must not act on the terminal."""
    from ctxaudit.reports import safe
    from ctxaudit.secrets import masked

    print(safe.name(masked(message), _LONGEST_MESSAGE), file=sys.stderr, flush=True)
    return code
