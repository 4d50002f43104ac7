"""Firefox without geckodriver: Selenium's commands over Marionette, which Firefox speaks itself.

Marionette is WebDriver under other names: a message is its length, a colon, and a JSON array
``[0, number, name, parameters]``; the answer is ``[1, number, error, result]``.
"""

import json
import socket
from typing import Any, Final

from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.remote_connection import RemoteConnection

_NAMES: Final = {
    Command.NEW_SESSION: "WebDriver:NewSession",
    Command.QUIT: "Marionette:Quit",
    Command.GET: "WebDriver:Navigate",
    Command.REFRESH: "WebDriver:Refresh",
    Command.GET_CURRENT_URL: "WebDriver:GetCurrentURL",
    Command.SET_WINDOW_RECT: "WebDriver:SetWindowRect",
    Command.SCREENSHOT: "WebDriver:TakeScreenshot",
    Command.W3C_EXECUTE_SCRIPT: "WebDriver:ExecuteScript",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "WebDriver:ExecuteAsyncScript",
    Command.W3C_ACTIONS: "WebDriver:PerformActions",
    Command.GET_ELEMENT_ARIA_LABEL: "WebDriver:GetComputedLabel",
}
"""The commands that our journeys need."""

_PATIENCE: Final = 120
"""Seconds for an answer: a Firefox that says nothing for so long has died."""


class MarionetteConnection(RemoteConnection):
    """Carries Selenium's commands to a Firefox that listens on *port*."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), _PATIENCE)
        self._answers = self._socket.makefile("rb")
        self._count = 0
        self._receive()  # the greeting
        address = f"http://127.0.0.1:{port}"
        super().__init__(client_config=ClientConfig(remote_server_addr=address))

    def execute(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send *command*; return its answer in the form in which drivers answer by HTTP."""
        known = {name: value for name, value in params.items() if name != "sessionId"}
        if command == Command.NEW_SESSION:
            known = {}  # all that we ask of Firefox is in its profile
        self._count += 1
        message = json.dumps([0, self._count, _NAMES[command], known]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _kind, _number, fault, result = self._receive()
        if fault:
            return {"status": 500, "value": json.dumps({"value": fault})}
        plain = isinstance(result, dict) and list(result) == ["value"]
        return {"value": result["value"] if plain else result}

    def close(self) -> None:
        """End the connection."""
        self._answers.close()
        self._socket.close()
        super().close()  # type: ignore[no-untyped-call]

    def _receive(self) -> Any:
        length = b""
        while (digit := self._answers.read(1)) != b":":
            if not digit:
                raise ConnectionError("Firefox has gone away")
            length += digit
        return json.loads(self._answers.read(int(length)))
