"""Values of the command line that need no reading: what was not given, and text for an option that takes text.

typer asks a validation library whether a string is a string. Loading it costs more than the audit of a small file, so
it is asked for numbers only, and for whatever is wrong. And errors of a command that typer would take for its own.
"""

from __future__ import annotations

from typing import Any, Protocol

from typer.core import TyperCommand, TyperGroup


class _Parameter(Protocol):
    """What there is of a parameter in every version of typer."""

    required: bool
    multiple: bool
    nargs: int
    callback: Any

    def process_value(self, ctx: Any, value: Any) -> Any: ...


class EscapedError(Exception):
    """Brings its cause past typer, which takes the end of a file for a user who gave up, and both for exit code 1."""


class PlainCommand(TyperCommand):
    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (EOFError, BrokenPipeError) as error:
            raise EscapedError from error

    def get_params(self, ctx: Any) -> list[Any]:
        return _eased(super().get_params(ctx))


class PlainGroup(TyperGroup):
    def get_params(self, ctx: Any) -> list[Any]:
        return _eased(super().get_params(ctx))


def _eased(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        own = vars(parameter)
        if "process_value" not in own:
            own["process_value"] = _reader(parameter)
    return parameters


def _reader(parameter: _Parameter) -> Any:
    """As the parameter itself reads a value, but that plain ones are taken as they are."""
    read = parameter.process_value
    many = getattr(parameter, "multiple", False) or parameter.nargs == -1
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)

    def process_value(ctx: Any, value: Any) -> Any:
        if value is None and not parameter.required:
            taken: Any = () if many else None
        elif kind is str and isinstance(value, str):
            taken = value
        elif kind == list[str] and isinstance(value, tuple) and value and all(isinstance(one, str) for one in value):
            taken = list(value)
        else:
            return read(ctx, value)
        return taken if parameter.callback is None else parameter.callback(ctx, parameter, taken)

    return process_value
