"""What the server counts, for Prometheus."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

__all__ = ["Metrics"]


class Metrics(Collector):
    """The counters of one server; each server has its own registry, so that tests can have two."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge("batarde_connections", "Open game sockets", registry=self.registry)
        self.rooms = Gauge("batarde_rooms", "Tables in memory", registry=self.registry)
        self.commands = 0
        """Counted by hand: there is one for every move."""
        self.registry.register(self)
        self.refused = Counter(
            "batarde_refused", "Messages answered with a code", registry=self.registry
        )
        self.limited = Counter(
            "batarde_limited", "Messages over a rate limit", registry=self.registry
        )
        self.mishaps = Gauge(
            "batarde_bot_mishaps", "Bot answers that were replaced", registry=self.registry
        )

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Yield what is counted by hand."""
        yield CounterMetricFamily("batarde_commands", "Commands taken from people", self.commands)

    def text(self) -> bytes:
        """Return all counters in Prometheus' text form."""
        return generate_latest(self.registry)
