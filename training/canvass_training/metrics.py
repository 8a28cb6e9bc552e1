"""How near a forecast comes to people: the same measures as `canvass bench human` has."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from .pool import Item


@dataclass(frozen=True)
class Score:
    # In points: 100 for people's own shares, 0 for equal shares of all answers.
    skill: float
    # The share of cases whose most chosen answer was forecast.
    winner: float
    cases: int

    def __str__(self) -> str:
        return f"{self.skill:+.1f} (winner {self.winner:.2f}, {self.cases})"


def distance(one: Iterable[float], other: Iterable[float]) -> float:
    """Total variation distance, 0 to 1."""
    return 0.5 * sum(abs(a - b) for a, b in zip(one, other, strict=True))


def winner(shares: Iterable[float]) -> int:
    shares = list(shares)
    return max(range(len(shares)), key=shares.__getitem__)


def score(pairs: list[tuple[Item, list[float]]]) -> Score:
    """The score of forecasts, each with its item."""
    if not pairs:
        return Score(0.0, 0.0, 0)
    of_forecasts = sum(distance(forecast, item.shares) for item, forecast in pairs)
    of_equal_shares = sum(distance([1 / len(item.shares)] * len(item.shares), item.shares) for item, _ in pairs)
    winners = sum(winner(forecast) == winner(item.shares) for item, forecast in pairs)
    skill = 100 * (1 - of_forecasts / of_equal_shares) if of_equal_shares else 0.0
    return Score(skill, winners / len(pairs), len(pairs))


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
    """Pearson's correlation of pairs of a forecast and an observed number; 0 for fewer than two pairs and without variance."""
    if len(pairs) < 2:
        return 0.0
    count = len(pairs)
    mean_forecast = sum(forecast for forecast, _ in pairs) / count
    mean_observed = sum(observed for _, observed in pairs) / count
    covariance = sum((forecast - mean_forecast) * (observed - mean_observed) for forecast, observed in pairs)
    variances = [sum((forecast - mean_forecast) ** 2 for forecast, _ in pairs)]
    variances.append(sum((observed - mean_observed) ** 2 for _, observed in pairs))
    product = variances[0] * variances[1]
    return covariance / product**0.5 if product > 0 else 0.0
