"""Language: a text mostly in another alphabet is not judged."""

import pytest

from ctxaudit.falsifiers import is_english


@pytest.mark.parametrize(
    "text", ["", "42", "Plain words.", "naïve café", "abc где", "→ ✓ “quoted” — done", "ok \ud800"]
)
def test_a_text_with_half_of_its_letters_in_ascii_is_english(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize("text", ["Мы отказались от этого", "锁被拒绝了 ok", "これは使わない", "ab где то"])
def test_a_text_with_fewer_is_not(text: str) -> None:
    assert not is_english(text)
