"""Which addresses on the network the house may call: public ones, looked up once and dialled as they were checked.

`CLOSED_NETWORK` in the settings opens this for tests and for networks without a way out.
"""

from __future__ import annotations

import re
import socket
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as LookupTimeout
from contextlib import closing
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from services.errors import NotAllowed

LOOKUP_SECONDS: Final = 5.0
LONGEST: Final = 1000
PORTS: Final = {"http": 80, "https": 443}
Ip = IPv4Address | IPv6Address


class AddressNotPublic(NotAllowed):
    code = "address-not-public"


@dataclass(frozen=True, slots=True)
class Destination:
    """An address after it was checked: `ip` is what is dialled, `host` what is said there."""

    scheme: str
    host: str
    port: int
    path: str  # with the query
    ip: str

    @property
    def host_header(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == PORTS[self.scheme] else f"{name}:{self.port}"


def destination_of(url: str, schemes: tuple[str, ...] = ("https", "http")) -> Destination:
    """Look up a URL and check all that it resolves to. Raises AddressNotPublic; the name servers are asked once."""
    parts, port = _parts(url, schemes)
    host = _host(parts)
    ips = _lookup(host, port)
    if not settings.CLOSED_NETWORK and not all(is_public(ip) for ip in ips):
        raise AddressNotPublic
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Destination(parts.scheme, host, port, path, str(ips[0]))


def _parts(url: str, schemes: tuple[str, ...]) -> tuple[SplitResult, int]:
    if len(url) > LONGEST or re.search(r"[\x00-\x20\x7f\\]", url):
        raise AddressNotPublic
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        raise AddressNotPublic from None
    allowed = ("https", "http") if settings.CLOSED_NETWORK else schemes
    written = f"{parts.path}?{parts.query}"
    if parts.scheme not in allowed or not parts.hostname or "@" in parts.netloc or not port or not written.isascii():
        raise AddressNotPublic
    return parts, port


def _host(parts: SplitResult) -> str:
    """The name as name servers read it. A number that is not written as an address usually is has something to hide."""
    try:
        host = str(parts.hostname).encode("idna").decode("ascii").lower()
    except UnicodeError:
        raise AddressNotPublic from None
    if not re.fullmatch(r"[a-z0-9._:-]+", host):
        raise AddressNotPublic
    last = host.rstrip(".").rpartition(".")[2]
    if ":" in host or re.fullmatch(r"[0-9]+|0x[0-9a-f]*", last):
        try:
            ip_address(host)
        except ValueError:
            raise AddressNotPublic from None
    return host


def _lookup(host: str, port: int) -> list[Ip]:
    """All addresses of a name. Name servers that take long are not waited for."""
    pool = ThreadPoolExecutor(1)
    try:
        asked = pool.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        answers = asked.result(LOOKUP_SECONDS)
        ips = [ip_address(str(answer[4][0]).partition("%")[0]) for answer in answers]
    except (OSError, LookupTimeout, UnicodeError, ValueError):
        raise AddressNotPublic from None
    finally:
        pool.shutdown(wait=False)
    if not ips:
        raise AddressNotPublic
    return list(dict.fromkeys(ips))


def is_public(ip: Ip) -> bool:
    """Whether everybody on the internet means the same machine by it, and that machine is not this one."""
    if not ip.is_global or ip.is_multicast or ip.is_reserved or ip.is_unspecified:
        return False
    if any(ip in network for network in _REFUSED if network.version == ip.version):
        return False
    return not _is_ours(ip)


def _networks(*texts: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(text) for text in texts)


# Beside what the standard library knows to be private. IPv6 that carries an IPv4 address could mean any of those.
_REFUSED: Final = _networks(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/3",
    "168.63.129.16/32",  # where machines of Azure ask about themselves
    "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23",
    "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
)  # fmt: skip


def _is_ours(ip: Ip) -> bool:
    """A public address of this very machine: only those can be bound here."""
    family = socket.AF_INET6 if ip.version == 6 else socket.AF_INET
    try:
        with closing(socket.socket(family, socket.SOCK_DGRAM)) as line:
            line.bind((str(ip), 0))
    except OSError:
        return False
    return True
