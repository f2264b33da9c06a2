"""One spelling per thing."""

import pytest

from ctxaudit.verbatim import fold_space
from ctxaudit.verbatim.canonical import canonical, host_and_port, is_generic, split_line, unquoted, url_port


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("url", "HTTP://Pier.Example.org/A%20b/", "http://pier.example.org/A b"),
        ("url", "mailbox://x", "mailbox://x"),
        ("uuid", "0D9C4E1A-77B2-4F08-9B1E-5A6C7D8E9F01", "0d9c4e1a-77b2-4f08-9b1e-5a6c7d8e9f01"),
        ("hex-id", "4BE91D07", "4be91d07"),
        ("address", "Pier.Example.org:6001", "pier.example.org:6001"),
        ("version", "V3.0.12-RC1", "3.0.12-rc1"),
        ("file-line", "./harbour//crane.rs:41:7", "harbour/crane.rs:41"),
        ("file-line", "harbour/crane.rs#L41-L44", "harbour/crane.rs:41"),
        ("file-line", "Crane.cs(41", "Crane.cs:41"),
        ("file-line", 'File "/opt/x.py", line 12', "/opt/x.py:12"),
        ("path", "./././a%20b//c/", "a b/c"),
        ("path", "D:\\quay\\crane.txt", "D:/quay/crane.txt"),
        ("path", "/", "/"),
        ("code", "HARB-2207", "HARB-2207"),
        ("code", "0X00BeEF", "0xbeef"),
        ("code", "0x00", "0x0"),
        ("api-name", "crane::arm->raise()", "crane.arm.raise"),
        ("quoted", "tide \t --next", "tide --next"),
        ("quoted", "'tide --next'", "tide --next"),
    ],
)
def test_the_canonical_form(kind: str, text: str, expected: str) -> None:
    assert canonical(kind, text) == expected


def test_canonical_forms_are_their_own_canonical_forms() -> None:
    for kind, text in [("path", "./a%20b/"), ("version", "v1.2.3"), ("url", "HTTP://A.b/c/"), ("code", "0X00A1")]:
        once = canonical(kind, text)
        assert canonical(kind, once) == once


def test_quotes_come_off_in_pairs_only() -> None:
    assert [unquoted(text) for text in ("'a'", '"`a`"', "'a", "a'", "'", " a ")] == ["a", "a", "'a", "a'", "'", "a"]


def test_white_space_folds_to_single_spaces() -> None:
    assert fold_space(" a\t\n b ") == "a b"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("pier.example.org:6001", ("pier.example.org", "6001")),
        ("localhost:06001", ("localhost", "6001")),
        ("6001/udp", ("", "6001")),
        ("10.0.0.0/8", ("", "")),
        ("10.0.0.9", ("", "")),
        ("2001:db8::8a2e:370", ("", "")),
    ],
)
def test_host_and_port_of_an_address(address: str, expected: tuple[str, str]) -> None:
    assert host_and_port(address) == expected


@pytest.mark.parametrize(
    ("url", "port"),
    [
        ("http://a.example:6001/x", "6001"),
        ("http://a.example:6001", "6001"),
        ("http://u:7001@a.example/x", ""),
        ("http://a.example/x:6001", ""),
        ("http://a.example", ""),
    ],
)
def test_the_port_of_a_url_is_the_one_of_its_host(url: str, port: str) -> None:
    assert url_port(url) == port


def test_a_file_line_splits_at_its_last_colon() -> None:
    assert split_line("C:/a.rs:41") == ("C:/a.rs", "41")


def test_generic_file_names_are_generic_in_any_case() -> None:
    assert [name for name in ("README.md", "__init__.py", "Makefile", "mooring.py") if not is_generic(name)] == [
        "mooring.py"
    ]
