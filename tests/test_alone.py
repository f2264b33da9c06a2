"""Every folder of tests can be collected alone: no module of the tests needs one that needs it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.fixtures import ROOT


def needs(folder: Path) -> dict[str, set[str]]:
    """By module of the package that the folder is: the modules of it that are loaded before it can be."""
    found = {name_of(path, folder): path for path in folder.rglob("*.py")}
    return {
        name: {needed for asked in asked_by(path) for needed in loaded_for(asked, found)} - {name}
        for name, path in found.items()
    }


def name_of(path: Path, folder: Path) -> str:
    return ".".join(path.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__")


def asked_by(path: Path) -> list[str]:
    """What stands at the top of the module: names that are loaded while it is."""
    asked: list[str] = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            asked += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            asked += [alias.name for alias in node.names]
    return asked


def loaded_for(name: str, found: Mapping[str, Path]) -> list[str]:
    """The module, if it is one, and the packages around it."""
    parts = name.split(".")
    return [whole for at in range(len(parts)) if (whole := ".".join(parts[: at + 1])) in found]


def ring(graph: Mapping[str, set[str]], package: str) -> list[str]:
    """Modules that need each other, if there are any. A package's own modules may need what the package is."""
    without = {
        name: needed - {around for around in needed if name.startswith(f"{around}.")} for name, needed in graph.items()
    }
    try:
        TopologicalSorter(without).prepare()
    except CycleError as error:
        return list(error.args[1])
    assert package in graph
    return []


@pytest.mark.parametrize("package", ["tests", "benchmarks"])
def test_no_two_modules_need_each_other(package: str) -> None:
    assert ring(needs(ROOT / package), package) == []


def test_two_modules_that_need_each_other_would_be_found(tmp_path: Path) -> None:
    """By way of a package: `made.one` loads `made.deep`, which loads `made.deep.two`, which needs `made.one`."""
    (tmp_path / "made" / "deep").mkdir(parents=True)
    for name, text in {
        "__init__.py": "",
        "one.py": "from made.deep.three import x\n",
        "deep/__init__.py": "import made.deep.two\n",
        "deep/two.py": "from made import one\n",
        "deep/three.py": "x = 1\n",
    }.items():
        (tmp_path / "made" / name).write_text(text)
    assert {"made.one", "made.deep", "made.deep.two"} == set(ring(needs(tmp_path / "made"), "made"))
    (tmp_path / "made" / "deep" / "two.py").write_text("def late():\n    from made import one\n    return one\n")
    assert ring(needs(tmp_path / "made"), "made") == []
