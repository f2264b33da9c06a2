"""The model gives every name that it offers, also of the parts that are loaded when they are asked for."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from typing import get_type_hints

import pytest

from ctxaudit import model
from ctxaudit.model import trace

VALUES = [name for name, one in vars(trace).items() if dataclasses.is_dataclass(one)]


@pytest.mark.parametrize("name", model.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(model, name) is not None


@pytest.mark.parametrize("name", VALUES)
def test_no_value_of_a_trace_can_be_written_to_or_has_room_for_more_than_its_fields(name: str) -> None:
    kind = getattr(trace, name)
    assert kind.__dataclass_params__.frozen
    assert "__slots__" in vars(kind)


@pytest.mark.parametrize("part", ["fleet", "picture"])
def test_what_is_loaded_later_is_all_that_its_part_defines(part: str) -> None:
    module = __import__(f"ctxaudit.model.{part}", fromlist=["*"])
    defined = {name for name, one in vars(module).items() if getattr(one, "__module__", "") == module.__name__}
    assert defined & set(model.__all__) == model._LATER[part]


def test_a_name_that_is_not_offered_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = model.no_such_name  # type: ignore[attr-defined]


def test_the_types_of_a_report_can_be_told_before_its_parts_were_asked_for() -> None:
    """What keeps results from run to run builds reports by the types of their fields."""
    script = (
        "from typing import get_type_hints\nfrom ctxaudit.model import Report, TraceReport\n"
        "print(get_type_hints(TraceReport)['picture'], get_type_hints(Report)['statistics'])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "ctxaudit.model.picture.Picture | None ctxaudit.model.fleet.Statistics | None\n"
    assert get_type_hints(model.TraceReport)["picture"] == model.Picture | None
