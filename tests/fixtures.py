"""Where the fixtures are, and what their names promise."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
TRACES = ROOT / "fixtures" / "traces"
OTHER_FOLDERS = {"stories", "clean", "broken", "hostile", "importers"}


def rule_fixtures() -> list[tuple[str, Path]]:
    """(slug, file) of each trace that a rule must fire on, or stay quiet on."""
    folders = sorted(path for path in TRACES.iterdir() if path.is_dir() and path.name not in OTHER_FOLDERS)
    return [(folder.name, path) for folder in folders for path in sorted(folder.glob("*.jsonl"))]


def readable() -> list[Path]:
    """Every fixture that must be readable as a trace: all but the broken ones."""
    return sorted(path for path in TRACES.rglob("*.jsonl") if "broken" not in path.relative_to(TRACES).parts)


def shown(path: Path) -> str:
    return str(path.relative_to(TRACES))
