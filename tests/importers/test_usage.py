"""Recorded sizes against rebuilt ones: the scale, the hidden share, and where they part."""

from __future__ import annotations

from ctxaudit.importers._usage import DEFAULT_RATE, Sample, fit, fit_notes


def steady(count: int = 6, rate: float = 0.25, hidden: int = 20_000, step: int = 8000) -> list[Sample]:
    return [Sample(n, 10 * n, round(hidden + rate * step * n), step * n, 0) for n in range(count)]


def test_nothing_counted_nothing_fitted() -> None:
    assert fit([]) is None


def test_the_rate_and_the_constant_share_come_from_the_lane_s_own_calls() -> None:
    found = fit(steady())
    assert found is not None
    assert (round(found.rate, 3), found.constant) == (0.25, 20_000)


def test_one_call_alone_is_read_at_the_usual_rate() -> None:
    found = fit([Sample(0, 1, 10_000, 1000, 0)])
    assert found is not None
    assert found.rate == DEFAULT_RATE


def test_a_steady_lane_hides_nothing() -> None:
    found = fit(steady())
    assert found is not None
    assert (found.unseen, found.steps) == ({}, ())


def test_a_jump_is_unseen_from_its_call_on() -> None:
    calls = steady(8)
    jumped = [Sample(s.event, s.line, s.tokens + 9000 * (s.event >= 4), s.size, 0) for s in calls]
    found = fit(jumped)
    assert found is not None
    assert found.steps == ((40, 9000),)
    assert found.unseen == dict.fromkeys(range(4, 8), 9000)


def test_a_jump_within_the_tolerance_is_nothing() -> None:
    calls = steady(8)
    found = fit([Sample(s.event, s.line, s.tokens + 1900 * (s.event >= 4), s.size, 0) for s in calls])
    assert found is not None
    assert found.steps == ()


def test_thinking_that_was_counted_in_the_answer_is_no_jump() -> None:
    calls = steady(8)
    thought = [Sample(s.event, s.line, s.tokens + 5000 * (s.event >= 4), s.size, 0, 0, 5000) for s in calls]
    found = fit(thought)
    assert found is not None
    assert found.steps == ()


def test_a_cut_ends_what_was_unseen() -> None:
    calls = [Sample(s.event, s.line, s.tokens + 9000 * (s.event >= 4), s.size, 0) for s in steady(8)]
    found = fit([*calls, Sample(8, 80, 21_000, 4000, 1), Sample(9, 90, 21_100, 4400, 1)])
    assert found is not None
    assert set(found.unseen) == {4, 5, 6, 7}


def test_after_a_cut_the_first_call_is_held_against_the_constant_share() -> None:
    found = fit([*steady(8), Sample(8, 80, 29_000, 4000, 1), Sample(9, 90, 29_100, 4400, 1)])
    assert found is not None
    assert found.unseen == {8: 8000, 9: 8000}


def test_a_lane_that_begins_behind_a_cut_has_no_constant_share_to_hold_against() -> None:
    found = fit([Sample(0, 1, 30_000, 4000, 1), Sample(1, 2, 30_100, 4400, 2)])
    assert found is not None
    assert (found.unseen, found.steps) == ({}, ())


def test_the_notes_fold_many_steps() -> None:
    jumps = [Sample(n, n, 20_000 + 9000 * n, 100 * n, 0) for n in range(30)]
    notes = fit_notes(fit(jumps))
    assert len(notes) == 2
    assert "and 25 more calls" in notes[1]


def test_notes_say_that_they_are_estimates() -> None:
    assert all("estimated" in note for note in fit_notes(fit(steady())))


def test_what_the_first_call_held_unseen_is_not_laid_at_the_system_prompt_alone() -> None:
    [note] = fit_notes(fit(steady(hidden=113_000)))
    assert "113,000 tokens that the log does not show" in note
    assert note.endswith(": the system prompt, tool schemas and what else the first call held unseen")
