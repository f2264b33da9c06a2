"""What looks like a token and is none: paths before stars, columns of listings, modes of files, encoded content.

And what is one, but without the letter of an escaped line break before it.
"""

from __future__ import annotations

import base64
import random

import pytest

from ctxaudit.verbatim import Reading, columns, extract, extract_one
from ctxaudit.verbatim.scan import scan


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


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("<tool-use-id>toolu_01Hfe4DD4vQQ</tool-use-id>", []),
        ("<tool-use-id>call_BLRxgEi8ASMJ</tool-use-id> HARB-2207", ["HARB-2207"]),
        ("<output-file>/srv/tide/b7.output</output-file>", ["/srv/tide/b7.output"]),
        ('<teammate-message teammate_id="winch_crew" color="green">', []),
        ('<teammate-message teammate_id="crew" summary="moored">HARB-2208', ["HARB-2208"]),
        ("call toolu_01Hfe4DD4vQQ failed", ["toolu_01Hfe4DD4vQQ"]),
        ('teammate_id="crew"', ["teammate_id"]),
        ("<tool-use-id>HARB-2207 and more</tool-use-id>", ["HARB-2207"]),
    ],
)
def test_ids_and_attributes_in_the_markup_of_a_host_are_none(line: str, kept: list[str]) -> None:
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


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (r"error:\nsrc/pool/winch.py:88 failed\tlib/b_c.py", ["src/pool/winch.py:88", "lib/b_c.py"]),
        (r"quay/crane.rs\nwinch.py\n\nhawser.toml", ["quay/crane.rs", "winch.py", "hawser.toml"]),
        (r"quay/crane.rs:12\r\nset_winch moored", ["quay/crane.rs:12", "set_winch"]),
        (r"moored.\nHARB-2207 is open...\n4be91d07aa", ["HARB-2207", "4be91d07aa"]),
        (r"[\"tide\",\nmax_hawsers]", ["max_hawsers"]),
        (r"}\n\ttimeout=30ms", ["timeout=30ms"]),
        (r"moor()\nget_winch()", ["get_winch()"]),
        (r"moored\nhttps://pier.example.org/a_b", ["https://pier.example.org/a_b"]),
        (r"moored\n/srv/harbour/crane.rs", ["/srv/harbour/crane.rs"]),
        (r"crane.rs\\nharbour/winch.py", ["crane.rs", "harbour/winch.py"]),
        (r"moored\\\\ttide/winch.py", ["tide/winch.py"]),
    ],
)
def test_the_letter_of_an_escaped_line_break_or_tab_is_no_part_of_a_token(line: str, kept: list[str]) -> None:
    assert texts(line) == kept


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (r"C:\new\table.py", [r"C:\new\table.py"]),
        (r"see C:\new\table.py, C:\tide\readings.md", [r"C:\new\table.py", r"C:\tide\readings.md"]),
        (r"C:\work\tide/readings/table.py", [r"C:\work\tide", "/readings/table.py"]),
        (r"C:\\new\\table.py", ["table.py"]),
        (r"C:\Program Files (x86)\nodes\table.py", ["table.py"]),
        (r"quay\new\table.py", ["table.py"]),
        (r".\node_modules/tide/table.py", ["node_modules/tide/table.py"]),
        (r"run ..\tests/table_2.py", ["tests/table_2.py"]),
        (r"~\tides\rows.py", ["rows.py"]),
        (r"%TIDES%\new\table.py", ["table.py"]),
        (r"$\theta_maximum$ and \tau_harbour", ["theta_maximum", "tau_harbour"]),
    ],
)
def test_a_backslash_in_a_path_of_windows_is_no_escape(line: str, kept: list[str]) -> None:
    assert texts(line) == kept


@pytest.mark.parametrize("seed", range(6))
def test_columns_and_scan_agree_on_backslashes_of_all_kinds(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(columns, "_SCANNED_CHARACTERS", -1)
    rng = random.Random(seed)
    stock = [
        "\\",
        "\\n",
        "\\t",
        "\\\\r",
        "C:\\",
        "..\\",
        "~",
        "%A%",
        ".py",
        ":12",
        "quay/",
        "a_winch",
        '"',
        ")",
        " ",
        "://",
        "x",
    ]
    readings = [Reading("".join(rng.choices(stock, k=rng.randrange(12))), rng.random() < 0.5) for _ in range(300)]
    assert extract(readings) == [scan(reading.text, prose=reading.prose) for reading in readings]
