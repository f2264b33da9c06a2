"""Where a token stands at a moment."""

from ctxaudit.sourcing import Book
from ctxaudit.sourcing.where import Places, Where, last_taken, taken_by
from ctxaudit.timeline import replay
from ctxaudit.verbatim import token_from
from tests.build import Build, span

CODE = "GUL-4410"


def where(build: Build, text: str = CODE, *, besides: str | None = None) -> Where:
    timeline = replay(build.trace())
    token = token_from(text)
    assert token is not None
    apart = next((life for life in timeline.lives if life.id == besides), None)
    return Places(timeline, Book(timeline)).where([token], timeline.end, apart)


def source(build: Build, text: str = CODE) -> str | None:
    found = where(build, text).source
    return None if found is None else found.id


def gone(build: Build, text: str = CODE) -> list[str]:
    return [life.id for life in where(build, text).gone]


def test_live_evidence_is_a_source() -> None:
    assert source(Build().add("a", CODE)) == "a"


def test_words_of_the_model_are_no_source() -> None:
    assert where(Build().add("a", CODE, "assistant")) == Where()


def test_words_of_the_model_that_left_are_none_either() -> None:
    assert where(Build().add("a", CODE, "assistant").evict("a")) == Where()


def test_the_claiming_span_is_left_out() -> None:
    assert where(Build().add("a", CODE), besides="a") == Where()


def test_what_left_is_gone_the_last_to_leave_first() -> None:
    build = Build().add("a", CODE).add("b", CODE).add("c", CODE).evict("b").evict("c").evict("a")
    assert gone(build) == ["a", "c", "b"]


def test_what_a_checkpoint_brought_back_is_live() -> None:
    assert source(Build().add("a", CODE).evict("a").checkpoint("a")) == "a"


def test_a_rewrite_is_a_derivative() -> None:
    found = where(Build().add("a", f"{CODE} and more").compact(["a"], "m", CODE))
    assert [life.id for life in found.derivatives] == ["m"]
    assert [life.id for life in found.gone] == ["a"]
    assert not found.sourced


def test_derivatives_come_in_window_order() -> None:
    build = Build().add("a", "one").add("b", "two").compact(["b"], "n", CODE).compact(["a"], "m", CODE)
    assert [life.id for life in where(build).derivatives] == ["m", "n"]


def test_a_derivative_that_left_is_neither_live_nor_evidence() -> None:
    assert where(Build().add("a", "one").compact(["a"], "m", CODE).evict("m")) == Where()


def test_a_lossless_join_by_the_host_is_a_source() -> None:
    build = Build().add("a", CODE).rewrite(["a"], span("m", f"all of {CODE}", "memory"))
    assert source(build) == "m"


def test_a_lossless_join_by_the_model_is_none() -> None:
    build = Build().add("a", CODE).rewrite(["a"], span("m", f"all of {CODE}", "memory", by="model"))
    assert where(build).source is None
    assert where(build).derivatives == ()


def test_what_the_model_restored_is_a_derivative() -> None:
    build = Build().add("a", "one").evict("a").restore("a", span("w", CODE), "model")
    assert [life.id for life in where(build).derivatives] == ["w"]


def test_a_pinned_span_is_a_source_whoever_made_it() -> None:
    assert source(Build().add("a", CODE, "assistant", pinned=True)) == "a"
    assert source(Build().add("a", "one").compact(["a"], "m", CODE, pinned=True)) == "m"


def test_a_span_that_is_pinned_no_longer_is_none() -> None:
    assert source(Build().add("a", CODE, "assistant", pinned=True).unpin("a")) is None


def test_a_pinned_token_is_enough() -> None:
    found = where(Build().pin(tokens=[CODE]))
    assert found.pin == CODE
    assert found.sourced


def test_what_came_in_later_does_not_count() -> None:
    timeline = replay(Build().add("z").add("a", CODE).trace())
    token = token_from(CODE)
    assert token is not None
    assert Places(timeline, Book(timeline)).where([token], 1, None) == Where()


def test_a_path_below_the_working_directory_stands_where_the_relative_one_does() -> None:
    build = Build(cwd="/srv/gulls").add("a", "see utils.py")
    assert source(build, "/srv/gulls/utils.py") == "a"


def test_a_path_below_another_directory_does_not() -> None:
    assert source(Build(cwd="/srv/terns").add("a", "see utils.py"), "/srv/gulls/utils.py") is None


def test_the_same_file_name_in_another_folder_is_no_relative_path() -> None:
    build = Build(cwd="/srv/gulls").add("a", "see nests/utils.py")
    assert source(build, "/srv/gulls/utils.py") is None


def test_a_line_of_a_numbered_listing_that_names_its_file_stands() -> None:
    build = Build().add("a", "nests/count.py\n   41→def count():\n   42→    pass")
    assert source(build, "nests/count.py:42") == "a"


def test_the_call_may_name_the_file() -> None:
    build = Build().tool_call("c", '{"file": "nests/count.py"}', "k")
    assert source(build.tool_result("r", "41:def count():\n42:    pass", "k"), "nests/count.py:42") == "r"


def test_a_line_that_the_listing_has_not_stands_nowhere() -> None:
    build = Build().add("a", "nests/count.py\n   41→def count():\n   42→    pass")
    assert source(build, "nests/count.py:43") is None


def test_a_listing_of_another_file_does_not_count() -> None:
    assert source(Build().add("a", "nests/sort.py\n   42→    pass"), "nests/count.py:42") is None


def test_a_listing_that_left_is_gone() -> None:
    build = Build().add("a", "nests/count.py\n   42→    pass").evict("a")
    assert gone(build, "nests/count.py:42") == ["a"]


def test_the_step_that_took_a_life_is_the_last_before_the_moment() -> None:
    timeline = replay(Build().add("a").evict("a").checkpoint("a").truncate("a").trace())
    life = timeline.lives[0]
    assert last_taken(life, 3) == 1
    assert [taken_by(timeline, life, moment) for moment in (1, 3)] == [None, None]
    assert taken_by(timeline, life, 2) is timeline.steps[1]
    assert taken_by(timeline, life, 4) is timeline.steps[3]
