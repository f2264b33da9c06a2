"""Who may import whom. A module that is not in the tables fails, so a new one is placed on purpose."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "ctxaudit"

OURS: dict[str, set[str]] = {
    "_version": set(),
    "stored": set(),
    "packed": {"stored"},
    "model": {"packed"},
    "errors": set(),
    "verbatim": {"packed"},
    "falsifiers": set(),
    "pauses": set(),
    "ingest": {"model", "errors"},
    "importers": {"model", "errors", "ingest", "pauses", "packed", "stored"},
    "timeline": {"model", "packed"},
    "conditions": {"model", "timeline"},
    "sourcing": {"model", "timeline", "verbatim", "falsifiers", "packed"},
    "case": {"timeline", "sourcing"},
    "rules": {"model", "errors", "case", "timeline", "verbatim", "falsifiers", "sourcing", "packed"},
    "fingerprints": {"model", "verbatim"},
    "suppress": {"model", "timeline", "verbatim"},
    "picture": {"model", "case", "timeline", "sourcing", "verbatim", "secrets"},
    "auditing": {
        "model",
        "timeline",
        "case",
        "conditions",
        "rules",
        "sourcing",
        "fingerprints",
        "suppress",
        "picture",
        "pauses",
    },
    "ruledocs": {"model", "rules"},
    "why": {"model", "case", "timeline", "sourcing", "verbatim", "secrets"},
    "windows": {"model", "errors", "timeline", "secrets"},
    "config": {"model", "errors"},
    "baseline": {"model", "errors"},
    "allowances": {"model", "config", "suppress"},
    "reports": {"model", "errors", "_version", "why", "windows"},
    "secrets": {"model"},
    "redact": {"model"},
    "pytest_plugin": {"model", "errors", "_version", "corpus", "rules", "reports", "secrets"},
    "recording": {"model", "errors", "ingest", "timeline", "case", "rules"},
    "corpus": {"_version", "model", "errors", "auditing", "importers", "ingest", "rules", "ruledocs"},
}
THIRD_PARTY: dict[str, set[str]] = {
    "ingest": {"orjson", "jsonschema_rs", "jsonschema", "zstandard", "fsspec"},
    "importers": {"orjson", "zstandard"},
    "verbatim": {"ahocorasick_rs", "polars", "orjson", "rapidfuzz"},
    "falsifiers": {"polars"},
    "sourcing": {"polars"},
    "why": {"rapidfuzz"},
    "reports": {"rich", "orjson", "jinja2", "markupsafe", "polars"},
    "corpus": {"polars", "ray"},
    "secrets": {"polars"},
    "recording": {"orjson"},
    "pytest_plugin": {"pytest"},
    "cli": {"typer"},
}
TOLD_BY_MODULE = ("corpus", "ingest", "sourcing", "timeline", "verbatim")
HEAVY = {
    "ahocorasick_rs",
    "polars",
    "ray",
    "jsonschema",
    "jsonschema_rs",
    "rich",
    "rapidfuzz",
    "zstandard",
    "jinja2",
    "markupsafe",
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(node: ast.AST) -> Iterator[str]:
    """Absolute names imported below a node, at module level or inside functions."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Import):
            yield from (alias.name for alias in inner.names)
        elif isinstance(inner, ast.ImportFrom):
            assert inner.level == 0, "relative imports hide who imports whom"
            assert inner.module is not None
            if inner.module == "ctxaudit":
                yield from (f"ctxaudit.{alias.name}" for alias in inner.names)
            else:
                yield inner.module


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_the_parts_that_the_table_allows(path: Path) -> None:
    part = part_of(path)
    if part in ("cli", "__init__", "__main__"):
        return
    assert part in OURS, f"place {part} in the table"
    used = {name.split(".")[1] for name in imports(tree(path)) if name.startswith("ctxaudit.")}
    assert used - {part} <= OURS[part]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_the_libraries_that_the_table_allows(path: Path) -> None:
    used = {name.split(".")[0] for name in imports(tree(path))} - set(sys.stdlib_module_names) - {"ctxaudit"}
    assert used <= THIRD_PARTY.get(part_of(path), set())


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_heavy_libraries_are_imported_where_they_are_needed_not_at_start_up(path: Path) -> None:
    at_start = [statement for statement in tree(path).body if isinstance(statement, ast.Import | ast.ImportFrom)]
    names = {name.split(".")[0] for statement in at_start for name in imports(statement)}
    assert not names & HEAVY


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_file_stays_within_four_hundred_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_so_do_those_of_the_tests_the_benchmarks_and_the_tools() -> None:
    files = [path for folder in ("tests", "benchmarks", "tools") for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 100
    assert [path.name for path in files if len(path.read_text(encoding="utf-8").splitlines()) > 400] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_says_what_it_is_responsible_for(path: Path) -> None:
    assert ast.get_docstring(tree(path))


def test_nothing_below_the_command_line_prints_or_opens_files_outside_ingest() -> None:
    offenders = [
        f"{path.name}:{node.lineno}"
        for path in MODULES
        if part_of(path) not in ("cli", "ingest")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "open")
    ]
    assert offenders == []


def test_the_rules_never_import_one_another() -> None:
    offenders = [
        path.name
        for path in (PACKAGE / "rules").glob("*.py")
        for name in imports(tree(path))
        if name.startswith("ctxaudit.rules.") and not name.split(".")[2].startswith("_")
    ]
    assert offenders == []


def test_only_the_fences_catch_everything() -> None:
    """Around a rule, a file and the commands, and around file systems, which raise classes of their own."""
    fences = {
        str(path.relative_to(PACKAGE))
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ExceptHandler) and (node.type is None or ast.unparse(node.type) == "Exception")
    }
    assert fences == {"auditing.py", "cli/__init__.py", "corpus/one.py", "ingest/places.py"}


def test_the_page_on_the_design_tells_every_part_and_the_modules_of_the_large_ones() -> None:
    told = set(re.findall(r"`([a-z0-9_]+)`", (ROOT / "docs" / "design.md").read_text(encoding="utf-8")))
    modules = {path.stem for part in TOLD_BY_MODULE for path in (PACKAGE / part).glob("*.py")}
    shared = {path.stem for part in ("rules", "importers") for path in (PACKAGE / part).glob("_[a-z]*")}
    assert (OURS.keys() | modules | shared) - {"__init__"} - told == set()
