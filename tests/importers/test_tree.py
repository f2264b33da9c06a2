"""A tree in file order: its path, and what a move to another branch leaves and takes up again."""

from __future__ import annotations

from ctxaudit.importers._tree import Tree


def grown(*steps: tuple[str, str | None]) -> Tree:
    tree = Tree()
    for key, parent in steps:
        tree.grow(key, parent)
    return tree


LINE = (("a", None), ("b", "a"), ("c", "b"))


def test_the_path_goes_from_the_root_to_the_newest() -> None:
    assert grown(*LINE).path() == ["a", "b", "c"]


def test_growing_at_the_tip_moves_nowhere() -> None:
    assert not grown(*LINE).grow("d", "c")


def test_growing_further_down_leaves_what_stood_behind() -> None:
    assert grown(*LINE).grow("d", "a") == (["b", "c"], [])


def test_growing_on_a_left_branch_takes_it_up_again() -> None:
    assert grown(*LINE, ("d", "a")).grow("e", "c") == (["d"], ["b", "c"])


def test_a_new_root_leaves_everything() -> None:
    assert grown(*LINE).grow("d", None) == (["a", "b", "c"], [])


def test_from_one_root_to_another() -> None:
    assert grown(*LINE, ("d", None)).grow("e", "b") == (["d"], ["a", "b"])


def test_the_first_record_leaves_nothing() -> None:
    assert not Tree().grow("a", None)


def test_the_empty_tree_has_an_empty_path() -> None:
    assert Tree().path() == []
