"""The data: people's shares from surveys, forecasts of our own, and what people say in their own words.

One item is one question with the shares of its answers; groups carry shares of their own. What is known to be wrong in
the pool is dropped here, with the reason, and nothing of a survey that the benchmark is made of gets through.
"""

import gzip
import json
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
OPTIONS_MAX = 12
QUESTION_CHARS_MAX = 1200
GROUP_PEOPLE_MIN = 80

# Surveys whose figures were found wrong or made up; none of their items is used.
FAULTY_SURVEYS = {
    "conjoint-trip": "ratings were cut into uneven classes",
    "cv-park": "bids of several rounds were averaged",
    "cv-forest": "bids of several rounds were averaged",
    "displayr-mrsupplier": "what the figures mean is not known",
    "displayr-banksat": "the answers look simulated",
    "cep53": "the population is not the one that is named",
}
# Groups of these surveys carry labels that belong to other groups.
FAULTY_GROUPS = {
    "gss2006": {"age", "education"},
    "gss2008": {"age", "education"},
    "gss2010": {"age", "education"},
    "pnud2010": {"*"},
    "cep81": {"*"},
}


@dataclass(frozen=True)
class Item:
    """A question with the shares of its answers, each list in the options' order."""

    id: str
    family: str
    survey: str
    language: str
    population: str
    question: str
    options: tuple[str, ...]
    shares: tuple[float, ...]
    # How many people the shares are of.
    people: int
    ordinal: bool
    is_consumer: bool
    groups: dict[str, dict[str, tuple[float, ...]]] = field(default_factory=dict)
    # Where the program sees a scale: the options' positions from the least to the most (`up`), and those of answers outside
    # the scale (`aside`).
    steps: dict[str, list[int]] | None = None


def lines(path: Path) -> list[dict]:
    """The objects of a JSONL file, gzipped or not."""
    packed = path.read_bytes()
    text = gzip.decompress(packed) if path.suffix == ".gz" else packed
    return [json.loads(line) for line in text.decode("utf-8").split("\n") if line.strip()]


def held_out_surveys() -> set[str]:
    """Surveys of the shipped benchmark: nothing of them is ever trained on."""
    text = (HERE / "held_out_ids").read_text(encoding="utf-8")
    return {line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")}


CONSUMER_KINDS = {"preference", "concept", "naming", "pricing", "feature_priority", "likelihood", "brand", "trade_off"}


def item(row: dict) -> Item | None:
    """A row of the pool as an item; none where it can't be learned from."""
    options, shares = row["options"], row["shares"]
    survey = row.get("survey", row["family"])
    usable = (
        2 <= len(options) <= OPTIONS_MAX
        and len(set(options)) == len(options) == len(shares)
        and 0 < len(row["question"]) < QUESTION_CHARS_MAX
        and is_distribution(shares)
        and survey not in FAULTY_SURVEYS
    )
    if not usable:
        return None
    return Item(
        id=row["id"],
        family=row["family"],
        survey=survey,
        language=row["language"],
        population=row.get("population") or row.get("country") or "",
        question=row["question"],
        options=tuple(options),
        shares=normalised(shares),
        people=int(row.get("n") or 500),
        ordinal=bool(row.get("ordinal")),
        is_consumer=row.get("topic") == "consumer" or row.get("kind") in CONSUMER_KINDS,
        groups=groups(row, survey),
    )


def groups(row: dict, survey: str) -> dict[str, dict[str, tuple[float, ...]]]:
    """The shares of groups by attribute and label; of groups of people, which carry their size, only the large ones."""
    faulty = FAULTY_GROUPS.get(survey, set())
    found: dict[str, dict[str, tuple[float, ...]]] = {}
    for attribute, values in (row.get("groups") or {}).items():
        if "*" in faulty or attribute in faulty:
            continue
        kept = {}
        for label, group in values.items():
            people = group.get("n", 0) if isinstance(group, dict) else GROUP_PEOPLE_MIN
            shares = group["shares"] if isinstance(group, dict) else group
            if people >= GROUP_PEOPLE_MIN and len(shares) == len(row["options"]) and is_distribution(shares):
                kept[label] = normalised(shares)
        if len(kept) > 1:
            found[attribute] = kept
    return found


def is_distribution(shares: list[float]) -> bool:
    return all(0.0 <= share <= 1.0 for share in shares) and abs(sum(shares) - 1.0) < 0.03


def normalised(shares: list[float]) -> tuple[float, ...]:
    total = sum(shares)
    return tuple(share / total for share in shares)


def items(*paths: Path, marked: bool = False) -> list[Item]:
    """All items of the files that can be learned from, without the benchmark's surveys and the rows marked `held_out`; or, if
    `marked`, those rows alone."""
    held_out = held_out_surveys()
    found = (item(row) for path in paths for row in lines(path) if bool(row.get("held_out")) == marked)
    return [it for it in found if it and it.survey not in held_out and it.family not in held_out]
