"""Survival: word for word, in other words, or gone; and a denial that is lost is a reason that is lost."""

import sys

import pytest

from ctxaudit.falsifiers import Texts, Window, fold, survival

SENTENCE = "The global lock was rejected because it deadlocks under the nightly import."


@pytest.mark.parametrize(
    "text",
    [
        SENTENCE,
        "Summary.\n- the **global lock** was rejected\n  because it deadlocks under the nightly import",
        f"> {SENTENCE} And more.",
        f"```\n{SENTENCE}\n```",
    ],
)
def test_a_sentence_that_stands_there_is_verbatim(text: str) -> None:
    assert survival(SENTENCE, ["other", text]).verdict == "verbatim"


@pytest.mark.parametrize(
    "text",
    [
        "Do not go back to the global lock: the nightly import deadlocks.",
        "The nightly import deadlocks. That is why no global lock is used.",
        "## Rejected: global lock, deadlocks in the nightly import",
        "| global lock | rejected, nightly import deadlocks |",
    ],
)
def test_other_words_with_a_denial_are_a_paraphrase(text: str) -> None:
    assert survival(SENTENCE, [text]).verdict == "paraphrased"


def test_the_same_words_without_a_denial_are_gone() -> None:
    found = survival(SENTENCE, ["The global lock guards the nightly import."])
    assert (found.verdict, found.unsure) == ("gone", False)


def test_without_negation_asked_the_same_words_are_a_paraphrase() -> None:
    found = survival("Keep the port at 9443 for every worker.", ["Every worker has the port 9443."], negation=False)
    assert found.verdict == "paraphrased"


def test_a_denial_two_sentences_away_denies_nothing_here() -> None:
    text = "The global lock guards the nightly import. It is fast. It is small. Not all is well."
    assert survival(SENTENCE, [text]).verdict == "gone"


def test_a_table_of_small_numbers_does_not_hold_the_digits_of_an_identifier() -> None:
    sentence = "The brass valve (7c1e04b92d5f) is not the cause because the boiler stays cold."
    found = survival(sentence, ["slot_0: 5\nslot_1: 7\nslot_2: 92\nslot_4: 1 not set"])
    assert (found.verdict, found.unsure) == ("gone", False)


def test_a_sentence_spread_over_two_texts_is_gone() -> None:
    assert survival(SENTENCE, ["The global lock was not kept.", "The nightly import is due."]).verdict == "gone"


def test_the_closest_place_is_told_with_its_share() -> None:
    found = survival(SENTENCE, ["Nothing here.", "We have a global cache. No lock is held by it. Fine."])
    assert found.closest == "We have a global cache. No lock is held by it."
    assert found.share == pytest.approx(2 / 6)


def test_a_share_between_the_bounds_is_gone_but_unsure() -> None:
    found = survival(SENTENCE, ["A global lock is not here."])
    assert (found.verdict, found.unsure) == ("gone", True)


@pytest.mark.parametrize("texts", [[], [""], ["Quite another matter."], ["\x00\ud800"]])
def test_a_window_without_any_of_it_has_no_closest_place(texts: list[str]) -> None:
    found = survival(SENTENCE, texts)
    assert (found.verdict, found.share, found.closest, found.unsure) == ("gone", 0.0, "", False)


@pytest.mark.parametrize("sentence", ["", "It is not.", "..."])
def test_a_sentence_without_matter_that_is_not_there_is_gone(sentence: str) -> None:
    assert survival(sentence, ["Something else, not it."]).verdict == "gone"


def test_a_very_long_line_does_not_hold_everything_at_once() -> None:
    filler = "apples and pears on a plate " * 20
    line = f"global {filler} lock {filler} not {filler} deadlocks {filler} nightly {filler} import"
    assert survival(SENTENCE, [line]).verdict == "gone"


def test_a_window_answers_many_sentences() -> None:
    window = Window(["The cache was not used, it was stale.", SENTENCE])
    verdicts = [
        window.survival(asked).verdict for asked in (SENTENCE, "The cache was rejected as stale.", "Never ship it.")
    ]
    assert verdicts == ["verbatim", "paraphrased", "gone"]


@pytest.mark.parametrize("most", [0, 60, 2_000_000])
def test_windows_that_share_texts_answer_as_if_they_did_not(most: int) -> None:
    texts = Texts(most)
    held = [[SENTENCE, "A text that leaves."], [SENTENCE], ["Other words.", SENTENCE, SENTENCE], [], ["Other words."]]
    verdicts = [texts.window(several).survival(SENTENCE) for several in held]
    assert verdicts == [Window(several).survival(SENTENCE) for several in held]


@pytest.mark.parametrize(("most", "prepared"), [(1_000, 3), (30, 4), (0, 5)])
def test_a_text_is_prepared_once_as_long_as_there_is_room(
    monkeypatch: pytest.MonkeyPatch, most: int, prepared: int
) -> None:
    folded: list[str] = []

    def noted(text: str) -> str:
        folded.append(text)
        return fold(text)

    monkeypatch.setattr(sys.modules[Window.__module__], "fold", noted)
    texts = Texts(most)
    for several in (
        ["a text of one", "a text of two"],
        ["a text of two"],
        ["a text of three"],
        ["a text of one", "a text of two"],
    ):
        assert not texts.window(several).holds(SENTENCE)
    assert len([text for text in folded if text != SENTENCE]) == prepared


def test_a_text_of_the_last_window_is_not_prepared_again_however_long() -> None:
    texts = Texts(most=10)
    first = texts.window(["word " * 100, "gone"])
    again = texts.window(["word " * 100])
    assert again._texts["word " * 100] is first._texts["word " * 100]


def test_a_megabyte_of_sentences_is_searched() -> None:
    text = "The plate has apples and pears on it. " * 30_000 + "No global lock: the nightly import deadlocks."
    assert survival(SENTENCE, [text]).verdict == "paraphrased"


def test_a_sentence_known_to_stand_nowhere_is_compared_at_once() -> None:
    window = Window(["A global lock is not here.", "The nightly import deadlocks without it."])
    assert window.nearest(SENTENCE) == window.survival(SENTENCE)
