"""How near a forecast comes to people: the same measures as `canvass bench human` has."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from .pool import Item


@dataclass(frozen=True)
class Score:
    skill: float
    winner: float
    cases: int

    def __str__(self) -> str:
        return f"{self.skill:+.1f} (winner {self.winner:.2f}, {self.cases})"


def distance(one: Iterable[float], other: Iterable[float]) -> float:
    """Total variation."""
    return 0.5 * sum(abs(a - b) for a, b in zip(one, other, strict=True))


def winner(shares: Iterable[float]) -> int:
    shares = list(shares)
    return max(range(len(shares)), key=shares.__getitem__)


def score(pairs: list[tuple[Item, list[float]]]) -> Score:
    """Skill is 100 for people's own shares and 0 for all answers alike."""
    if not pairs:
        return Score(0.0, 0.0, 0)
    told = sum(distance(said, item.shares) for item, said in pairs)
    alike = sum(distance([1 / len(item.shares)] * len(item.shares), item.shares) for item, _ in pairs)
    right = sum(winner(said) == winner(item.shares) for item, said in pairs)
    return Score(100 * (1 - told / alike) if alike else 0.0, right / len(pairs), len(pairs))


def scores(pairs: list[tuple[Item, list[float]]]) -> dict[str, Score]:
    """All cases, and by language, by kind of list and by family."""
    by: dict[str, list[tuple[Item, list[float]]]] = defaultdict(list)
    for pair in pairs:
        it = pair[0]
        by["all"].append(pair)
        by[f"language {it.language}"].append(pair)
        by["scales" if it.ordinal else "options without an order"].append(pair)
        if it.is_consumer:
            by["consumer choices"].append(pair)
        by[f"family {it.family}"].append(pair)
    return {name: score(members) for name, members in sorted(by.items())}


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Of a group's difference from the whole, as forecast and as people had it."""
    if len(pairs) < 2:
        return 0.0
    count = len(pairs)
    mean_said = sum(said for said, _ in pairs) / count
    mean_true = sum(true for _, true in pairs) / count
    covariance = sum((said - mean_said) * (true - mean_true) for said, true in pairs)
    spread = sum((said - mean_said) ** 2 for said, _ in pairs) * sum((true - mean_true) ** 2 for _, true in pairs)
    return covariance / spread**0.5 if spread > 0 else 0.0
