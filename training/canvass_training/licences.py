"""Which families may go into weights that are given away: `licences.toml` has each one's terms, as they were found."""

import tomllib
from functools import cache

from .pool import HERE


@cache
def terms() -> dict[str, dict]:
    return tomllib.loads((HERE / "licences.toml").read_text(encoding="utf-8"))


def ships(family: str) -> bool:
    """Whether a family's aggregates may be in shipped weights; one that is not listed may not."""
    return family.startswith("own-") or bool(terms().get(family, {}).get("ships"))
