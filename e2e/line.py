"""The line between a page and the server, which a test may cut."""

from playwright.sync_api import Page, WebSocketRoute


class Line:
    """Every game socket of a page goes through here."""

    def __init__(self, page: Page) -> None:
        self._is_cut = False
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/ws", self._connect)

    def cut(self) -> None:
        """Cut the line, and let no other one be made."""
        self._is_cut = True
        for socket in self._sockets:
            socket.close(code=4000)
        self._sockets.clear()

    def mend(self) -> None:
        """Let the page come back."""
        self._is_cut = False

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._is_cut:
            socket.close(code=4000)
            return
        self._sockets += [socket, socket.connect_to_server()]
