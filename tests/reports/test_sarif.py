"""The SARIF log holds every rule, finding and proof, and the standard's own validator has nothing against it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ctxaudit.model import Evidence, Unaudited
from tests.reports.made import altered, finding, problem, report, trace, written
from tests.reports.poison import POISONS, poisoned
from tests.reports.whole import WHOLE

PACKAGE = "@microsoft/sarif-multitool-linux"
SHORT_POISONS = [name for name, text in POISONS.items() if len(text) < 1000]


def run(made: Any = WHOLE, **options: Any) -> Any:
    (only,) = json.loads(written(made, "sarif", **options))["runs"]
    return only


def results(made: Any = WHOLE, **options: Any) -> list[Any]:
    return list(run(made, **options)["results"])


def notes(kind: str, made: Any = WHOLE) -> list[Any]:
    told = run(made)["invocations"][0]["toolExecutionNotifications"]
    return [one for one in told if one["descriptor"]["id"] == kind]


def uri(path: str, root: str = "") -> Any:
    place = run(report(trace(altered(), path=path)), root=root)["artifacts"][0]["location"]
    return place["uri"], place.get("uriBaseId")


def test_every_rule_that_was_to_run_is_named_whether_it_fired_or_not() -> None:
    slugs = [rule["id"] for rule in run()["tool"]["driver"]["rules"]]
    assert slugs == [card.slug for card in WHOLE.rules]


def test_a_rule_has_its_page_as_help() -> None:
    rule = run()["tool"]["driver"]["rules"][0]
    assert (rule["shortDescription"]["text"], rule["properties"]["page"]) == (
        "A claimed token differs.",
        "docs/rules/altered-citation.md",
    )
    assert rule["help"]["markdown"] == (
        "A claimed token differs.\n\nIt looks at claims.\n\n"
        "**Why it matters**\n\nThe figure is wrong.\n\n**How to fix**\n\nPin it.\n"
    )


def test_a_rule_without_a_card_is_named_all_the_same() -> None:
    made = report(trace(altered(), verdicts={"split-pair": "clean"}))
    assert [rule["id"] for rule in run(made)["tool"]["driver"]["rules"]] == ["split-pair", "altered-citation"]


def test_a_result_points_at_its_rule() -> None:
    rules = run()["tool"]["driver"]["rules"]
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in results())


def test_a_finding_is_a_result_with_its_line_and_its_name_for_tomorrow() -> None:
    first = results()[0]
    assert (first["level"], first["message"]["text"], first["partialFingerprints"]) == (
        "error",
        "the call at line 30 passes 3000, but its source at line 8 said 4500.",
        {"ctxaudit/v1": "f1"},
    )
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "run.jsonl", "uriBaseId": "SRCROOT", "index": 0},
        "region": {"startLine": 30},
    }


def test_severities_are_levels() -> None:
    assert [one["level"] for one in results()] == ["error", "warning", "note", "warning"]


def test_the_proof_is_a_code_flow_that_ends_at_the_finding() -> None:
    (flow,) = results()[0]["codeFlows"][0]["threadFlows"]
    steps = [one["location"] for one in flow["locations"]]
    assert [step["physicalLocation"]["region"]["startLine"] for step in steps] == [8, 20, 30]
    assert steps[0]["message"]["text"] == '1. the source: "retry_delay = 4500".'


def test_a_finding_without_proof_has_no_code_flow() -> None:
    assert "codeFlows" not in results(report(trace(finding())))[0]


def test_what_was_suppressed_says_why() -> None:
    assert [one.get("suppressions") for one in results()] == [
        None,
        None,
        None,
        [{"kind": "external", "justification": "the host sends it again"}],
    ]


def test_what_is_less_sure_than_asked_for_is_only_counted() -> None:
    assert run()["properties"]["belowConfidence"] == 1
    assert len(results(min_confidence="low")) == len(results()) + 1


def test_a_cap_on_findings_for_people_leaves_every_result() -> None:
    assert results(max_findings=1) == results()


def test_a_filter_finds_confidence_and_verdict_in_the_properties() -> None:
    kept = results()[0]["properties"]
    assert (kept["confidence"], kept["acted"], kept["verdict"], kept["tokens"]) == ("high", True, "findings", ["3000"])


def test_inputs_without_a_report_are_errors_of_the_invocation() -> None:
    (gone,) = notes("not-audited")
    assert (gone["level"], gone["message"]["text"]) == ("error", "there is no such file.")


def test_a_broken_rule_makes_the_run_unsuccessful() -> None:
    assert run()["invocations"][0]["executionSuccessful"] is False


def test_an_input_that_is_missing_leaves_the_run_successful() -> None:
    made = report(trace(), unaudited=(Unaudited(path="gone.jsonl", why="missing"),))
    assert run(made)["invocations"][0]["executionSuccessful"] is True


def test_a_problem_of_a_trace_is_a_warning_with_its_line() -> None:
    (told,) = notes("problem")
    assert (told["level"], told["locations"][0]["physicalLocation"]["region"]) == ("warning", {"startLine": 7})


def test_a_rule_that_could_not_judge_says_why() -> None:
    (told,) = notes("not-judged")
    assert told["message"]["text"] == "demoted-pin was not judged in 1 trace: its text was cut."
    assert run()["tool"]["driver"]["rules"][told["associatedRule"]["index"]]["id"] == "demoted-pin"


def test_that_there_was_nothing_to_look_at_is_no_lack() -> None:
    made = trace(verdicts={"demoted-pin": "not-judged"}, verdict_notes={"demoted-pin": "nothing to look at: no pins"})
    assert notes("not-judged", report(made)) == []


def test_notes_of_the_run_and_of_traces_are_remarks() -> None:
    said = [one["message"]["text"] for one in notes("remark")]
    assert said == ["one allowance is stale.", "two lanes were read."]


def test_thousands_of_problems_are_bounded_and_counted() -> None:
    made = report(trace(problems=tuple(problem(line=n) for n in range(1, 3001))))
    assert (len(notes("problem", made)), run(made)["properties"]["problems"]) == (1000, 3000)


@pytest.mark.parametrize(
    ("path", "root", "expected"),
    [
        ("logs/a b#1.jsonl", "", ("logs/a%20b%231.jsonl", "SRCROOT")),
        ("./logs/../a.jsonl", "/home/x", ("a.jsonl", "SRCROOT")),
        ("/home/x/logs/a.jsonl", "/home/x", ("logs/a.jsonl", "SRCROOT")),
        ("/var/log/a.jsonl", "/home/x", ("var/log/a.jsonl", "FILES")),
        ("/home/xy/a.jsonl", "/home/x", ("home/xy/a.jsonl", "FILES")),
        ("s3://bucket/a.jsonl", "/home/x", ("s3://bucket/a.jsonl", None)),
        ("-", "/home/x", ("-", "SRCROOT")),
        ("a:b.jsonl", "", ("a%3Ab.jsonl", "SRCROOT")),
        ("über\x1b.jsonl", "", ("%C3%BCber%1B.jsonl", "SRCROOT")),
        ("", "", ("unnamed", "SRCROOT")),
    ],
)
def test_a_place_is_a_relative_address(path: str, root: str, expected: tuple[str, str | None]) -> None:
    assert uri(path, root) == expected


def test_two_spellings_of_a_path_are_one_file() -> None:
    made = run(report(trace(finding(), path="a.jsonl"), trace(finding(), path="./a.jsonl", lane="sub")))
    assert [one["location"]["uri"] for one in made["artifacts"]] == ["a.jsonl"]


def test_a_span_that_is_named_twice_is_one_location() -> None:
    (at,) = results(report(trace(finding(spans=("a", "b", "a")))))[0]["locations"]
    assert [one["name"] for one in at["logicalLocations"]] == ["a", "b"]


def test_a_line_below_one_is_the_first() -> None:
    made = report(trace(finding(line=0), problems=(problem(line=0),)))
    assert results(made)[0]["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("see [here](http://x)", "see [here] (http://x)."),
        ("put {0} there", "put {{0}} there."),
        ('the call {"a": 1} failed', 'the call {"a": 1} failed.'),
        ("is it so?", "is it so?"),
    ],
)
def test_a_message_holds_no_link_and_no_place_holder(said: str, shown: str) -> None:
    assert results(report(trace(finding(message=said))))[0]["message"]["text"] == shown


def test_long_texts_are_cut() -> None:
    step = Evidence(line=1, turn=0, shows="x" * 10**6, excerpt="y" * 10**6)
    made = report(trace(altered(message="z" * 10**6, tokens=("t" * 10**6,) * 5, evidence=(step,) * 60)))
    assert len(written(made, "sarif")) < 100_000


def tool_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the validator is; the test is skipped when it is not there and may not be fetched."""
    wish = os.environ.get("CTXAUDIT_SARIF_TOOL", "")
    if wish == "install":
        folder = tmp_path_factory.mktemp("sarif")
        command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder), PACKAGE]
        if subprocess.run(command, capture_output=True, timeout=600, check=False).returncode != 0:
            pytest.skip(f"npm could not install {PACKAGE}")
        return folder / "node_modules" / PACKAGE
    given = Path(wish) if wish else Path.cwd() / "node_modules" / PACKAGE
    folder = given.parent if given.is_file() else given
    if not (folder / "Sarif.Multitool").is_file():
        pytest.skip(f"{PACKAGE} is neither in ./node_modules nor where CTXAUDIT_SARIF_TOOL says; =install fetches it")
    return folder


@pytest.fixture(scope="module")
def tool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tool_folder(tmp_path_factory)
    if not os.access(folder / "Sarif.Multitool", os.X_OK):
        (folder / "Sarif.Multitool").chmod(0o755)
    return folder


def complaints(tool: Path, folder: Path) -> list[str]:
    """What the validator calls an error, of the standard or of GitHub's code scanning."""
    out = folder / "validated.json"
    command = [str(tool / "Sarif.Multitool"), "validate", str(folder / "*.sarif"), "--output", str(out)]
    command += ["--rule-kind", "Sarif;Ghas", "--level", "Error", "--log", "ForceOverwrite"]
    culture = {"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    done = subprocess.run(command, capture_output=True, timeout=300, check=False, env={**os.environ, **culture})
    assert out.is_file(), done.stderr
    (only,) = json.loads(out.read_text(encoding="utf-8-sig"))["runs"]
    assert f"{len(list(folder.glob('*.sarif')))} files scanned" in done.stdout.decode()
    return [f"{one['ruleId']}: {one['message']}" for one in only["results"] if one["level"] == "error"]


def test_the_official_validator_finds_no_error(tool: Path, tmp_path: Path) -> None:
    (tmp_path / "whole.sarif").write_text(written(WHOLE, "sarif", root="/home/x"), encoding="utf-8")
    assert complaints(tool, tmp_path) == []


def test_the_official_validator_finds_no_error_in_hostile_text(tool: Path, tmp_path: Path) -> None:
    for number, name in enumerate(SHORT_POISONS):
        (tmp_path / f"{number}.sarif").write_text(written(poisoned(POISONS[name]), "sarif"), encoding="utf-8")
    github_only = "GH"  # it wants help texts, which rules without a card do not have
    assert [one for one in complaints(tool, tmp_path) if not one.startswith(github_only)] == []


@pytest.mark.parametrize("made", [report(), report(trace()), WHOLE, *(poisoned(POISONS[n]) for n in SHORT_POISONS)])
def test_the_log_holds_to_the_schema_of_the_standard(tool: Path, made: Any) -> None:
    schema = json.loads((tool / "sarif-2.1.0.json").read_text(encoding="utf-8-sig"))
    validator = jsonschema.validators.validator_for(schema)
    validator(schema, format_checker=validator.FORMAT_CHECKER).validate(json.loads(written(made, "sarif")))
