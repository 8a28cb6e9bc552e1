"""How items become examples."""

import random
import unittest

from canvass_training import examples
from canvass_training.pool import Item


def item(**changes: object) -> Item:
    plain = {
        "id": "a",
        "family": "own-forecasts",
        "survey": "own-forecasts",
        "language": "es",
        "population": "adultos",
        "question": "¿Té?",
        "options": ("sí", "no", "no sé"),
        "shares": (0.5, 0.3, 0.2),
        "people": 500,
        "ordinal": False,
        "is_consumer": False,
    }
    return Item(**(plain | changes))


class Examples(unittest.TestCase):
    def test_a_scale_stands_up_and_down_with_what_is_beside_it_last(self) -> None:
        steps = {"up": [1, 0], "aside": [2]}
        self.assertEqual([[1, 0, 2], [0, 1, 2]], examples.orders(item(steps=steps), 8, random.Random(1)))

    def test_other_lists_stand_in_orders_that_are_each_turned_round(self) -> None:
        found = examples.orders(item(), 4, random.Random(1))
        self.assertEqual(4, len(found))
        self.assertEqual([found[0][::-1], found[2][::-1]], [found[1], found[3]])

    def test_a_bundle_has_the_whole_first_and_groups_in_the_same_order(self) -> None:
        groups = {"gender": {"mujeres": (0.6, 0.3, 0.1), "hombres": (0.4, 0.3, 0.3)}}
        for bundle in examples.bundles([item(groups=groups)], 1):
            whole, *parts = bundle["members"]
            self.assertNotIn("part", whole["ask"])
            self.assertEqual({"Sexo: mujeres", "Sexo: hombres"}, {part["ask"]["part"] for part in parts})
            for member in bundle["members"]:
                self.assertEqual(whole["ask"]["options"], member["ask"]["options"])
            shares = dict(zip(item().options, item().shares, strict=True))
            self.assertEqual([shares[option] for option in whole["ask"]["options"]], whole["target"])

    def test_choosers_leave_something_for_what_is_not_named(self) -> None:
        said = {"reasons": [0.75, 0.25], "concerns": [0.5, 0.5], "none": 0.1, "likelihood": [0.0] * 10 + [1.0]}
        self.assertEqual([0.2375, 0.7125, 0.05], [round(s, 6) for s in examples.chooser_target(said, "reasons", [1, 0], False)])
        self.assertEqual([0.1, 0.9], examples.chooser_target(said, "acceptance", [], True))
        self.assertEqual([0, 0, 0, 0, 1], examples.chooser_target(said, "likelihood", [], False))

    def test_a_question_in_another_language_stands_in_an_english_frame(self) -> None:
        self.assertEqual("en", examples.shares_ask(item(language="de"), [0, 1, 2])["language"])


if __name__ == "__main__":
    unittest.main()
