"""The line between a page and the server, which a test may cut, or answer or lie on itself."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Answer = Callable[[dict[str, Any]], dict[str, Any] | None]
"""What a test says in the server's place to a message, or nothing."""


class Line:
    """Every game socket of a page goes through here."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._heard: list[str] = []
        """What the server has said since the line was mended."""
        self._is_cut = False
        self._sockets: list[WebSocketRoute] = []
        self._answer: Answer | None = None
        self._tells: Callable[[dict[str, Any]], dict[str, Any]] | None = None
        page.route_web_socket("**/ws", self._connect)

    def cut(self) -> None:
        """Cut the line, and let no other one be made."""
        self._is_cut = True
        for socket in self._sockets:
            socket.close(code=4000)
        self._sockets.clear()

    def mend(self) -> None:
        """Let the page come back."""
        self._heard.clear()
        self._is_cut = False

    def await_game(self) -> None:
        """Wait until a game that waited for this page goes on.

        The line is back a moment before: what is tapped then answers a table that is over.
        """
        while not any('"resumed"' in message for message in self._heard):
            self._page.wait_for_timeout(10)

    def stand_in(self, answer: Answer | None) -> None:
        """From now on *answer* speaks for the server, which hears nothing; or itself again."""
        self._answer = answer

    def lie(self, tells: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        """From now on the page is told of each message what *tells* makes of it."""
        self._tells = tells

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._is_cut:
            socket.close(code=4000)
            return
        server = socket.connect_to_server()
        self._sockets += [socket, server]

        def hear(message: str | bytes) -> None:
            if self._answer is None:
                server.send(message)
            elif answer := self._answer(json.loads(message)):
                socket.send(json.dumps(answer))

        def tell(message: str | bytes) -> None:
            self._heard.append(str(message))
            told = self._tells(json.loads(message)) if self._tells else None
            socket.send(message if told is None else json.dumps(told))

        socket.on_message(hear)
        server.on_message(tell)
