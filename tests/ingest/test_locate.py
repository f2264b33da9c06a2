"""A schema is found inside an installed package first, then beside the package of a checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.errors import InternalError
from ctxaudit.ingest.locate import schema_names, schema_path


def put(folder: Path, name: str = "trace-v1") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.schema.json"
    file.write_text("{}")
    return file


def test_the_schema_of_this_checkout_is_found() -> None:
    assert schema_path("trace-v1").is_file()
    assert "trace-v1" in schema_names()


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


def test_the_names_of_both_places_are_listed_once(tmp_path: Path) -> None:
    put(tmp_path / "schemas")
    put(tmp_path / "schemas", "config")
    put(tmp_path / "package" / "schemas")
    assert schema_names(tmp_path / "package") == ["config", "trace-v1"]
