"""The two files of a past survey, read and checked: what was asked (TOML), and what each respondent answered (CSV)."""

import csv
import io
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from . import pool, prepare

LANGUAGES = ("en", "es", "zh")
# How many options the program can ask about.
OPTIONS_MIN, OPTIONS_MAX = 2, 20
YEARS = range(1900, 2101)
SURVEY = {
    "id": str,
    "language": str,
    "country": str,
    "population": str,
    "question": list,
    "year": int,
    "weight": str,
    "attributes": dict,
}
SURVEY_NEEDS = ("id", "language", "country", "population", "question")
QUESTION = {"column": str, "text": str, "options": list, "ordinal": bool, "answers": dict}
QUESTION_NEEDS = ("column", "text", "options", "ordinal")
KINDS = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list (questions stand under [[question]])",
    dict: "a table",
}


@dataclass(frozen=True)
class Question:
    column: str
    text: str
    options: list[str]
    ordinal: bool
    # The option that a code in the column stands for; an option's own text stands for itself.
    answers: dict[str, str]


@dataclass(frozen=True)
class Survey:
    id: str
    language: str
    country: str
    population: str
    questions: list[Question]
    year: int | None
    # The column of the weights, if there is one.
    weight: str | None
    # The column of each attribute.
    attributes: dict[str, str]

    def columns(self) -> list[str]:
        weight = [self.weight] if self.weight else []
        return [*weight, *self.attributes.values(), *(question.column for question in self.questions)]


def refuse(sentence: str) -> NoReturn:
    raise SystemExit(sentence)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        refuse(f"{path} can't be written: {error.strerror}.")


def clean(text: str) -> str:
    """A text on one line, with nothing around it."""
    return " ".join(text.split())


def content(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        refuse(f"{path} can't be read: {error.strerror}.")
    except UnicodeDecodeError:
        refuse(f"{path} is not UTF-8; save it as UTF-8.")


def checked(table: object, kinds: dict[str, type], needed: tuple[str, ...], where: str) -> dict:
    """A table that has all it needs and nothing else, its texts cleaned."""
    if not isinstance(table, dict):
        refuse(f"{where} is no table.")
    for name in needed:
        if name not in table:
            refuse(f"{where}: `{name}` is missing.")
    for name, value in table.items():
        if name not in kinds:
            refuse(f"{where}: `{name}` is not known; what may be there is {', '.join(kinds)}.")
        # `isinstance` takes true for a whole number.
        if type(value) is not kinds[name]:
            refuse(f"{where}: `{name}` must be {KINDS[kinds[name]]}.")
        if isinstance(value, str) and not value.strip():
            refuse(f"{where}: `{name}` is empty.")
    return {name: clean(value) if isinstance(value, str) else value for name, value in table.items()}


def texts(values: list, where: str) -> list[str]:
    if not all(isinstance(value, str) and value.strip() for value in values):
        refuse(f"{where} must be texts in quotes, none of them empty.")
    return [clean(value) for value in values]


def survey(path: Path) -> Survey:
    """What a survey's file says, once it was found to make sense."""
    try:
        table = tomllib.loads(content(path))
    except tomllib.TOMLDecodeError as error:
        refuse(f"{path} is not TOML: {error}; write it as docs/extending.md shows.")
    said = checked(table, SURVEY, SURVEY_NEEDS, str(path))
    check_values(said, path)
    attributes = said.get("attributes", {})
    columns = texts(list(attributes.values()), f"{path}: the columns of the attributes")
    questions = [question(it, f"{path}, question {at}") for at, it in enumerate(said.pop("question"), 1)]
    if not questions:
        refuse(f"{path} has no question; give each a [[question]].")
    for column, count in Counter(it.column for it in questions).items():
        if count > 1:
            refuse(f"{path}: two questions have the column `{column}`; leave one out.")
    named = dict(zip(map(clean, attributes), columns, strict=True))
    return Survey(**({"year": None, "weight": None} | said | {"attributes": named, "questions": questions}))


def check_values(said: dict, path: Path) -> None:
    """Refuses values that are of the right kind and can't be meant."""
    if said["id"].startswith("own-") or said["id"] in {*pool.held_out_surveys(), *pool.FAULTY_SURVEYS, *prepare.HELD_OUT}:
        refuse(f"{path}: the id `{said['id']}` is kept for other data; choose another.")
    if said["language"] not in LANGUAGES:
        refuse(f"{path}: the language must be one of {', '.join(LANGUAGES)}, not `{said['language']}`.")
    country = said["country"]
    if not (len(country) == 2 and country.isascii() and country.isalpha() and country.isupper()):
        refuse(f"{path}: the country must be two capital letters, such as US, not `{country}`.")
    if said.get("year", YEARS[0]) not in YEARS:
        refuse(f"{path}: the year must be {YEARS[0]} to {YEARS[-1]}, not {said['year']}.")


def question(table: object, where: str) -> Question:
    said = checked(table, QUESTION, QUESTION_NEEDS, where)
    where = f"{where} (`{said['column']}`)"
    options = texts(said["options"], f"{where}: the options")
    if not OPTIONS_MIN <= len(options) <= OPTIONS_MAX:
        refuse(f"{where} has {len(options)} options; {OPTIONS_MIN} to {OPTIONS_MAX} can be asked.")
    if len(set(options)) < len(options):
        refuse(f"{where} has an option twice; leave one out.")
    codes = said.get("answers", {})
    answers = dict(zip(map(clean, codes), texts(list(codes.values()), f"{where}: the answers"), strict=True))
    for code, answer in answers.items():
        if answer not in options:
            refuse(f"{where}: the answer {code} is `{answer}`, which is no option; leave out what counts as non-response.")
    return Question(**(said | {"options": options, "answers": answers}))


def respondents(path: Path, asked: Survey) -> list[dict[str, str]]:
    """What stands in each column, respondent by respondent, once every column that the survey names was found."""
    text = content(path)
    # Spreadsheets of some countries write semicolons.
    separator = max(",;\t", key=text.split("\n", 1)[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = [(reader.line_num, [clean(cell) for cell in row]) for row in reader if row]
    except csv.Error as error:
        refuse(f"{path}, line {reader.line_num}: {error}.")
    names = rows[0][1] if rows else []
    check_columns(names, asked, path)
    for line, row in rows[1:]:
        if len(row) > len(names):
            refuse(f"{path}, line {line}: {len(row)} fields stand under {len(names)} columns.")
    return [dict(zip(names, row + [""] * (len(names) - len(row)), strict=True)) for _, row in rows[1:]]


def check_columns(names: list[str], asked: Survey, path: Path) -> None:
    missing = [f"`{column}`" for column in asked.columns() if column not in names]
    if missing:
        refuse(f"{path} has no column {', '.join(missing)}.")
    for column in asked.columns():
        if names.count(column) > 1:
            refuse(f"{path} has the column `{column}` twice; rename one.")
