"""The wire between a browser and the server, which can be cut under any engine alike."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit


class Wire:
    """Carries bytes to the server, for as long as it is whole."""

    def __init__(self, server: str) -> None:
        address = urlsplit(server)
        self._host, self._port = str(address.hostname), address.port or 80
        self._loop = asyncio.new_event_loop()
        self._is_cut = False
        self._ends: set[asyncio.StreamWriter] = set()
        self.url = ""

    def cut(self) -> None:
        """Break every connection, and let none be made."""
        self._set(is_cut=True)

    def mend(self) -> None:
        """Let the browser come back."""
        self._set(is_cut=False)

    @contextmanager
    def laid(self) -> Iterator["Wire"]:
        """Listen on a free port until all is over."""
        thread = threading.Thread(target=self._loop.run_forever)
        thread.start()
        listening = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._carry, "127.0.0.1", 0), self._loop
        ).result()
        self.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(listening.close)
            asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()

    def _set(self, *, is_cut: bool) -> None:
        async def change() -> None:
            self._is_cut = is_cut
            for end in self._ends if is_cut else ():
                end.transport.abort()

        asyncio.run_coroutine_threadsafe(change(), self._loop).result()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(self._host, self._port)
        ends = {writer, far_writer}
        self._ends |= ends
        await asyncio.gather(_pass_on(reader, far_writer), _pass_on(far_reader, writer))
        self._ends -= ends

    async def _end(self) -> None:
        for end in self._ends:
            end.transport.abort()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Carry what *reader* brings to *writer*, until one of them ends."""
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()
