"""Names as a sentence lists them."""

import pytest

from ctxaudit.rules._finding import listed


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], "none"),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b, c and 1 more"),
    ],
)
def test_the_first_three_are_named(names: list[str], said: str) -> None:
    assert listed(names) == said


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5_003])
def test_the_first_of_many_read_as_all_of_them(count: int) -> None:
    names = [f"n{number}" for number in range(count)]
    assert listed(names[:3], of=count) == listed(names)
    assert listed(names[:1], 1, of=count) == listed(names, 1)


def test_more_than_a_thousand_are_grouped() -> None:
    assert listed(["a", "b", "c"], of=5_003) == "a, b, c and 5,000 more"
