"""The sockets that the server listens on, made before anything else can go wrong with them."""

import os
import socket

__all__ = ["ListenError", "listen_on"]


class ListenError(Exception):
    """The address cannot be listened on."""


def listen_on(host: str, port: int) -> list[socket.socket]:
    """Return a bound socket for every address that *host* stands for.

    :raises ListenError: if one of them is taken, not ours, or not known.
    """
    made: list[socket.socket] = []
    try:
        for family, address in _addresses(host, port):
            made.append(_bound(family, address))
    except OSError as error:
        for one in made:
            one.close()
        reason = error.strerror or str(error)
        raise ListenError(f"{host}, port {port} cannot be listened on: {reason}") from error
    return made


def _addresses(host: str, port: int) -> list[tuple[socket.AddressFamily, tuple[object, ...]]]:
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return list(dict.fromkeys((family, address) for family, _, _, _, address in found))


def _bound(family: socket.AddressFamily, address: tuple[object, ...]) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would share the port with whoever has it
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family is socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        # Binding alone does not show that another listens there.
        made.listen()
    except OSError:
        made.close()
        raise
    return made
