"""Whose address counts: that of the connection, or what a trusted proxy says of it.

Anybody can write a header, so it is believed only of a proxy that the operator has named. Of the
chain of addresses, the last one that is no such proxy is the first that nobody could have made up.
"""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

__all__ = ["Proxies", "address_key"]


class Proxies:
    """The proxies before this server, as addresses or networks.

    >>> Proxies(["127.0.0.1"]).sender("127.0.0.1", "6.6.6.6, 192.0.2.7")
    '192.0.2.7'
    >>> Proxies().sender("127.0.0.1", "6.6.6.6, 192.0.2.7")
    '127.0.0.1'

    :raises ValueError: if one is neither.
    """

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        self._networks: list[IPv4Network | IPv6Network] = [
            ip_network(each, strict=False) for each in trusted
        ]

    def sender(self, peer: str, forwarded: str) -> str:
        """Return who speaks through *peer*, which forwards for the chain *forwarded*."""
        for address in (peer, *(part.strip() for part in reversed(forwarded.split(",")))):
            if not address or not self.trusts(address):
                return address or peer
        return peer

    def trusts(self, address: str) -> bool:
        """Return whether *address* is one of these proxies."""
        if not self._networks:
            return False
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        # A server that listens for both kinds sees IPv4 in the clothes of IPv6.
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in network for network in self._networks)


def address_key(address: str) -> str:
    """Return what a limit counts for *address*: a household has one, also where it has 2⁶⁴.

    >>> address_key("192.0.2.7"), address_key("::ffff:192.0.2.7"), address_key("2001:db8::1:2:3")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((found, 64), strict=False))
