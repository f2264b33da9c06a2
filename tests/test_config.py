"""The configuration: what it may say, how it is refused, and what its allowances do to a report."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import jsonschema
import pytest

from ctxaudit.allowances import with_allowances
from ctxaudit.config import Allowance, Config, has_section, read_config
from ctxaudit.errors import UsageError
from ctxaudit.model import GROUPS, Finding, Report
from tests.fixtures import ROOT
from tests.reports.made import finding, report, trace

RULES = ("faded-citation", "split-pair", "deep-rewrite", "untagged-surrogate")
SCHEMA: dict[str, Any] = json.loads((ROOT / "schemas" / "config.schema.json").read_text(encoding="utf-8"))
TODAY = date(2031, 5, 14)
WHOLE = """
select = ["surrogates", "split-pair"]
ignore = ["deep-rewrite"]
extend-select = ["citations"]
fail-on = "warning"
min-confidence = "low"
budget = 9000
strict = true
all-conditions = false
baseline = "accepted.json"

[[allow]]
rule = "faded-citation"
trace = "run-1"
span = "a4"
token = "4500"
reason = "read again by hand"
expires = 2031-05-14

[[allow]]
rules = ["split-pair", "deep-rewrite"]
trace = "runs/*.jsonl"
spans = ["c1", "r1"]
tokens = ["x", "y"]
reason = "the host repairs it"
expires = "2031-06-01"
"""


def read(text: str, file: str = "ctxaudit.toml") -> Config:
    return read_config(text, file, rules=RULES, groups=GROUPS)


def allow(rest: str) -> str:
    return f"[[allow]]\n{rest}"


# --- what is read ---


def test_an_empty_file_says_nothing() -> None:
    assert read("") == Config()


def test_every_key_is_read() -> None:
    config = read(WHOLE)
    assert (config.select, config.ignore) == (("surrogates", "split-pair"), ("deep-rewrite",))
    assert (config.extend_select, config.fail_on, config.min_confidence) == (("citations",), "warning", "low")
    assert (config.budget, config.strict, config.all_conditions) == (9000, True, False)
    assert config.baseline == "accepted.json"


def test_an_allowance_is_read_with_one_name_or_with_many() -> None:
    first, second = read(WHOLE).allow
    assert (first.rules, first.spans, first.tokens) == (("faded-citation",), ("a4",), ("4500",))
    assert (second.rules, second.spans, second.tokens) == (("split-pair", "deep-rewrite"), ("c1", "r1"), ("x", "y"))
    assert (first.trace, second.trace) == ("run-1", "runs/*.jsonl")


def test_a_date_may_be_written_as_a_date_or_as_a_string() -> None:
    assert [one.expires for one in read(WHOLE).allow] == [date(2031, 5, 14), date(2031, 6, 1)]


def test_what_an_allowance_leaves_out_is_open() -> None:
    [one] = read(allow('rule = "split-pair"\nreason = "known"')).allow
    assert (one.trace, one.spans, one.tokens, one.expires) == (None, None, None, None)


def test_a_pyproject_has_it_in_its_section() -> None:
    text = (
        '[project]\nname = "x"\n[tool.ctxaudit]\nbudget = 7\n[[tool.ctxaudit.allow]]\nrule = "split-pair"\nreason = "r"'
    )
    config = read(text, "../pyproject.toml")
    assert (config.budget, config.allow[0].name) == (7, "../pyproject.toml: allow[1]")


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("[tool.ctxaudit]", True),
        ("[tool.ctxaudit]\nbudget = 1", True),
        ("", False),
        ("[tool.ruff]\nline-length = 80", False),
        ('[project]\ndependencies = ["ctxaudit"]', False),
        ("tool = 3 # ctxaudit", False),
        ("this is no TOML", False),
    ],
)
def test_a_pyproject_that_does_not_speak_of_ctxaudit_is_passed_by(text: str, has: bool) -> None:
    assert has_section(text, "pyproject.toml") is has


def test_a_named_pyproject_without_the_section_is_refused() -> None:
    with pytest.raises(UsageError, match=r"pyproject.toml has no \[tool.ctxaudit\] table"):
        read("[tool.ruff]", "pyproject.toml")


# --- what is refused: the file, the key, what was expected ---

REASON = 'reason = "known"\n'
REFUSED = [
    ("budgt = 3", "budgt is no key of the configuration; did you mean 'budget'?"),
    ('fail_on = "error"', "fail_on is no key of the configuration; did you mean 'fail-on'?"),
    ("zzz = 3", "zzz is no key of the configuration; there are: select, ignore"),
    ('select = "split-pair"', "select must be a list of strings, not 'split-pair'"),
    ("select = [1]", "select must be a list of strings, not a list"),
    ('select = ["splt-pair"]', "select names 'splt-pair', which is no rule; did you mean 'split-pair'?"),
    ('ignore = ["zzz"]', "ignore names 'zzz', which is no rule; see `ctxaudit rules`"),
    ('extend-select = ["citation"]', "extend-select names 'citation', which is no rule; did you mean 'citations'?"),
    ('fail-on = "eror"', "fail-on must be one of error, warning, note, never, not 'eror'"),
    ("fail-on = 1", "fail-on must be one of error, warning, note, never, not 1"),
    ('min-confidence = "never"', "min-confidence must be one of high, medium, low, not 'never'"),
    ("budget = 0", "budget must be a whole number of tokens, 1 or more, not 0"),
    ("budget = true", "budget must be a whole number of tokens, 1 or more, not true"),
    ("budget = 2.5", "budget must be a whole number of tokens, 1 or more, not 2.5"),
    ('budget = "9000"', "budget must be a whole number of tokens, 1 or more, not '9000'"),
    ('strict = "yes"', "strict must be true or false, not 'yes'"),
    ("baseline = 1", "baseline must be a string, not 1"),
    ("all-conditions = 1", "all-conditions must be true or false, not 1"),
    ("allow = 3", "allow must be a list of tables"),
    ("[allow]\nrule = 'split-pair'", "allow must be a list of tables"),
    (allow(REASON), "allow[1].rule is missing"),
    (allow(f"rules = []\n{REASON}"), "allow[1].rules must be a list with at least one entry"),
    (allow(f'rule = ["split-pair"]\n{REASON}'), "allow[1].rule must be a string, not a list"),
    (allow(f'rules = "split-pair"\n{REASON}'), "allow[1].rules must be a list of strings"),
    (allow(f'rule = "split-pair"\nrules = ["split-pair"]\n{REASON}'), "allow[1].rule and rules say the same"),
    (allow(f'rule = "splt-pair"\n{REASON}'), "allow[1].rule names 'splt-pair', which is no rule; did you mean"),
    (allow(f'rule = "citations"\n{REASON}'), "allow[1].rule names 'citations', which is no rule"),
    (allow('rule = "split-pair"'), "allow[1].reason is missing: an allowance says why"),
    (allow('rule = "split-pair"\nreason = "  "'), "allow[1].reason is missing"),
    (allow('rule = "split-pair"\nreason = 3'), "allow[1].reason must be a string, not 3"),
    (allow(f'rule = "split-pair"\nspan = "a"\nspans = ["b"]\n{REASON}'), "allow[1].span and spans say the same"),
    (allow(f'rule = "split-pair"\ntokens = []\n{REASON}'), "allow[1].tokens must be a list with at least one entry"),
    (allow(f'rule = "split-pair"\nexpires = "soon"\n{REASON}'), "allow[1].expires must be a date such as 2031-05-14"),
    (allow(f'rule = "split-pair"\nexpires = 2031\n{REASON}'), "allow[1].expires must be a date such as 2031-05-14"),
    (allow(f'rule = "split-pair"\nuntil = "x"\n{REASON}'), "allow[1].until is no key of the configuration"),
    (
        allow(f'rule = "split-pair"\n{REASON}') + allow('rule = "split-pair"'),
        "allow[2].reason is missing",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_a_wrong_file_is_refused_with_its_name_the_key_and_what_was_expected(text: str, why: str) -> None:
    with pytest.raises(UsageError) as refusal:
        read(text)
    assert str(refusal.value).startswith(f"ctxaudit.toml: {why}")


def test_a_moment_is_no_date() -> None:
    with pytest.raises(UsageError, match="must be a date"):
        read(allow(f'rule = "split-pair"\nexpires = 2031-05-14T10:00:00\n{REASON}'))


@pytest.mark.parametrize("text", ["budget = ", "a = 1\na = 2", "[" * 4000, "\x00", "budget = 1\r x"])
def test_what_is_no_toml_is_refused_with_the_file(text: str) -> None:
    with pytest.raises(UsageError, match="is no TOML"):
        read(text)


def test_a_long_wrong_value_is_cut() -> None:
    with pytest.raises(UsageError) as refusal:
        read(f'budget = "{"9" * 5000}"')
    assert len(str(refusal.value)) < 200


# --- the published schema says the same ---


def as_json(text: str) -> Any:
    return json.loads(json.dumps(tomllib.loads(text), default=lambda day: day.isoformat()))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("text", ["", WHOLE])
def test_the_schema_takes_what_is_read(text: str) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(as_json(text))


@pytest.mark.parametrize("text", [text for text, why in REFUSED if "is no rule" not in why and "a date" not in why])
def test_the_schema_refuses_what_is_refused(text: str) -> None:
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(as_json(text))


def test_the_schema_and_the_reader_know_the_same_keys() -> None:
    from ctxaudit.config import ALLOW_KEYS, KEYS

    assert set(SCHEMA["properties"]) == set(KEYS)
    assert set(SCHEMA["$defs"]["allow"]["properties"]) == set(ALLOW_KEYS)


# --- what allowances do ---


def allowance(**keys: Any) -> Allowance:
    whole: dict[str, Any] = {"name": "ctxaudit.toml: allow[1]", "rules": ("faded-citation",), "reason": "known", **keys}
    return Allowance(**whole)


def made(*findings: Finding, **keys: Any) -> Report:
    verdicts = {"faded-citation": "findings", "split-pair": "clean", "deep-rewrite": "not-in-force"}
    return report(trace(*findings, **{"verdicts": verdicts, **keys}))


def reasons(given: Report) -> list[str | None]:
    return [one.suppressed for each in given.traces for one in each.findings]


def applied(given: Report, *allowances: Allowance, today: date = TODAY) -> Report:
    return with_allowances(given, allowances, today)


def test_an_allowed_finding_is_suppressed_with_the_reason() -> None:
    given = applied(made(finding(), finding("split-pair")), allowance())
    assert (reasons(given), given.notes) == (["known", None], ())


def test_no_allowance_changes_nothing() -> None:
    given = made(finding())
    assert applied(given) == given


def test_spans_and_tokens_are_matched_as_in_the_trace() -> None:
    given = made(finding(spans=("a",)), finding(spans=("a", "b")), finding(tokens=("./src/app.py",)))
    assert reasons(applied(given, allowance(spans=("a",)))) == ["known", None, None]
    assert reasons(applied(given, allowance(tokens=("src/app.py",)))) == [None, None, "known"]


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("run-1", True),
        ("run-*", True),
        ("runs/day.jsonl", True),
        ("runs/*.jsonl", True),
        ("*.jsonl", True),
        ("day.jsonl", True),
        ("/home/*", True),
        ("run", False),
        ("ay.jsonl", False),
        ("other/*.jsonl", False),
        ("", False),
    ],
)
def test_a_trace_is_named_by_id_or_glob(pattern: str, matches: bool) -> None:
    given = made(finding(), path="/home/runs/day.jsonl")
    assert (reasons(applied(given, allowance(trace=pattern))) == ["known"]) is matches


def test_an_id_with_brackets_names_itself() -> None:
    assert reasons(applied(made(finding(), id="run[1]"), allowance(trace="run[1]"))) == ["known"]


def test_an_allowance_of_another_trace_suppresses_nothing_and_is_not_stale() -> None:
    given = applied(made(finding()), allowance(trace="another"))
    assert (reasons(given), given.notes) == ([None], ())


def test_a_finding_that_the_trace_allows_keeps_its_reason_and_uses_the_allowance() -> None:
    given = applied(made(finding(suppressed="said in the trace")), allowance())
    assert (reasons(given), given.notes) == (["said in the trace"], ())


def test_an_allowance_that_matched_nothing_is_noted() -> None:
    [note] = applied(made(finding()), allowance(rules=("split-pair",), reason="it was split")).notes
    assert note == "ctxaudit.toml: allow[1] (split-pair; it was split) matched no finding of this run"


@pytest.mark.parametrize("rules", [("deep-rewrite",), ("hollow-surrogate",), ("split-pair", "hollow-surrogate")])
def test_an_allowance_is_not_stale_where_a_rule_of_it_was_not_run_or_not_in_force(rules: Sequence[str]) -> None:
    assert applied(made(finding()), allowance(rules=tuple(rules))).notes == ()


def test_an_allowance_is_not_stale_where_no_trace_was_audited() -> None:
    assert applied(report(), allowance()).notes == ()


def test_an_allowance_used_in_one_of_two_traces_is_not_stale() -> None:
    verdicts = {"faded-citation": "findings"}
    given = report(trace(verdicts=verdicts), trace(finding(), verdicts=verdicts))
    assert applied(given, allowance()).notes == ()


@pytest.mark.parametrize(("day", "counts"), [(date(2031, 5, 13), False), (TODAY, True), (date(2031, 5, 15), True)])
def test_the_day_of_expiry_is_the_last_on_which_it_counts(day: date, counts: bool) -> None:
    assert (reasons(applied(made(finding()), allowance(expires=day))) == ["known"]) is counts


def test_an_expired_allowance_is_noted() -> None:
    [note] = applied(made(finding()), allowance(expires=date(2031, 1, 2))).notes
    assert note.endswith("expired on 2031-01-02 and suppresses nothing")


def test_the_same_day_gives_the_same_report() -> None:
    given = made(finding())
    assert applied(given, allowance()) == applied(given, allowance())


def test_the_day_is_no_moment() -> None:
    assert not isinstance(read(WHOLE).allow[0].expires, datetime)
