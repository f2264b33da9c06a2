"""What is a token of which class, and what only looks like one."""

import pytest

from ctxaudit.verbatim import extract_one, reading
from tests.verbatim.reading_aloud import said, spelled, tokens


@pytest.mark.parametrize(
    ("kind", "text", "spelling"),
    [
        ("url", "Mirror at HTTPS://Pier.example.org/tide?h=4, says the log.", "HTTPS://Pier.example.org/tide?h=4"),
        ("url", "(see ftp://pier.example.org/a_(b))", "ftp://pier.example.org/a_(b)"),
        ("uuid", "berth 0d9c4e1a-77b2-4f08-9b1e-5a6c7d8e9f01 is free", "0d9c4e1a-77b2-4f08-9b1e-5a6c7d8e9f01"),
        ("file-line", "broke in harbour/crane.rs:41-44 today", "harbour/crane.rs:41-44"),
        ("file-line", "harbour/crane.rs#L41 is the spot", "harbour/crane.rs#L41"),
        ("file-line", "harbour/Crane.cs(41,9): warning", "harbour/Crane.cs(41"),
        ("file-line", 'File "/opt/tide table/x.py", line 12, in main', 'File "/opt/tide table/x.py", line 12'),
        ("path", "edit harbour/crane.rs please", "harbour/crane.rs"),
        ("path", "ls /opt/harbour", "/opt/harbour"),
        ("path", "ls ~/harbour", "~/harbour"),
        ("path", "src/crane/arm holds it", "src/crane/arm"),
        ("path", "tests/crane_arm holds it", "tests/crane_arm"),
        ("path", "npm add @quay/crane", "@quay/crane"),
        ("path", "quay/crane/arm-2 holds it", "quay/crane/arm-2"),
        ("path", "D:\\quay\\crane.txt is open", "D:\\quay\\crane.txt"),
        ("path", "Makefile.am and mooring.toml.", "mooring.toml"),
        ("address", "dial 192.168.7.9 now", "192.168.7.9"),
        ("address", "the net 192.168.0.0/16 is ours", "192.168.0.0/16"),
        ("address", "dial 127.0.0.1:9000 now", "127.0.0.1:9000"),
        ("address", "dial pier.example.org:6001 now", "pier.example.org:6001"),
        ("address", "open 6001/udp there", "6001/udp"),
        ("address", "nic 0c:4d:e9:aa:01:7f is up", "0c:4d:e9:aa:01:7f"),
        ("address", "host 2001:db8::8a2e:370 is up", "2001:db8::8a2e:370"),
        ("code", "gave HARB-2207 again", "HARB-2207"),
        ("code", "gave TS7031 again", "TS7031"),
        ("code", "closes #881 at last", "#881"),
        ("code", "flag 0xBEEF is set", "0xBEEF"),
        ("code", "failed with ECONNREFUSED.", "ECONNREFUSED"),
        ("code", "killed by SIGTERM.", "SIGTERM"),
        ("hex-id", "picked 4be91d07 over", "4be91d07"),
        ("hex-id", "picked 4BE91D07 over", "4BE91D07"),
        ("version", "crane 3.0.12 is out", "3.0.12"),
        ("version", "crane v3.1 is out", "v3.1"),
        ("version", "crane 3.0.12-beta.2+b7 is out", "3.0.12-beta.2+b7"),
        ("api-name", "call crane.lift_arm() twice", "crane.lift_arm()"),
        ("api-name", "call crane::arm->raise twice", "crane::arm->raise"),
        ("api-name", "set MOORING_LIMIT first", "MOORING_LIMIT"),
        ("api-name", "a __contains__ of its own", "__contains__"),
        ("api-name", "then raiseArm() is called", "raiseArm()"),
        ("api-name", "the `CraneArm` class", "CraneArm"),
        ("api-name", "reads harbour.env twice", "harbour.env"),
        ("quoted", "type `tide --next` there", "tide --next"),
        ("quoted", 'it prints "berth 7 taken" there', "berth 7 taken"),
        ("quoted", 'it prints "x-tide-id" there', "x-tide-id"),
    ],
)
def test_an_identifier_is_a_token_of_its_class(kind: str, text: str, spelling: str) -> None:
    assert spelled(kind, text) == [spelling]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("url", "an empty http://a is nothing"),
        ("uuid", "the nil 00000000-0000-0000-0000-000000000000"),
        ("uuid", "a filler 11112222-1111-2222-1111-222211112222"),
        ("file-line", "redis:6379 or row:88"),
        ("file-line", "harbour/crane.unknown:41"),
        ("path", "and/or, either/or, on/off"),
        ("path", "audio/ogg and multipart/form-data"),
        ("path", "it runs at km/h or req/min"),
        ("path", "on 3/4 or 12/31/12 of it"),
        ("path", "Vue.js, Ember.js and socket.js"),
        ("path", "x.c is short"),
        ("path", "ls /opt"),
        ("path", "client/server and build/run"),
        ("path", "he or she/they/them said"),
        ("path", "error:\\nbad\\nworse"),
        ("path", "reads harbour.env twice"),
        ("address", "bare 127.0.0.1, 0.0.0.0 and 1.2.3.4"),
        ("address", "no quad 300.1.2.3"),
        ("address", "at 12:30:45 or 01:02:03:04:05:06"),
        ("address", "cafe:babe:face are words"),
        ("address", "a1::b2::c3 is none"),
        ("address", "word:6379 has no dot"),
        ("code", "UTF-16, SHA-512, ISO-8601, RFC-2119, HTTP-404"),
        ("code", "SHA256 and X86-64"),
        ("code", "an entity &#8217; in HTML"),
        ("code", "colour #336699"),
        ("code", "EVERYTHING and SIGNAL"),
        ("hex-id", "defaced facades accede"),
        ("hex-id", "1234567 is decimal"),
        ("hex-id", "12345678a has one letter at the end"),
        ("hex-id", "1234567e8 is a float"),
        ("hex-id", "aaaa1111 repeats itself"),
        ("hex-id", "4be91D07 has two cases"),
        ("version", "on 2024.05.06 or 3.1"),
        ("api-name", "It ended.Then it began."),
        ("api-name", "a.b.c and self.x"),
        ("api-name", "__init__ and _private and a_1"),
        ("api-name", "CraneArm without ticks"),
        ("quoted", "the `main` and the `tide` words"),
        ("quoted", "some `12345` digits"),
        ("quoted", "one `read-only` pair"),
        ("quoted", "three `abc` letters, `a.b`"),
        ("quoted", 'he said "quite so" and "perhaps not"'),
        ("quoted", "a whole `harbour/crane.rs` path"),
        ("quoted", "a whole `crane.lift_arm()` name"),
        ("quoted", 'a whole "low_water" name'),
        ("quoted", '```\nx = "berth 7"\n```'),
        ("quoted", '```\nx = "berth 7" without end'),
        ("quoted", 'File "/opt/x1.py", line 12'),
    ],
)
def test_what_only_looks_like_an_identifier_is_none(kind: str, text: str) -> None:
    assert spelled(kind, text) == []


def test_plain_prose_holds_no_token() -> None:
    assert said("We talked about the harbour, e.g. its two old cranes, and/or the new one. Nothing came of it.") == []


def test_the_quoted_class_is_read_in_prose_only() -> None:
    assert said("type `tide --next` there", prose=False) == []


def test_camel_case_in_ticks_is_read_in_prose_only() -> None:
    assert said("the `CraneArm` class", prose=False) == []


def test_a_ticked_camel_case_name_is_not_quoted_too() -> None:
    assert said("the `CraneArm` class") == [("api-name", "CraneArm")]


def test_what_is_inside_a_url_is_no_token_of_its_own() -> None:
    assert said("https://pier.example.org/blob/4be91d07/src/arm.py:12") == [
        ("url", "https://pier.example.org/blob/4be91d07/src/arm.py:12")
    ]


def test_what_is_inside_a_uuid_is_no_hex_id() -> None:
    assert [kind for kind, _ in said("0d9c4e1a-77b2-4f08-9b1e-5a6c7d8e9f01")] == ["uuid"]


def test_the_path_of_a_file_line_is_no_token_of_its_own() -> None:
    assert [kind for kind, _ in said("harbour/crane.rs:41")] == ["file-line"]


def test_a_path_after_a_colon_has_no_drive() -> None:
    assert spelled("path", "workdir:/opt/harbour/arm") == ["/opt/harbour/arm"]


def test_letters_other_than_ascii_end_a_token() -> None:
    assert spelled("hex-id", "é4be91d07ü") == ["4be91d07"]


def test_tokens_come_in_the_order_of_first_place() -> None:
    text = "#881 then crane 3.0.12, harbour/crane.rs, port 6001, https://pier.example.org/x, #881 and `tide --next`"
    assert [kind for kind, _ in said(text)] == ["code", "version", "path", "number", "url", "quoted"]


def test_each_spelling_comes_once() -> None:
    assert said("4be91d07 and 4be91d07 and 4be91d07") == [("hex-id", "4be91d07")]


def test_two_spellings_of_one_canonical_form_both_come() -> None:
    assert [token.canonical for token in tokens("4be91d07 and 4BE91D07")] == ["4be91d07", "4be91d07"]


def test_of_two_tokens_at_one_place_the_longer_is_first() -> None:
    assert [kind for kind, _ in said('"port 6001 is open"')] == ["quoted", "number"]


def test_unbalanced_brackets_and_punctuation_leave_the_end_of_a_url() -> None:
    assert spelled("url", "(at http://pier.example.org/a).") == ["http://pier.example.org/a"]


def test_a_double_quote_around_a_ticked_span_does_not_pair_with_the_next() -> None:
    assert spelled("quoted", 'says "the `tide --next` way" and "berth 7 taken"') == ["tide --next", "berth 7 taken"]


def test_dots_and_dashes_leave_the_ends_of_a_path() -> None:
    assert spelled("path", "see .../harbour/crane.rs... and --harbour/arm.py-") == [
        "/harbour/crane.rs",
        "harbour/arm.py",
    ]


def test_a_run_of_thousands_of_characters_is_no_token() -> None:
    assert said("/opt/" + "a1/" * 3000) == []


def test_a_port_with_its_protocol_in_capitals_is_the_same_address() -> None:
    texts = (f"listening at 8443/{protocol} now" for protocol in ("tcp", "TCP"))
    found = [extract_one(reading(text, arguments=False, prose=True)) for text in texts]
    assert [[token.canonical for token in tokens if token.kind == "address"] for tokens in found] == [["8443/tcp"]] * 2
