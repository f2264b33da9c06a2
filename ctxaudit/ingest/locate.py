"""Where the published schemas lie: inside the installed package, else beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

from ctxaudit.errors import InternalError

_PACKAGE = Path(__file__).resolve().parents[1]


def schema_path(name: str, package: Path = _PACKAGE) -> Path:
    """The file of the schema of that name (`trace-v1`, without its ending)."""
    wanted = f"{name}.schema.json"
    for folder in (package / "schemas", package.parent / "schemas"):
        if (folder / wanted).is_file():
            return folder / wanted
    raise InternalError(f"the schema {wanted} is missing from the installation; looked in {package / 'schemas'}")
