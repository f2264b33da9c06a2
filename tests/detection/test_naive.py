"""The baseline does what five patterns and a set can do, and no more."""

from __future__ import annotations

import pytest

from benchmarks.detection.naive import extract_pinned, flags


@pytest.mark.parametrize(
    "token", ["4f9c21b07", "8443/tcp", "LKR-2041", "src/kiln/fire.py:88", "`no ember left`", "mela.example.net:9000"]
)
def test_it_sees_what_its_patterns_were_written_for(token: str) -> None:
    assert token in extract_pinned(f"It is {token} that fails.")


@pytest.mark.parametrize("token", ["timeout of 4500 ms", "records/kiln/fire.toml", "3.14.2", "kiln.fire_rate"])
def test_it_does_not_see_prose_numbers_paths_versions_and_names(token: str) -> None:
    assert extract_pinned(f"It is {token} that fails.") == []


def test_it_flags_a_changed_commit() -> None:
    assert flags("It began with 4f9c21b70.", ["bisect ends at 4f9c21b07"])


def test_it_flags_no_commit_that_a_source_holds() -> None:
    assert not flags("It began with 4f9c21b07.", ["bisect ends at 4f9c21b07"])


def test_it_misses_a_changed_prose_number() -> None:
    assert not flags("The timeout is 3000 ms.", ["the timeout is 4500 ms"])


def test_it_flags_a_shortened_commit_that_is_right() -> None:
    assert flags("It began with 4f9c21b.", ["bisect ends at 4f9c21b07"])
