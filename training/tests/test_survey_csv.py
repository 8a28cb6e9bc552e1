"""A survey's two files as items and cases, with figures that can be checked by hand."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from canvass_training import pool, survey_csv

SURVEY = """
id = "names-2025"
language = "en"
country = "US"
population = "US adults who sleep badly"
year = 2025
{more}
[attributes]
age = "age_band"

[[question]]
column = "q1"
text = "Which name fits best?"
options = ["Drift", "Lull"]
ordinal = false
answers = {{1 = "Drift", 2 = "Lull"}}
"""


def people(count: int, answer: str, age: str = "18-29", weight: str = "1") -> str:
    return f"{answer},{age},{weight}\n" * count


class SurveyCsv(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_on(self, rows: str, survey: str = "", header: str = "q1,age_band,w", more: str = "", only: str = "") -> str:
        """Runs the command on one survey; returns what it said."""
        self.file("a.csv").write_text(f"{header}\n{rows}", encoding="utf-8")
        self.file("a.toml").write_text(survey or SURVEY.format(more=more), encoding="utf-8")
        return self.command(["a.csv", "a.toml"], only)

    def command(self, files: list[str], only: str = "") -> str:
        written = [f"--{name}={self.file(name)}" for name in ("items", "cases") if only in ("", name)]
        said = io.StringIO()
        given = ["survey_csv", *(str(self.file(name)) for name in files), *written]
        with mock.patch("sys.argv", given), contextlib.redirect_stderr(said):
            survey_csv.main()
        return said.getvalue()

    def refused(self, *arguments: str, **changes: str) -> str:
        with self.assertRaises(SystemExit) as refusal:
            self.run_on(*arguments, **changes)
        return str(refusal.exception)

    def file(self, name: str) -> Path:
        return self.folder / name

    def item(self) -> dict:
        (item,) = pool.lines(self.file("items"))
        return item

    def case(self) -> dict:
        (case,) = json.loads(self.file("cases").read_text(encoding="utf-8"))
        return case

    def test_an_item_is_what_the_pool_reads_and_a_case_what_the_program_reads(self) -> None:
        self.run_on(people(30, "Drift") + people(10, "2"))
        item, case = self.item(), self.case()
        self.assertEqual(("names-2025/q1", "names-2025", "names-2025"), (item["id"], item["family"], item["survey"]))
        self.assertEqual(([0.75, 0.25], 40), (item["shares"], item["n"]))
        read = pool.item(item)
        self.assertEqual(((0.75, 0.25), 40, "US adults who sleep badly"), (read.shares, read.people, read.population))
        self.assertEqual(({"Drift": 0.75, "Lull": 0.25}, 40, 40.0), (case["shares"], case["n"], case["n_eff"]))
        for name in ("id", "survey", "country", "population", "question", "options", "language", "ordinal", "year"):
            self.assertEqual(item[name], case[name])

    def test_weights_count_and_say_what_people_are_worth(self) -> None:
        rows = people(30, "1", weight="3") + people(10, "2", weight="1") + people(7, "2", weight="0")
        self.run_on(rows, more='weight = "w"')
        self.assertEqual(([0.9, 0.1], 40), (self.item()["shares"], self.item()["n"]))
        # (30·3 + 10·1)² over 30·3² + 10·1².
        self.assertEqual(35.7, self.case()["n_eff"])
        for wrong in ("heavy", "-1", "nan", ""):
            self.assertIn(
                f"`{wrong}` in the column `w` is no weight", self.refused(people(40, "1", weight=wrong), more='weight = "w"')
            )

    def test_groups_are_counted_each_and_small_ones_are_left_out(self) -> None:
        rows = people(40, "1") + people(40, "2") + people(20, "1", "30+") + people(60, "2", "30+")
        self.run_on(rows + people(29, "1", "90+") + people(50, "2", ""))
        groups = {"18-29": {"n": 80, "shares": [0.5, 0.5]}, "30+": {"n": 80, "shares": [0.25, 0.75]}}
        self.assertEqual({"age": groups}, self.item()["groups"])
        self.assertEqual({"age": {"18-29": (0.5, 0.5), "30+": (0.25, 0.75)}}, pool.item(self.item()).groups)
        self.assertEqual({"n": 80, "shares": {"Drift": 0.25, "Lull": 0.75}}, self.case()["groups"]["age"]["30+"])
        self.run_on(people(40, "1") + people(29, "1", "30+"))
        self.assertEqual({}, self.item()["groups"])

    def test_groups_are_weighted_too(self) -> None:
        rows = people(30, "1", weight="2") + people(20, "2", weight="1") + people(30, "2", "30+")
        self.run_on(rows, more='weight = "w"')
        self.assertEqual({"n": 50, "shares": [0.75, 0.25]}, self.item()["groups"]["age"]["18-29"])

    def test_what_is_no_option_is_non_response_and_said_to_be(self) -> None:
        said = self.run_on(people(30, "1") + people(4, "99") + people(3, ""))
        self.assertIn("names-2025, `q1`: 7 of 37 count as non-response: `99` (4), nothing (3).", said)
        self.assertEqual((30, [1.0, 0.0]), (self.item()["n"], self.item()["shares"]))
        self.assertNotIn("non-response", self.run_on(people(30, "1")))

    def test_too_few_answers_are_refused(self) -> None:
        self.assertEqual(
            "names-2025, `q1` has 29 answers; with fewer than 30 it can't be used.",
            self.refused(people(29, "1") + people(9, "99")),
        )

    def test_a_missing_column_is_named(self) -> None:
        refusal = self.refused(people(40, "1"), header="question,age,w", more='weight = "weight"')
        self.assertTrue(refusal.endswith("a.csv has no column `weight`, `age_band`, `q1`."), refusal)
        self.assertIn("the column `q1` twice", self.refused(people(40, "1"), header="q1,age_band,q1"))
        self.assertIn("line 2: 3 fields stand under 2 columns", self.refused(people(40, "1"), header="q1,age_band"))

    def test_what_a_survey_says_is_checked(self) -> None:
        plain = SURVEY.format(more="")
        for before, after, sentence in (
            ('language = "en"', 'language = "fr"', "the language must be one of en, es, zh, not `fr`"),
            ('country = "US"', 'country = "usa"', "the country must be two capital letters"),
            ('country = "US"\n', "", "`country` is missing"),
            ("year = 2025", 'year = "2025"', "`year` must be a whole number"),
            ("year = 2025", "yaer = 2025", "`yaer` is not known"),
            ('"Lull"]', '"Drift"]', "has an option twice"),
            (', "Lull"]', "]", "has 1 options; 2 to 20 can be asked"),
            ('2 = "Lull"}', '9 = "Refused"}', "the answer 9 is `Refused`, which is no option"),
            ("names-2025", "own-names", "the id `own-names` is kept for other data"),
            ("names-2025", sorted(pool.held_out_surveys())[0], "is kept for other data"),
            ("[[question]]", "[question]", "`question` must be a list (questions stand under [[question]])"),
            ("[attributes]", "[attributes", "is not TOML"),
        ):
            self.assertIn(before, plain)
            self.assertIn(sentence, self.refused(people(40, "1"), plain.replace(before, after)))

    def test_files_of_spreadsheets_are_read(self) -> None:
        rows = people(20, "Drift").replace(",", ";") + people(10, '" Lull "').replace(",", ";") + "Lull\n" * 10
        self.run_on(rows, header="\ufeffq1;age_band;w")
        self.assertEqual(([0.5, 0.5], 40), (self.item()["shares"], self.item()["n"]))

    def test_a_long_list_is_measured_with_and_not_learned_from(self) -> None:
        options = [f"Name {number}" for number in range(13)]
        survey = SURVEY.format(more="").replace('["Drift", "Lull"]', json.dumps(options)).split("answers")[0]
        said = self.run_on(people(40, "Name 1"), survey)
        self.assertIn("names-2025/q1 is not among the items", said)
        self.assertEqual(([], 13), (pool.lines(self.file("items")), len(self.case()["shares"])))

    def test_surveys_can_be_joined_and_each_file_left_out(self) -> None:
        said = self.run_on(people(40, "1"), only="cases")
        self.assertFalse(self.file("items").exists())
        self.assertNotIn("measure with surveys that nothing was trained on", said)
        self.file("b.toml").write_text(SURVEY.format(more="").replace("names-2025", "names-2026"), encoding="utf-8")
        self.assertIn("measure with surveys that nothing was trained on", self.command(["a.csv", "a.toml", "a.csv", "b.toml"]))
        self.assertEqual(["names-2025", "names-2026"], [item["survey"] for item in pool.lines(self.file("items"))])
        with self.assertRaisesRegex(SystemExit, "Two surveys have the id `names-2025`"):
            self.command(["a.csv", "a.toml", "a.csv", "a.toml"])
        with self.assertRaisesRegex(SystemExit, "2"):
            self.command(["a.csv"])


if __name__ == "__main__":
    unittest.main()
