"""Makes the examples that `train` reads: every prompt as the program itself renders it.

    python -m canvass_training.prepare --canvass target/release/canvass --human human.jsonl.gz --out prepared

Writes `examples.json.gz` and `prompts.sha256`, the hash of the prompts.
"""

import argparse
import gzip
import json
import random
from pathlib import Path

from . import examples, licences, pool

# Families of people's answers that nothing is trained on, whatever their licence: runs are compared on them.
HELD_OUT = ("pew-us", "yougov-covid", "movielens", "jester", "pnud-chile")
# The share of the team's own items that is held out as well.
HELD_OUT_OWN = 0.04
CASES_PER_FAMILY_MAX = 70
ORDERS_PER_CASE = 8
SEED = 17


def split(items: list[pool.Item]) -> tuple[list[pool.Item], list[pool.Item]]:
    """What is trained on, and what is held out: whole families, and a few of our own items for languages without any."""
    rng = random.Random(SEED)
    own_held_out = {it.id for it in items if it.family == "own-forecasts" and rng.random() < HELD_OUT_OWN}
    is_held_out = lambda it: it.family in HELD_OUT or it.id in own_held_out  # noqa: E731
    held_out: list[pool.Item] = []
    for family in sorted({it.family for it in items if is_held_out(it)}):
        members = [it for it in items if it.family == family and is_held_out(it)]
        held_out += rng.sample(members, min(CASES_PER_FAMILY_MAX, len(members))) if family != "own-forecasts" else members
    return [it for it in items if not is_held_out(it)], held_out


def cases(items: list[pool.Item], canvass: Path) -> list[dict]:
    """Questions to score, each in several orders, and its groups in the first of them."""
    rng = random.Random(SEED)
    asks, places, found = [], [], []
    for item in items:
        found.append(
            {
                "id": item.id,
                "family": item.family,
                "language": item.language,
                "ordinal": item.ordinal,
                "is_consumer": item.is_consumer,
                "shares": item.shares,
                "readings": [],
                "groups": [],
            }
        )
        orders = examples.orders(item, ORDERS_PER_CASE, rng)
        for order in orders:
            asks.append(examples.shares_ask(item, order))
            places.append((found[-1]["readings"], {"order": order}))
        for attribute, values in item.groups.items():
            for label, shares in values.items():
                asks.append(examples.shares_ask(item, orders[0], examples.part_of(item.language, attribute, label)))
                places.append((found[-1]["groups"], {"order": orders[0], "shares": shares}))
    for prompt, (rows, row) in zip(examples.rendered(asks, canvass), places, strict=True):
        rows.append(row | prompt)
    return found


def with_prompts(bundles: list[dict], canvass: Path) -> list[dict]:
    members = [member for bundle in bundles for member in bundle["members"]]
    for member, prompt in zip(members, examples.rendered([m["ask"] for m in members], canvass), strict=True):
        member.pop("ask")
        member |= prompt
    for bundle in bundles:
        beginnings = {member.pop("beginning") for member in bundle["members"]}
        (bundle["beginning"],) = beginnings
    return bundles


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--canvass", required=True, type=Path, help="the program whose prompts are trained")
    parser.add_argument("--human", type=Path, help="people's shares, as JSONL")
    parser.add_argument("--development", type=Path, help="the development cases, to score at the very end")
    own = [*sorted((pool.HERE / "data").glob("own*.jsonl")), pool.HERE / "data/obvious.jsonl"]
    parser.add_argument("--own", type=Path, nargs="*", default=own)
    parser.add_argument("--out", required=True, type=Path)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    items = pool.items(*given.own, *([given.human] if given.human else []))
    trained, held_out = split(examples.with_steps(items, given.canvass))
    bundles = with_prompts(examples.bundles(trained, SEED), given.canvass)
    choosers = pool.lines(pool.HERE / "data/choosers.jsonl")
    bundles += with_prompts(examples.chooser_bundles(choosers, SEED), given.canvass)
    for bundle in bundles:
        bundle["ships"] = licences.ships(bundle["family"])
    voices = [row for path in sorted((pool.HERE / "data").glob("voices*.jsonl")) for row in pool.lines(path)]
    texts = examples.texts([*voices, *choosers], SEED)
    for text, prompt in zip(texts, examples.rendered([t["ask"] for t in texts], given.canvass), strict=True):
        text |= prompt
        text.pop("ask")
    prepared = {"bundles": bundles, "texts": texts, "held_out": cases(held_out, given.canvass)}
    obvious = pool.items(pool.HERE / "data/obvious.jsonl", marked=True)
    prepared["obvious"] = cases(examples.with_steps(obvious, given.canvass), given.canvass)
    if given.development:
        rows = json.loads(given.development.read_text(encoding="utf-8"))
        development = [it for it in (pool.item(development_row(row)) for row in rows) if it]
        prepared["development"] = cases(examples.with_steps(development, given.canvass), given.canvass)
    with gzip.open(given.out / "examples.json.gz", "wt", encoding="utf-8", compresslevel=6) as packed:
        json.dump(prepared, packed, ensure_ascii=False)
    (given.out / "prompts.sha256").write_text(examples.prompts_hash(given.canvass), encoding="utf-8")
    print({name: len(rows) for name, rows in prepared.items()})


def development_row(row: dict) -> dict:
    """A development case has its shares by option and its family in its survey."""
    shares = row["shares"]
    shares = [shares[option] for option in row["options"]] if isinstance(shares, dict) else shares
    return row | {"shares": shares, "family": row["survey"], "groups": {}}


if __name__ == "__main__":
    main()
