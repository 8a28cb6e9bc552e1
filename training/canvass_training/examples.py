"""Items as examples: prompts of the product's own making, each with what is to be learned from it.

`canvass engine prompts` renders the prompts, so that what is trained is what the program asks; its answer carries the
hash of every template, which goes with the adapter.
"""

import dataclasses
import json
import random
import subprocess
from collections.abc import Iterable
from pathlib import Path

from .pool import Item

# In how many orders of its options an item is learned, and how many of its groups are drawn for each.
ORDERS_PER_ITEM = 3
GROUPS_PER_ORDER_MAX = 6
# The share of the answer that stands for all that the list does not name ("another reason").
OTHER_SHARES = {"reasons": 0.05, "concerns": 0.15}
# How often a list that the pool calls ordered, but in which the program sees no scale, is shown in its own order.
OWN_ORDER_PROBABILITY = 0.5
# Attributes as the program names them.
ATTRIBUTES = {
    "en": {
        "gender": "Sex",
        "sex": "Sex",
        "age": "Age group",
        "education": "Education",
        "income": "Household income",
        "area": "Area",
    },
    "es": {
        "gender": "Sexo",
        "sex": "Sexo",
        "age": "Grupo de edad",
        "education": "Estudios",
        "income": "Ingresos del hogar",
        "area": "Zona",
    },
    "zh": {"gender": "性别", "sex": "性别", "age": "年龄段", "education": "教育程度", "income": "家庭收入", "area": "城乡"},
}
LANGUAGES = ("en", "es", "zh")


def prompt_language(language: str) -> str:
    """The language of the prompt around a question; English where the program has no prompt in the question's language."""
    return language if language in LANGUAGES else "en"


def with_steps(items: list[Item], canvass: Path) -> list[Item]:
    """Items with the scale that the program sees in their options, if it sees one."""
    prompts = rendered([shares_ask(item, list(range(len(item.options)))) for item in items], canvass)
    return [dataclasses.replace(item, steps=prompt.get("steps")) for item, prompt in zip(items, prompts, strict=True)]


def orders(item: Item, count: int, rng: random.Random) -> list[list[int]]:
    """Orders of the options as the program asks about them: a scale upwards and downwards, other lists in random orders, each
    followed by its reverse."""
    if item.steps:
        up, aside = item.steps["up"], item.steps["aside"]
        return [up + aside, up[::-1] + aside][:count]
    places, found = list(range(len(item.options))), []
    while len(found) < count:
        order = rng.sample(places, len(places))
        found += [order, order[::-1]]
    return found[:count]


def trained_orders(item: Item, count: int, rng: random.Random) -> list[list[int]]:
    """As `orders`, but lists that have an order of their own are sometimes shown in it."""
    found = orders(item, count, rng)
    if item.ordinal and not item.steps:
        places = list(range(len(item.options)))
        own = [places, places[::-1]]
        found = [rng.choice(own) if rng.random() < OWN_ORDER_PROBABILITY else order for order in found]
    return found


def shares_ask(item: Item, order: list[int], part: str | None = None) -> dict:
    ask = {
        "kind": "shares",
        "language": prompt_language(item.language),
        "audience": item.population,
        "title": item.question,
        "options": [item.options[place] for place in order],
    }
    return ask | {"part": part} if part else ask


def part_of(language: str, attribute: str, label: str) -> str:
    return f"{ATTRIBUTES[prompt_language(language)].get(attribute, attribute)}: {label}"


def bundles(items: Iterable[Item], seed: int, count: int = ORDERS_PER_ITEM) -> list[dict]:
    """One bundle is a question in one order: the whole audience first, then groups. Its prompts share their beginning and differ
    in the last line."""
    rng = random.Random(seed)
    found = []
    for item in items:
        parts = [(a, label, shares) for a, values in item.groups.items() for label, shares in values.items()]
        for order in trained_orders(item, count, rng):
            chosen = rng.sample(parts, min(GROUPS_PER_ORDER_MAX, len(parts)))
            asks = [(shares_ask(item, order), item.shares)]
            asks += [(shares_ask(item, order, part_of(item.language, a, label)), shares) for a, label, shares in chosen]
            members = [{"ask": ask, "target": [shares[place] for place in order]} for ask, shares in asks]
            found.append({"id": item.id, "family": item.family, "has_whole": True, "members": members})
    return found


def chooser_bundles(rows: Iterable[dict], seed: int) -> list[dict]:
    """What those say who chose an option: reasons, concerns, whether any option would do, how likely they are to act. One
    bundle is one of these questions, with the choosers of every option."""
    rng = random.Random(seed)
    found = []
    for row in rows:
        base = {key: row[key] for key in ("language", "question", "reasons", "concerns")}
        base |= {"kind": "choosers", "audience": row["population"]}
        for asked in ("reasons", "concerns", "acceptance", "likelihood"):
            order = rng.sample(range(len(row[asked])), len(row[asked])) if asked in OTHER_SHARES else []
            turned = asked == "acceptance" and rng.random() < 0.5
            members = []
            for option, figures in row["choosers"].items():
                ask = base | {"asked": asked, "chosen": option, "turned": turned}
                if order:
                    ask |= {asked: [row[asked][place] for place in order]}
                members.append({"ask": ask, "target": chooser_target(figures, asked, order, turned)})
            found.append({"id": f"{row['id']}/{asked}", "family": "own-choosers", "has_whole": False, "members": members})
    return found


def chooser_target(figures: dict, asked: str, order: list[int], turned: bool) -> list[float]:
    """The shares to learn for one question to the choosers of an option, in the order in which its answers are shown."""
    if asked in OTHER_SHARES:
        named = [figures[asked][place] for place in order]
        kept = 1 - OTHER_SHARES[asked]
        return [kept * share / sum(named) for share in named] + [OTHER_SHARES[asked]]
    if asked == "acceptance":
        acceptable = [1 - figures["none"], figures["none"]]
        return acceptable[::-1] if turned else acceptable
    return to_five_steps(figures["likelihood"])


def to_five_steps(eleven: list[float]) -> list[float]:
    """Shares of the answers 0 to 10 as shares of five steps: 0–1, 2–3, 4–6, 7–8, 9–10."""
    cuts = [(0, 2), (2, 4), (4, 7), (7, 9), (9, 11)]
    total = sum(eleven)
    return [sum(eleven[start:end]) / total for start, end in cuts]


def texts(rows: Iterable[dict], seed: int) -> list[dict]:
    """Reasons and concerns as a document, and respondents' words; the options stand in another order each time."""
    rng = random.Random(seed)
    found = []
    for row in rows:
        audience = row.get("audience") or row["population"]
        options = rng.sample(row["options"], len(row["options"]))
        ask = {
            "kind": "reasons",
            "language": row["language"],
            "audience": audience,
            "question": row["question"],
            "options": options,
        }
        document = {"reasons": row["reasons"], "concerns": row["concerns"]}
        found.append({"id": row["id"], "ask": ask, "target": json.dumps(document, ensure_ascii=False)})
        for number, voice in enumerate(row["voices"]):
            ask = {
                "kind": "voice",
                "language": row["language"],
                "question": row["question"],
                "description": voice["profile"],
                "chosen": voice["choice"],
                "reason": voice["reason"],
                "concern": voice.get("concern") or "",
            }
            found.append({"id": f"{row['id']}/{number}", "ask": ask, "target": voice["text"]})
    return found


def prompts_hash(canvass: Path) -> str:
    """SHA-256 of the templates that examples are made with; the adapter carries it."""
    done = subprocess.run([canvass, "engine", "prompts", "--hash"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def rendered(asks: list[dict], canvass: Path) -> list[dict]:
    """What the program asks, ask by ask: how the prompt begins, how it goes on, and the labels of its answers."""
    source = "".join(json.dumps(ask, ensure_ascii=False) + "\n" for ask in asks)
    done = subprocess.run([canvass, "engine", "prompts"], input=source, capture_output=True, text=True, check=True)
    prompts = [json.loads(line) for line in done.stdout.splitlines()]
    if len(prompts) != len(asks):
        raise ValueError(f"{len(asks)} prompts were asked for and {len(prompts)} came")
    return prompts
