"""The page in a real browser: it is drawn, its pins open by every means, nothing of a trace acts, nothing leaves."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.reports.html.conftest import Browser
from tests.reports.html.made import audited, gate, hostile, page
from tests.reports.html.test_page import ATTACKS
from tests.reports.made import altered, report, trace, written

TAB, ENTER, ESCAPE = "\ue004", "\ue007", "\ue00c"
PAPER = "getComputedStyle(document.body).backgroundColor"
OPEN = "!document.getElementById('pop').hidden"
PAGES = {
    "story": lambda: page(audited(gate())),
    "two traces": lambda: page(audited(gate()), audited(gate())),
    "no findings": lambda: page(trace()),
    "nothing": lambda: written(report(), "html"),
    "three hundred findings": lambda: page(audited(gate(), findings=tuple(altered(at, edit=at) for at in range(300)))),
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [375, 1280])
def test_a_page_is_shown_without_a_word_on_the_console_and_no_wider_than_the_screen(
    browser: Browser, name: str, width: int
) -> None:
    browser.open(PAGES[name](), width)
    assert browser.problems == []
    assert browser.ask("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [375, 1280])
def test_a_row_without_a_name_has_the_whole_width(browser: Browser, width: int) -> None:
    browser.open(page(trace(notes=("a note that is longer than the column of names " * 4,))), width)
    browser.ask("document.querySelectorAll('details').forEach(one => one.open = true)")
    said = "document.querySelector('.rows dd:only-child')"
    assert browser.ask(f"{said}.clientWidth === {said}.closest('dl').clientWidth")


def test_nothing_is_asked_of_the_network(browser: Browser) -> None:
    browser.open(page(audited(gate())))
    browser.find("a.pin").click()
    asked = browser.requests
    assert asked
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_text_stays_text(browser: Browser, attack: str) -> None:
    browser.open(written(hostile(ATTACKS[attack]), "html", verbose=True))
    assert browser.problems == []
    assert browser.ask("[document.scripts.length, document.images.length, document.styleSheets.length]") == [1, 0, 1]
    assert browser.ask("document.title.startsWith('ctxaudit: ')")


def test_the_window_is_drawn_to_its_size(browser: Browser) -> None:
    browser.open(page(audited(gate())))
    box = browser.find("svg.plot path.sources").rect
    assert (box["width"] > 500, 50 < box["height"] <= 220) == (True, True)


def test_a_pin_opens_by_a_click_and_says_what_was_found(browser: Browser) -> None:
    browser.open(page(audited(gate())))
    browser.find("a.pin.error").click()
    assert browser.ask(OPEN)
    assert "line" in browser.find("#pop").text


def test_an_edit_opens_under_the_pointer_and_says_what_left_and_what_stands_for_it(browser: Browser) -> None:
    browser.open(page(audited(gate())))
    browser.hover("a.pin.edit")
    browser.until(OPEN)
    said = browser.find("#pop").text
    assert ("left: r1" in said, "stands for it: m1" in said) == (True, True)


def test_a_box_closes_when_the_pointer_goes_away(browser: Browser) -> None:
    browser.open(page(audited(gate())))
    browser.hover("a.pin.edit")
    browser.until(OPEN)
    browser.hover("h1")
    browser.until(f"!({OPEN})")


def test_pins_are_reached_with_the_tabulator_and_open_on_focus(browser: Browser) -> None:
    browser.open(page(audited(gate())))
    for _ in range(3):  # the link to the report, the switch, the first pin
        browser.press(TAB)
    assert browser.ask("document.activeElement.classList.contains('pin')")
    assert browser.ask(OPEN)


def test_enter_goes_into_the_box_and_escape_comes_back(browser: Browser) -> None:
    browser.open(page(audited(gate())))
    for key in (TAB, TAB, TAB, ENTER):
        browser.press(key)
    assert browser.ask("document.getElementById('pop').contains(document.activeElement)")
    browser.press(ESCAPE)
    assert (browser.ask(OPEN), browser.ask("document.activeElement.id")) == (False, "t1-p1")


def test_a_click_elsewhere_closes_the_box(browser: Browser) -> None:
    browser.open(page(audited(gate())))
    browser.find("a.pin").click()
    browser.find("h1").click()
    assert not browser.ask(OPEN)


def test_the_box_stays_within_a_narrow_screen(browser: Browser) -> None:
    browser.open(page(audited(gate())), 375)
    browser.all("a.pin")[-1].click()
    box = browser.find("#pop").rect
    assert (box["x"] >= 0, box["x"] + box["width"] <= 375) == (True, True)


def test_a_link_of_the_box_leads_to_the_finding(browser: Browser) -> None:
    browser.open(page(audited(gate())))
    browser.find("a.pin.error").click()
    browser.find("#pop a").click()
    assert browser.ask("document.querySelector(':target').matches('.card')")


def test_a_link_unfolds_what_it_leads_into(browser: Browser) -> None:
    browser.open(page(*(audited(gate()) for _ in range(5))))
    browser.find("a[href='#t5']").click()
    browser.until("document.getElementById('t5').open")


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("dark", [True, False])
def test_the_switch_turns_the_colours_round_with_and_without_scripts(
    browser: Browser, dark: bool, scripts: bool
) -> None:
    browser.open(page(audited(gate())), dark=dark, scripts=scripts)
    papers = [browser.find("body").value_of_css_property("background-color")]
    browser.find("label.flip").click()
    papers.append(browser.find("body").value_of_css_property("background-color"))
    light, night = "rgba(255, 255, 255, 1)", "rgba(20, 23, 28, 1)"
    assert papers == ([night, light] if dark else [light, night])


def test_without_scripts_a_pin_leads_to_its_finding(browser: Browser) -> None:
    browser.open(page(audited(gate())), scripts=False)
    browser.find("a.pin.error").click()
    assert len(browser.all(".card:target")) == 1


def test_without_scripts_all_findings_can_be_read(browser: Browser) -> None:
    browser.open(page(audited(gate())), scripts=False)
    assert all(card.text for card in browser.all(".card") if card.is_displayed())
    assert browser.all(".card")


def test_marks_that_would_cover_one_another_are_one(browser: Browser) -> None:
    built = gate()
    for number in range(60):
        built.turn(number + 4).add(f"s{number}", tokens=1).evict(f"s{number}")
    browser.open(page(audited(built)))
    heads = [head.rect["x"] for head in browser.all("a.pin.edit .head")]
    assert len(heads) > 10
    assert min(later - earlier for earlier, later in pairwise(heads)) > 18
