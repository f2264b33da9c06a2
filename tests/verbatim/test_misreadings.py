"""What looks like a token and is none: paths before stars, columns of listings, modes of files, encoded content."""

from __future__ import annotations

import base64
import random

import pytest

from ctxaudit.verbatim import Reading, extract, extract_one


def texts(line: str) -> list[str]:
    """The tokens of a line by the scan, which are those of the columns."""
    found = extract_one(Reading(line, prose=True))
    assert extract([Reading(line, prose=True), Reading("tide " * 3_000, prose=False)])[0] == found
    return [token.text for token in found]


@pytest.mark.parametrize(
    "line",
    [
        "ls /srv/app/logs/*.log",
        "rg -l crane tests/unit/test_*.py",
        "rm -r build/lib/**/cache_2/*",
        "copy ./assets/img_*/icons",
        "--include=harbour/quay_2/*",
        "(~/.tide/skills/arc_*/SKILL)",
        "src/pool_a/b*/c.py",
    ],
)
def test_the_path_before_the_star_of_a_glob_is_none(line: str) -> None:
    assert texts(line) == []


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("the **harbour/quay/crane.rs** file", ["harbour/quay/crane.rs"]),
        ("*harbour/quay/crane.rs*. And so on", ["harbour/quay/crane.rs"]),
        ("- **tests/unit/pool_2/**: slow", ["tests/unit/pool_2/"]),
        ("**`harbour/crane.rs`**", ["harbour/crane.rs"]),
        ("int a; /* set_winch */ b_c", ["set_winch"]),
        ("/*get_winch*/", ["get_winch"]),
        ("src/harbour/crane.rs * 2", ["src/harbour/crane.rs"]),
        ("ls harbour/*.rs harbour/crane.rs", ["harbour/crane.rs"]),
        ("see https://pier.example.org/a/*", ["https://pier.example.org/a/"]),
        ("a glob: `quay/**/*.rs`", ["quay/**/*.rs"]),
    ],
)
def test_emphasis_comments_and_what_stands_beside_a_glob_stay(line: str, kept: list[str]) -> None:
    assert texts(line) == kept


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("drwxr-xr-x 16 keeper staff 512 Jan 1 src", []),
        ("-rw-r--r--@ 12 keeper  staff  10612038 Nov 30 17:01 crane.rs", ["crane.rs"]),
        ("  lrwxrwxrwx+ 11 root root 20 Jan 1 a -> b", []),
        ("-rwsr-xr-x. 44 crates of it", []),
        ("44 crates of rwx", ["44 crates"]),
        ("mode rw-r--r-- for 44 crates", ["44 crates"]),
    ],
)
def test_the_links_of_a_listed_file_are_no_count(line: str, kept: list[str]) -> None:
    assert texts(line) == kept


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (" create mode 100644 docs", []),
        (" delete mode 100755 gradlew", []),
        ("mode change: mode=120000", []),
        ("100644 blob 4be91d07aa crane.rs", ["4be91d07aa", "crane.rs"]),
        ("160000 commit 4be91d07aa", ["4be91d07aa"]),
        ("100644 crates", ["100644 crates"]),
        ("port 100644", ["port 100644"]),
        ("mode: 4500", ["mode: 4500"]),
        ("100643 blob", ["100643 blob"]),
    ],
)
def test_the_mode_of_a_file_is_no_number(line: str, kept: list[str]) -> None:
    assert texts(line) == kept


@pytest.mark.parametrize("seed", range(20))
def test_base64_is_no_path(seed: int) -> None:
    content = random.Random(seed).randbytes(400)
    encoded = base64.b64encode(content).decode().replace("=", "")
    assert [token.text for token in extract_one(Reading(encoded, prose=False)) if token.kind == "path"] == []


@pytest.mark.parametrize(
    "path",
    [
        "src/components/VeryLongComponentNameForTheHarbourMaster2/AnotherLongName3Test",
        "objects/4b/e91d07aa31c5e2f90c3d7ab1142e85f60d2b",
        "/srv/HarbourMasterConfigurationEntryPointFactory/crane",
        "cache/ABCDEF1234567890ABCDEF1234567890ABCDEF12/x",
        "src/a1B2c3D4/crane.rs",
    ],
)
def test_paths_of_long_names_stay(path: str) -> None:
    assert texts(path) == [path]
