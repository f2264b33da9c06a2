"""A schema is found inside an installed package first, then beside the package of a checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.cli.schema import NAMES
from ctxaudit.errors import InternalError
from ctxaudit.ingest.locate import schema_path
from tests.fixtures import ROOT


def put(folder: Path, name: str = "trace-v1") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.schema.json"
    file.write_text("{}")
    return file


def test_the_schema_of_this_checkout_is_found() -> None:
    assert schema_path("trace-v1").is_file()


def test_a_schema_inside_the_package_comes_first(tmp_path: Path) -> None:
    put(tmp_path / "schemas")
    inside = put(tmp_path / "package" / "schemas")
    assert schema_path("trace-v1", tmp_path / "package") == inside


def test_a_schema_beside_the_package_comes_second(tmp_path: Path) -> None:
    beside = put(tmp_path / "schemas")
    assert schema_path("trace-v1", tmp_path / "package") == beside


def test_a_missing_schema_is_a_fault_of_the_installation(tmp_path: Path) -> None:
    with pytest.raises(InternalError, match=r"trace-v1\.schema\.json is missing"):
        schema_path("trace-v1", tmp_path / "package")


def test_every_published_schema_can_be_printed() -> None:
    published = [file.name.removesuffix(".schema.json") for file in (ROOT / "schemas").glob("*.schema.json")]
    assert sorted(NAMES) == sorted(published)
