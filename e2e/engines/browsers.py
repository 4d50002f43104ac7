"""A window of each engine, as the distribution ships it, of the size of a phone."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

import pytest
from selenium.webdriver import (
    Chrome,
    ChromeOptions,
    ChromeService,
    Remote,
    WebKitGTK,
    WebKitGTKOptions,
    WebKitGTKService,
)
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.remote.webdriver import WebDriver

from e2e.engines.marionette import MarionetteConnection

WIDTH: Final = 390
HEIGHT: Final = 844

_IS_ROOT: Final = os.geteuid() == 0

_PREFERENCES: Final = """
user_pref("marionette.port", 0);
user_pref("intl.accept_languages", "en-GB");
user_pref("dom.w3c_touch_events.enabled", 1);
user_pref("ui.primaryPointerCapabilities", 1);
user_pref("ui.allPointerCapabilities", 1);
user_pref("ui.useOverlayScrollbars", 1);
user_pref("toolkit.legacyUserProfileCustomizations.stylesheets", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.disabledForTesting", true);
"""
"""A Firefox with fingers (1 is a coarse pointer) and a phone's scroll bars; it asks nobody for
anything."""


def _found(name: str, *places: str) -> str:
    """Return the path of the program *name*, which may stand in *places* off the path."""
    found = shutil.which(name)
    for place in places:
        found = found or next((str(path) for path in Path("/usr").glob(place)), None)
    if found is None:
        pytest.fail(f"there is no {name} here: run `make engines`")
    return found


@contextmanager
def chromium(_folder: Path) -> Iterator[WebDriver]:
    """Open a window of Blink, the engine of Chrome, Edge and Android."""
    options = ChromeOptions()
    options.binary_location = os.environ.get("CHROMIUM") or _found("chromium")
    for argument in ("--headless=new", "--lang=en-GB", *["--no-sandbox"] * _IS_ROOT):
        options.add_argument(argument)
    size = {"width": WIDTH, "height": HEIGHT, "pixelRatio": 1, "touch": True}
    options.add_experimental_option("mobileEmulation", {"deviceMetrics": size})
    driver = Chrome(options=options, service=ChromeService(_found("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()


@contextmanager
def firefox(folder: Path) -> Iterator[WebDriver]:
    """Open a window of Gecko, the engine of Firefox."""
    (folder / "user.js").write_text(_PREFERENCES)
    (folder / "chrome").mkdir()
    # Firefox's own window is never narrower than its tool bar, which a phone does not have.
    (folder / "chrome" / "userChrome.css").write_text(":root { min-width: 0 !important }")
    command = [_found("firefox-esr"), "--headless", "--kiosk", "--marionette", "--no-remote"]
    process = subprocess.Popen(
        [*command, "--profile", str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        port = folder / "MarionetteActivePort"
        while not (port.exists() and port.read_text()):
            assert process.poll() is None, "Firefox has ended before it began"
            time.sleep(0.05)
        driver = Remote(MarionetteConnection(int(port.read_text())), options=ArgOptions())
        driver.set_window_rect(0, 0, WIDTH, HEIGHT)
        yield driver
        driver.quit()
    finally:
        process.terminate()
        process.wait()


@contextmanager
def webkit(_folder: Path) -> Iterator[WebDriver]:
    """Open a window of WebKit, the engine of Safari and of every browser on an iPhone."""
    options = WebKitGTKOptions()
    options.binary_location = _found("MiniBrowser", "lib*/**/webkit2gtk-4.1/MiniBrowser")
    for argument in ("--automation", "--full-screen"):
        options.add_argument(argument)
    with _display() as display:
        surroundings = dict(os.environ) | {"DISPLAY": display}
        if _IS_ROOT:
            surroundings["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        service = WebKitGTKService(_found("WebKitWebDriver"), env=surroundings)
        driver = WebKitGTK(options=options, service=service)
        try:
            driver.set_window_rect(0, 0, WIDTH, HEIGHT)
            yield driver
        finally:
            driver.quit()


@contextmanager
def _display() -> Iterator[str]:
    """Run a screen that nobody sees: WebKitGTK has no window without one."""
    reader, writer = os.pipe()
    screen = ["-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
    process = subprocess.Popen(
        [_found("Xvfb"), "-displayfd", str(writer), *screen],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with open(reader, encoding="ascii") as number:  # noqa: PTH123 - a pipe has no path
            yield f":{number.readline().strip()}"
    finally:
        process.terminate()
        process.wait()


ENGINES: Final[dict[str, Callable[[Path], AbstractContextManager[WebDriver]]]] = {
    "chromium": chromium,
    "webkit": webkit,
    "firefox": firefox,
}
