"""The measures, on figures that can be checked by hand."""

import unittest

from canvass_training import metrics
from tests.test_examples import item


class Metrics(unittest.TestCase):
    def test_people_have_all_skill_and_a_guess_has_none(self) -> None:
        case = item(shares=(0.6, 0.3, 0.1))
        self.assertEqual(100, metrics.score([(case, [0.6, 0.3, 0.1])]).skill)
        self.assertAlmostEqual(0, metrics.score([(case, [1 / 3] * 3)]).skill)
        self.assertLess(metrics.score([(case, [0.1, 0.3, 0.6])]).skill, 0)

    def test_the_winner_is_the_option_most_chosen(self) -> None:
        case = item(shares=(0.6, 0.3, 0.1))
        scored = metrics.score([(case, [0.5, 0.3, 0.2]), (case, [0.2, 0.3, 0.5])])
        self.assertEqual((0.5, 2), (scored.winner, scored.cases))

    def test_differences_that_go_together_correlate(self) -> None:
        self.assertAlmostEqual(1, metrics.correlation([(1, 2), (2, 4), (3, 6)]))
        self.assertAlmostEqual(-1, metrics.correlation([(1, 6), (2, 4), (3, 2)]))
        self.assertEqual(0, metrics.correlation([(1, 1)]))


if __name__ == "__main__":
    unittest.main()
