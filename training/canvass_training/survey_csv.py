"""A past survey of your own as data: items to learn from, and cases to measure with.

    python -m canvass_training.survey_csv ANSWERS.csv SURVEY.toml [MORE.csv MORE.toml …] --items items.jsonl --cases cases.json

`ANSWERS.csv` has a header and a row for each respondent; `SURVEY.toml` says what the columns mean, as docs/extending.md
shows. Either of `--items` and `--cases` may be left out.
"""

import argparse
import json
import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from . import pool, survey_file
from .survey_file import Question, Survey, refuse, say, write

# Questions and groups with fewer people are left out, by the program as well: their shares are mostly noise.
PEOPLE_MIN = 30
NON_OPTIONS_SHOWN = 5


@dataclass
class Tally:
    """Weighted answers of some people, by option."""

    sums: Counter[str] = field(default_factory=Counter)
    people: int = 0
    # The sum of the squared weights.
    squares: float = 0.0

    def add(self, answer: str, weight: float) -> None:
        self.sums[answer] += weight
        self.people += 1
        self.squares += weight * weight

    def shares(self, options: list[str]) -> list[float]:
        return [round(self.sums[option] / self.sums.total(), 6) for option in options]

    def effective_people(self) -> float:
        """Kish's effective sample size."""
        return round(self.sums.total() ** 2 / self.squares, 1)


@dataclass
class QuestionTally:
    """The answers to one question: everybody's, and each group's by attribute and label."""

    whole: Tally = field(default_factory=Tally)
    groups: dict[str, dict[str, Tally]] = field(default_factory=dict)
    # Texts in the column that are no option, with how often each was there.
    non_options: Counter[str] = field(default_factory=Counter)


def weighted(rows: list[dict[str, str]], survey: Survey) -> list[tuple[dict[str, str], float]]:
    """Respondents with their weights; those whose weight is 0 are left out."""
    people = [(row, parse_weight(row[survey.weight], survey) if survey.weight else 1.0) for row in rows]
    return [(row, weight) for row, weight in people if weight > 0]


def parse_weight(text: str, survey: Survey) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not (math.isfinite(found) and found >= 0):
        refuse(f"{survey.id}: `{text}` in the column `{survey.weight}` is no weight; a weight is a number of 0 or more.")
    return found


def tallied(survey: Survey, question: Question, people: list[tuple[dict[str, str], float]]) -> QuestionTally:
    found = QuestionTally(groups={attribute: {} for attribute in survey.attributes})
    for row, weight in people:
        cell = row[question.column]
        answer = question.answers.get(cell, cell)
        if answer not in question.options:
            found.non_options[cell] += 1
            continue
        found.whole.add(answer, weight)
        for attribute, column in survey.attributes.items():
            if label := row[column]:
                found.groups[attribute].setdefault(label, Tally()).add(answer, weight)
    return found


def report(where: str, non_options: Counter[str], people: int) -> None:
    """Says how many gave no answer that is an option, and what stood there."""
    if non_options:
        shown = [f"{f'`{cell}`' if cell else 'nothing'} ({count})" for cell, count in non_options.most_common(NON_OPTIONS_SHOWN)]
        more = ", …" if len(non_options) > NON_OPTIONS_SHOWN else ""
        say(f"{where}: {non_options.total()} of {people} count as non-response: {', '.join(shown)}{more}.")


def large(groups: dict[str, dict[str, Tally]]) -> dict[str, dict[str, Tally]]:
    """Attributes with two groups or more that are large enough."""
    kept = {
        attribute: {label: tally for label, tally in sorted(labelled.items()) if tally.people >= PEOPLE_MIN}
        for attribute, labelled in groups.items()
    }
    return {attribute: labelled for attribute, labelled in kept.items() if len(labelled) > 1}


def item_of(survey: Survey, question: Question, answers: QuestionTally) -> dict:
    """A question as the pool has it: shares in the options' order."""

    def figures(tally: Tally) -> dict:
        return {"n": tally.people, "shares": tally.shares(question.options)}

    item = {
        "id": f"{survey.id}/{question.column}",
        "family": survey.id,
        "survey": survey.id,
        "language": survey.language,
        "population": survey.population,
        "country": survey.country,
        "year": survey.year,
        "question": question.text,
        "options": question.options,
        "ordinal": question.ordinal,
    }
    groups = large(answers.groups)
    by_attribute = {name: {label: figures(tally) for label, tally in groups[name].items()} for name in groups}
    return item | figures(answers.whole) | {"groups": by_attribute}


def case_of(item: dict, effective_people: float) -> dict:
    """An item as the program reads it: shares by option."""

    def by_option(figures: dict) -> dict:
        return figures | {"shares": dict(zip(item["options"], figures["shares"], strict=True))}

    groups = {name: {label: by_option(group) for label, group in values.items()} for name, values in item["groups"].items()}
    return by_option(item) | {"groups": groups, "n_eff": effective_people}


def pairs(answers: Path, survey: Survey) -> list[tuple[dict, dict]]:
    """Items and cases of one survey."""
    people = weighted(survey_file.respondents(answers, survey), survey)
    found = []
    for question in survey.questions:
        where = f"{survey.id}, `{question.column}`"
        answered = tallied(survey, question, people)
        report(where, answered.non_options, len(people))
        if answered.whole.people < PEOPLE_MIN:
            refuse(f"{where} has {answered.whole.people} answers; with fewer than {PEOPLE_MIN} it can't be used.")
        item = item_of(survey, question, answered)
        found.append((item, case_of(item, answered.whole.effective_people())))
    return found


def learnable(items: list[dict]) -> list[dict]:
    """Items that the pool takes; of others it is said that they are left out."""
    for item in items:
        if pool.item(item) is None:
            bounds = f"at most {pool.OPTIONS_MAX} options and fewer than {pool.QUESTION_CHARS_MAX} characters"
            say(f"{item['id']} is not among the items: a question that is learned from has {bounds}.")
    return [item for item in items if pool.item(item)]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    about = "ANSWERS.csv SURVEY.toml, the two files of a survey; those of more may follow"
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=about)
    parser.add_argument("--items", type=Path, help="where to write what is learned from, as JSONL")
    parser.add_argument("--cases", type=Path, help="where to write what is measured with, as JSON")
    given = parser.parse_args()
    if len(given.files) % 2:
        parser.error("each survey has two files, ANSWERS.csv and SURVEY.toml")
    if not (given.items or given.cases):
        parser.error("say where to write: --items, --cases or both")
    return given


def main() -> None:
    given = arguments()
    surveys = [survey_file.survey(path) for path in given.files[1::2]]
    for name, count in Counter(survey.id for survey in surveys).items():
        if count > 1:
            refuse(f"Two surveys have the id `{name}`.")
    found = [pair for answers, survey in zip(given.files[::2], surveys, strict=True) for pair in pairs(answers, survey)]
    if given.items:
        items = learnable([item for item, _ in found])
        write(given.items, "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items))
    if given.cases:
        write(given.cases, json.dumps([case for _, case in found], ensure_ascii=False, indent=1) + "\n")
    if given.items and given.cases:
        say("Both files hold the same questions: measure with surveys that nothing was trained on.")
    say(f"Questions: {len(found)}; surveys: {len(surveys)}.")


if __name__ == "__main__":
    main()
