"""The search: which sentences are falsifiers, under which cue, and where in a text none may be found."""

import pytest

from ctxaudit.falsifiers import Falsifier, find
from ctxaudit.falsifiers.cues import CUES
from ctxaudit.falsifiers.refusals import REFUSALS

PLAIN = "We did not use the mirror because its index is a week old."

FIRING = {
    "rejected-because": [
        "The broker was scrapped because nobody could run it at night.",
        "Decided against a daemon: it would need its own unit file.",
        "We later ruled out the proxy, it answers within a millisecond.",
        "Skipped since the fixture covers the same ground already.",
    ],
    "undone-because": ["The bump was rolled back because the arm build crashed."],
    "left-out": ["The avatar column was left out because nothing reads it."],
    "dropped-because": ["That library got dropped because its licence changed last year."],
    "not-done-because": [
        "Did not cache the token because it lives for one minute.",
        "The index wasn't merged because the branch is still red.",
        "I left the two loops alone because their order matters.",
    ],
    "since-not": ["Since the socket is shared by two workers, we cannot close it early."],
    "so-not-done": ["The schema forbids nulls, so we abandoned the sparse layout."],
    "label": [
        "Why not a thread pool: the driver keeps state per process.",
        "Dead ends: pinning the kernel, larger pages.",
    ],
    "tried-but": [
        "I tried a larger heap, but the pauses only moved.",
        "The first approach kept one file per day and turned out slow.",
    ],
    "no-work": ["Passing the flag twice doesn't work because the last one wins."],
    "no-work-paren": ["Deleting the lock file does not help (see the daemon's log for it)."],
    "unsupported-so": ["The engine does not allow nested groups, so it can't match the pair."],
    "not-the-cause": ["The proxy is not the culprit here.", "The full disk proved a red herring in the end."],
    "it-was-not": [
        "It wasn't the cron job; nothing ran that night.",
        "The theory about the clock proved wrong.",
    ],
    "must-not-because": [
        "Never rotate the key by hand, it locks every client out.",
        "Do not merge these two tables, otherwise the audit loses its order.",
    ],
    "cannot-because": ["The socket cannot be shared because each worker forks late."],
    "instead-because": ["They poll rather than subscribe because the feed drops silently."],
    "other-failed": ["Took the slow path because the other driver crashed twice."],
    "fails-when": ["The workaround breaks as soon as two users log in."],
    "not-viable": [
        "A full scan is not feasible because the table has a billion rows.",
        "Kubernetes is overkill for two hosts.",
    ],
}

REFUSED = {
    "question": "So the broker was scrapped because nobody could run it?",
    "condition": "If the broker is scrapped because of cost, keep the queue.",
    "expectation": "Expected to fail: the parser was scrapped because it is slow.",
    "behaviour": "The plan is not feasible and must be rejected because it is late.",
    "refused-input": "The rows were rejected because the checksum differs.",
    "intention": "I'll say that the broker was scrapped because it is slow.",
    "request": "Please record that the broker was scrapped because it is slow.",
    "guess": "Perhaps the flag does not work because the last one wins.",
    "test-result": "The nightly suite broke and it does not work because the host is down.",
    "reported-user": "As the user reports, the flag does not work because the last wins.",
    "possibility": "They would have rejected the broker and it does not work because of it.",
    "no-matter": "The flag doesn't work because of order, which doesn't matter now.",
    "reassurance": "The flag does not work because of order, so do not worry.",
    "aside": "The broker was scrapped simply because it was old.",
    "envelope": "The <note> tag does not work because the page strips it.",
}

SPARED = {
    "condition": "When it was slow we rejected the broker because nobody could run it.",
    "intention": "I'll keep the queue instead of the broker because it is simpler.",
    "request": "Please don't rotate the key by hand, it locks every client out.",
}

QUIET = [
    "We chose the broker for the nightly job.",
    "Added a cache because the query is slow.",
    "Nothing else was in the way that day.",
    "Please avoid very long names in the code.",
    "Use the queue instead of the broker.",
    "The suite fails with three errors on the host.",
    "It does not print the header on the second page.",
    "The rejected rows land in their own table.",
    "Do not stop until every box is ticked.",
    "The first attempt went through without any trouble.",
    "I left the office early because it was Friday.",
]


def cues(text: str) -> list[str]:
    return [falsifier.cue for falsifier in find([text])[0]]


@pytest.mark.parametrize(
    ("cue", "sentence"), [(cue, sentence) for cue, listed in FIRING.items() for sentence in listed]
)
def test_a_cue_names_its_falsifier(cue: str, sentence: str) -> None:
    assert cues(sentence) == [cue]


def test_every_cue_has_an_example() -> None:
    assert set(FIRING) == {cue.name for cue in CUES}


@pytest.mark.parametrize("sentence", QUIET)
def test_a_sentence_without_a_reason_against_anything_is_none(sentence: str) -> None:
    assert cues(sentence) == []


@pytest.mark.parametrize(("name", "sentence"), REFUSED.items())
def test_a_cue_in_another_kind_of_sentence_is_refused_for_that_alone(
    name: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = tuple(refusal for refusal in REFUSALS if refusal.name != name)
    refused = cues(sentence)
    monkeypatch.setattr("ctxaudit.falsifiers.search.REFUSALS", others)
    assert (refused, len(cues(sentence))) == ([], 1)


def test_every_refusal_has_an_example() -> None:
    assert set(REFUSED) == {refusal.name for refusal in REFUSALS}


@pytest.mark.parametrize("sentence", SPARED.values())
def test_a_refusal_gives_way_to_its_exception(sentence: str) -> None:
    assert len(cues(sentence)) == 1


def test_every_exception_has_an_example() -> None:
    assert set(SPARED) == {refusal.name for refusal in REFUSALS if refusal.unless}


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.upper(),
        PLAIN.replace("did not", "didn’t"),
        f"# Notes\n\n- one\n- {PLAIN}\n- two",
        f"Some words before. {PLAIN} And some after.",
        f"| mirror | {PLAIN} |",
        PLAIN.replace(" because", "\r\n  because"),
        PLAIN.replace("mirror", "`mirror.fetch()`"),
        PLAIN.replace("did not", "**did not**"),
        PLAIN.replace("mirror", "mirror \ud800"),
        PLAIN.replace("mirror", "mirror \x00"),
        PLAIN.replace("mirror", 'mirror called "north east"'),
    ],
)
def test_a_falsifier_is_found_wherever_prose_stands(text: str) -> None:
    assert len(cues(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{PLAIN}\n```",
        f"~~~text\n{PLAIN}",
        f"Listing:\n\n    {PLAIN}",
        f"// {PLAIN}",
        f"$ echo {PLAIN}",
        f"## {PLAIN}",
        f"**{PLAIN}**",
        f'The page in front of us says "{PLAIN}"',
        f"The page in front of us says `{PLAIN}`",
        f"The page in front of us says '{PLAIN}'",
        f"The page in front of us says “{PLAIN}”",
        PLAIN + " word" * 90,
        PLAIN.replace("mirror", "m" * 700),
        "Not used, because old.",
        "",
        "\ud800",
        "\x00" * 10,
    ],
)
def test_none_is_found_in_code_output_headings_quotes_or_the_wrong_length(text: str) -> None:
    assert cues(text) == []


def test_a_text_in_another_alphabet_is_not_judged() -> None:
    assert cues(f"{PLAIN} " + "Зеркало не использовали. " * 10) == []


def test_a_sentence_is_told_as_it_stands() -> None:
    text = "So.\n- We did **not** use\n  `the mirror` because it’s old. Fine."
    assert find([text]) == [
        (Falsifier("We did **not** use `the mirror` because it’s old.", "not-done-because"),),
    ]


def test_a_lone_surrogate_is_told_as_it_stands_too() -> None:
    text = PLAIN.replace("mirror", "mirror\ud800")
    assert find([text])[0][0].sentence == text


def test_every_text_has_its_own_answer_in_order() -> None:
    found = find([PLAIN, "Nothing here.", "", PLAIN])
    assert [len(falsifiers) for falsifiers in found] == [1, 0, 0, 1]


def test_a_sentence_said_twice_in_a_text_is_one() -> None:
    assert len(cues(f"{PLAIN} {PLAIN}\n\n{PLAIN}")) == 1


def test_falsifiers_of_a_text_stand_in_its_order() -> None:
    second = "The proxy is not the culprit here."
    assert cues(f"{second} {PLAIN}") == ["not-the-cause", "not-done-because"]


def test_no_texts_have_no_answers() -> None:
    assert find([]) == []


def test_a_line_of_a_megabyte_gives_what_it_holds() -> None:
    assert cues(f"{'The mirror was slow again that day. ' * 30_000}{PLAIN} {'It was not fast. ' * 1_000}") == [
        "not-done-because"
    ]


def test_a_megabyte_of_cue_words_without_an_end_is_no_sentence() -> None:
    assert cues("we did not use it because " * 40_000) == []


def test_many_small_texts_are_searched_at_once() -> None:
    found = find([PLAIN.replace("week", f"week {number}") for number in range(5_000)])
    assert {len(falsifiers) for falsifiers in found} == {1}
