"""A real browser without a window and without a network; tests that need one are skipped where there is none."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
_FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
)


class Browser:
    """One page at a time. `problems` are the console's errors, `requests` all that was asked for."""

    def __init__(self, driver: Any, folder: Path) -> None:
        self.driver = driver
        self._folder = folder
        self._pages = 0

    def open(self, page: str, width: int = 1280, *, dark: bool = False, scripts: bool = True) -> None:
        self._pages += 1
        file = self._folder / f"{self._pages}.html"
        file.write_text(page, encoding="utf-8")
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._send("Emulation.setDeviceMetricsOverride", size)
        self._send("Emulation.setEmulatedMedia", {"features": [scheme]})
        self._send("Emulation.setScriptExecutionDisabled", {"value": not scripts})
        self.driver.get(file.as_uri())

    def _send(self, command: str, values: dict[str, Any]) -> None:
        self.driver.execute_cdp_cmd(command, values)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements("css selector", selector))

    def ask(self, script: str) -> Any:
        return self.driver.execute_script(f"return {script}")

    def press(self, *keys: str) -> None:
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def hover(self, selector: str) -> None:
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).move_to_element(self.find(selector)).perform()

    def until(self, script: str) -> None:
        """Waits for what must become true; a test fails when it does not."""
        from selenium.webdriver.support.ui import WebDriverWait

        waiting: Callable[[Any], Any] = lambda _: self.ask(script)  # noqa: E731
        WebDriverWait(self.driver, 10).until(waiting, script)

    @property
    def problems(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]

    @property
    def requests(self) -> list[str]:
        said = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [one["params"]["request"]["url"] for one in said if one["method"] == "Network.requestWillBeSent"]


@pytest.fixture(scope="session")
def _driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    from selenium.webdriver.chrome.service import Service

    program = next(filter(None, map(shutil.which, _BROWSERS)), None)
    serving = shutil.which("chromedriver")
    if program is None or serving is None:
        pytest.skip("no Chromium with its chromedriver on this machine")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in _FLAGS.split():
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('browser')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(serving))
    yield driver
    driver.quit()


@pytest.fixture
def browser(_driver: Any, tmp_path: Path) -> Browser:
    return Browser(_driver, tmp_path)
