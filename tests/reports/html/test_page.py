"""The page as a file: well formed, closed to the outside, whole without a script, and hostile text is text in it."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

import pytest

from ctxaudit.model import Unaudited
from tests.reports.html.made import Read, audited, gate, hostile, page, read
from tests.reports.made import altered, finding, report, trace, written
from tests.reports.poison import POISONS

LIVE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
ATTACKS = {
    **POISONS,
    "script": "</script></style><script>document.title='owned'</script>",
    "image": '<img src=x onerror="document.title=1">',
    "attribute": "\" autofocus onfocus='alert(1)' x=\"",
    "template": "{{ 7 * 7 }}{% include 'style.css' %}{# x #}",
    "comment": "--><!--<![CDATA[",
    "link": "javascript:alert(1)",
    "entity": "&lt;b&gt;&#60;script&#62;",
}
OURS = Read(written(hostile("x"), "html"))


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_text_adds_no_element_and_no_attribute(attack: str) -> None:
    shown = Read(written(hostile(ATTACKS[attack]), "html", verbose=True))
    assert {name for name, _ in shown.elements} <= {name for name, _ in OURS.elements}
    assert {key for _, found in shown.elements for key in found} <= {key for _, found in OURS.elements for key in found}


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_text_leaves_every_element_closed(attack: str) -> None:
    assert Read(written(hostile(ATTACKS[attack]), "html")).wrong == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_character_acts(attack: str) -> None:
    assert LIVE.findall(written(hostile(ATTACKS[attack]), "html")) == []


def test_hostile_text_can_be_read_as_it_stands() -> None:
    assert ATTACKS["image"] in Read(written(hostile(ATTACKS["image"]), "html")).text


@pytest.mark.parametrize("poison", ["x", " ", "\x1b", "a\n"])
def test_a_megabyte_in_every_field_gives_a_page_that_can_be_read(poison: str) -> None:
    assert len(written(hostile(poison * 1_000_000), "html")) < 400_000


def test_links_lead_into_the_page_and_every_one_arrives() -> None:
    shown = read(audited(gate()), audited(gate()))
    targets = [str(found["href"]) for name, found in shown.elements if name == "a"]
    anchors = {f"#{found['id']}" for _, found in shown.elements if found.get("id")}
    assert targets
    assert set(targets) <= anchors


def test_no_two_elements_have_one_id() -> None:
    shown = read(audited(gate()), audited(gate()), trace(altered(), finding(confidence="low")))
    ids = [found["id"] for _, found in shown.elements if found.get("id")]
    assert len(ids) == len(set(ids))


def test_nothing_is_loaded() -> None:
    shown = read(audited(gate()))
    loading = [(name, key) for name, found in shown.elements for key in found if key in ("src", "srcset", "action")]
    assert (loading, "url(" in shown.raw["style"], "@import" in shown.raw["style"]) == ([], False, False)


def test_the_policy_allows_the_one_style_and_the_one_script_by_their_hashes() -> None:
    shown = read(audited(gate()))
    [policy] = [found["content"] for name, found in shown.elements if found.get("http-equiv")]
    hashes = [b64encode(sha256(shown.raw[kind].encode()).digest()).decode() for kind in ("style", "script")]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def test_no_style_and_no_handler_stands_in_an_attribute() -> None:
    keys = {key for _, found in read(audited(gate())).elements for key in found}
    assert [key for key in keys if key == "style" or key.startswith("on")] == []


def test_the_title_says_what_was_found_and_where() -> None:
    assert "ctxaudit: 1 error, 1 warning: run.jsonl" in read(trace(altered(), finding())).text


def test_a_page_without_findings_says_so() -> None:
    shown = read(trace())
    assert "No findings: run.jsonl" in shown.text
    assert "No findings." in shown.text


def test_a_page_without_traces_says_that_nothing_was_audited() -> None:
    assert "Nothing was audited" in Read(written(report(), "html")).text


def test_a_trace_without_edits_says_that_there_was_little_to_look_at() -> None:
    assert "No edit is on record" in read(trace(edits={})).text


def test_what_could_not_be_audited_comes_before_the_traces() -> None:
    made = report(trace(), unaudited=(Unaudited(path="gone.jsonl", why="there is no such file"),))
    text = Read(written(made, "html")).text
    assert text.index("gone.jsonl") < text.index("run.jsonl", text.index("gone.jsonl"))


def test_findings_less_sure_than_was_asked_for_are_folded_and_not_counted() -> None:
    text = read(trace(finding(confidence="low"))).text
    assert ("No finding that counts." in text, "1 finding less sure than was asked for" in text) == (True, True)


def test_a_suppressed_finding_stands_with_its_reason() -> None:
    text = read(trace(finding(suppressed="the host sends it again"))).text
    assert ("1 finding suppressed" in text, "suppressed: the host sends it again" in text) == (True, True)


def test_a_page_has_one_heading_of_the_first_rank() -> None:
    assert len([name for name, _ in read(audited(gate()), audited(gate())).elements if name == "h1"]) == 1


def test_with_a_limit_the_rest_is_counted() -> None:
    made = trace(*(finding(line=line, spans=(f"s{line}",)) for line in range(10, 20)))
    assert "and 7 warnings more, not written out" in read(made, max_findings=3).text


def test_three_thousand_findings_give_a_page_that_can_be_opened() -> None:
    made = trace(*(altered(line, edit=line, spans=(f"s{line}",)) for line in range(3_000)))
    assert len(page(made)) < 2_000_000
