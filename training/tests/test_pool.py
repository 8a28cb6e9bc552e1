"""What gets into the data, and what does not."""

import json
import tempfile
import unittest
from pathlib import Path

from canvass_training import licences, pool


def row(**changes: object) -> dict:
    plain = {
        "id": "a",
        "family": "own-forecasts",
        "language": "en",
        "population": "adults",
        "question": "Tea?",
        "options": ["yes", "no"],
        "shares": [0.6, 0.4],
        "ordinal": False,
    }
    return plain | changes


class Pool(unittest.TestCase):
    def test_what_cannot_be_learned_from_is_dropped(self) -> None:
        self.assertIsNotNone(pool.item(row()))
        for changes in (
            {"options": ["yes"], "shares": [1.0]},
            {"options": ["yes", "yes"]},
            {"shares": [0.6, 0.6]},
            {"shares": [1.2, -0.2]},
            {"shares": [0.6, 0.4, 0.0]},
            {"survey": "conjoint-trip"},
        ):
            self.assertIsNone(pool.item(row(**changes)), changes)

    def test_small_groups_and_wrong_ones_are_left_out(self) -> None:
        def group(people: int) -> dict:
            return {"n": people, "shares": [0.5, 0.5]}

        groups = {
            "age": {"18-29": group(100), "30+": group(200), "90+": group(3)},
            "gender": {"Female": group(90), "Male": group(9)},
        }
        self.assertEqual({"age": ["18-29", "30+"]}, {a: list(v) for a, v in pool.item(row(groups=groups)).groups.items()})
        self.assertEqual({}, pool.item(row(groups=groups, survey="gss2006")).groups)

    def test_nothing_of_the_benchmark_is_trained_on(self) -> None:
        survey = sorted(pool.held_out_surveys())[0]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "pool.jsonl")
            rows = [row(), row(id="b", survey=survey), row(id="c", family=survey)]
            path.write_text("".join(json.dumps(it) + "\n" for it in rows), encoding="utf-8")
            self.assertEqual(["a"], [it.id for it in pool.items(path)])

    def test_our_own_data_is_whole_and_has_no_id_twice(self) -> None:
        files = sorted((pool.HERE / "data").glob("own*.jsonl"))
        rows = [it for path in files for it in pool.lines(path)]
        self.assertGreater(len(rows), 2000)
        self.assertEqual(len(rows), len({it["id"] for it in rows}))
        self.assertEqual([], [it["id"] for it in rows if pool.item(it) is None])

    def test_a_family_without_terms_does_not_ship(self) -> None:
        self.assertTrue(licences.ships("own-forecasts"))
        self.assertFalse(licences.ships("a family that nobody listed"))
        for family, terms in licences.terms().items():
            self.assertTrue(terms["quote"] and terms["where"], family)


if __name__ == "__main__":
    unittest.main()
