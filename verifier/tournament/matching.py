"""Whether people can be paired at all: the largest matching of a graph, by Edmonds' blossoms."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence, Set

Mates = list[int]


def can_all_be_paired(people: Sequence[int], met: Mapping[int, Set[int]]) -> bool:
    """Everybody with somebody not met before."""
    if len(people) % 2:
        return False
    everybody = set(people)
    fewest = min((len(people) - 1 - len(met[entry] & everybody) for entry in people), default=0)
    if 2 * fewest >= len(people):
        return True  # Dirac: a cycle through all, every second edge of which is a pairing
    place = {entry: at for at, entry in enumerate(people)}
    graph = [[place[other] for other in people if other != entry and other not in met[entry]] for entry in people]
    return -1 not in _Blossoms(graph).mates()


class _Blossoms:
    """`base` names the blossom a node lies in by the node at its stem."""

    def __init__(self, graph: Sequence[Sequence[int]]) -> None:
        self.graph, self.size = graph, len(graph)
        self.mate: Mates = [-1] * self.size
        self.parent: list[int] = []
        self.base: list[int] = []

    def mates(self) -> Mates:
        for node in range(self.size):  # a greedy beginning saves most searches
            if self.mate[node] < 0:
                free = next((other for other in self.graph[node] if self.mate[other] < 0), -1)
                if free >= 0:
                    self.mate[node], self.mate[free] = free, node
        for node in range(self.size):
            if self.mate[node] < 0:
                self._augment(self._search(node))
        return self.mate

    def _augment(self, node: int) -> None:
        while node >= 0:
            before = self.parent[node]
            further = self.mate[before]
            self.mate[node], self.mate[before] = before, node
            node = further

    def _search(self, root: int) -> int:
        """The end of a path along which one pair more can be made; -1: there is none."""
        self.parent, self.base = [-1] * self.size, list(range(self.size))
        outer = [False] * self.size
        outer[root] = True
        queue = deque([root])
        while queue:
            node = queue.popleft()
            for other in self.graph[node]:
                if self.base[node] == self.base[other] or self.mate[node] == other:
                    continue
                if other == root or (self.mate[other] >= 0 and self.parent[self.mate[other]] >= 0):
                    self._contract(node, other, outer, queue)
                elif self.parent[other] < 0:
                    self.parent[other] = node
                    if self.mate[other] < 0:
                        return other
                    outer[self.mate[other]] = True
                    queue.append(self.mate[other])
        return -1

    def _contract(self, node: int, other: int, outer: list[bool], queue: deque[int]) -> None:
        stem = self._stem(node, other)
        blossom = [False] * self.size
        self._mark(node, stem, other, blossom)
        self._mark(other, stem, node, blossom)
        for member in range(self.size):
            if blossom[self.base[member]]:
                self.base[member] = stem
                if not outer[member]:
                    outer[member] = True
                    queue.append(member)

    def _stem(self, node: int, other: int) -> int:
        above = set()
        while True:
            node = self.base[node]
            above.add(node)
            if self.mate[node] < 0:
                break
            node = self.parent[self.mate[node]]
        while self.base[other] not in above:
            other = self.parent[self.mate[self.base[other]]]
        return self.base[other]

    def _mark(self, node: int, stem: int, child: int, blossom: list[bool]) -> None:
        while self.base[node] != stem:
            blossom[self.base[node]] = blossom[self.base[self.mate[node]]] = True
            self.parent[node] = child
            child = self.mate[node]
            node = self.parent[self.mate[node]]
