"""Finds and reads the configuration file: the one that was named, else the nearest one from here upwards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ctxaudit.config import PYPROJECT, Config, has_section, read_config
from ctxaudit.errors import UsageError

OWN = "ctxaudit.toml"


def configuration(named: str | None) -> Config:
    """What the file says, or an empty configuration where there is none. A named file must be there."""
    from ctxaudit.model import GROUPS
    from ctxaudit.rules import load_rules

    found = (named, _text(Path(named))) if named is not None else _nearest(Path.cwd())
    if found is None:
        return Config()
    config = read_config(found[1], found[0], rules=sorted(load_rules()), groups=GROUPS)
    if config.baseline is None:
        return config
    return replace(config, baseline=str(Path(found[0]).parent / config.baseline))


def _nearest(start: Path) -> tuple[str, str] | None:
    """The first ctxaudit.toml, or pyproject.toml with a section for it, with its path as seen from the start."""
    prefix = ""
    for folder in (start, *start.parents):
        if (folder / OWN).is_file():
            return f"{prefix}{OWN}", _text(folder / OWN)
        if (folder / PYPROJECT).is_file():
            text = _text(folder / PYPROJECT)
            if has_section(text, f"{prefix}{PYPROJECT}"):
                return f"{prefix}{PYPROJECT}", text
        prefix += "../"
    return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read the configuration {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"the configuration {path} is not UTF-8") from error
