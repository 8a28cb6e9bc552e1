//! Precision and recall of the audience rules on a table of descriptions.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use language::audience::understand;
use population::Filters;

const CASES: &str = include_str!("audience_cases.toml");
const LATER_CASES: &str = include_str!("audience_later_cases.toml");
const AGE_CASES: &str = include_str!("audience_age_cases.toml");
const AT_LEAST: f64 = 0.95;

type Cases = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Returns the filters as `field=value`; the default minimum age is no filter.
fn pairs(filters: &Filters) -> BTreeSet<String> {
    let lists = [
        ("countries", &filters.countries),
        ("regions", &filters.regions),
        ("cities", &filters.cities),
        ("traits", &filters.traits),
    ];
    let lists = lists.map(|(field, values)| (field, values.as_slice())).into_iter();
    let coded = filters.coded().map(|(attribute, values)| (attribute.filter_name(), values));
    let mut pairs: BTreeSet<String> = lists
        .chain(coded)
        .flat_map(|(field, values)| values.iter().map(move |value| format!("{field}={value}")))
        .collect();
    pairs.extend(filters.age_min.filter(|min| *min != 18).map(|min| format!("age_min={min}")));
    pairs.extend(filters.age_max.map(|max| format!("age_max={max}")));
    pairs
}

fn understood(section: &str, text: &str) -> BTreeSet<String> {
    let read = match section {
        "questions" => understand(text, None),
        _ => understand("Which one?", Some(text)),
    };
    read.map_or_else(|error| BTreeSet::from([format!("error={error}")]), |audience| pairs(&audience.filters))
}

#[derive(Default)]
struct Score {
    right: usize,
    found: usize,
    asked: usize,
    cases: usize,
    exact: usize,
}

impl Score {
    fn add(&mut self, found: &BTreeSet<String>, asked: &BTreeSet<String>) {
        self.right += found.intersection(asked).count();
        self.found += found.len();
        self.asked += asked.len();
        self.cases += 1;
        self.exact += usize::from(found == asked);
    }

    fn precision(&self) -> f64 {
        self.right as f64 / self.found.max(1) as f64
    }

    fn recall(&self) -> f64 {
        self.right as f64 / self.asked.max(1) as f64
    }
}

/// Returns whether a pair is a filter. Filters must match exactly; conditions are texts, which rarely do.
fn is_filter(pair: &str) -> bool {
    !pair.starts_with("traits=")
}

fn measure(cases: &str) -> BTreeMap<String, Score> {
    let cases: Cases = toml::from_str(cases).unwrap();
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for (section, table) in &cases {
        for (text, asked) in table {
            let (found, asked): (BTreeSet<String>, BTreeSet<String>) =
                (understood(section, text), asked.iter().cloned().collect());
            if found != asked {
                let missed: Vec<_> = asked.difference(&found).collect();
                let extra: Vec<_> = found.difference(&asked).collect();
                println!("{section}: {text}\n    missed {missed:?}\n    extra  {extra:?}");
            }
            scores.entry(section.clone()).or_default().add(&found, &asked);
            scores.entry("all".to_owned()).or_default().add(&found, &asked);
            let [found, asked] = [found, asked].map(|pairs| pairs.into_iter().filter(|pair| is_filter(pair)).collect());
            scores.entry("filters".to_owned()).or_default().add(&found, &asked);
        }
    }
    for (section, score) in &scores {
        let Score { asked, cases, exact, .. } = score;
        let (precision, recall) = (score.precision(), score.recall());
        println!("{section:9} precision {precision:.3} recall {recall:.3} of {asked} pairs; {exact} of {cases} exact");
    }
    scores
}

#[test]
fn the_table_is_understood() {
    let cases: Cases = toml::from_str(CASES).unwrap();
    for language in ["en", "es", "zh"] {
        assert!(cases[language].len() >= 50, "{language} {}", cases[language].len());
    }
    for (section, score) in measure(CASES) {
        assert!(score.precision() >= AT_LEAST && score.recall() >= AT_LEAST, "{section}");
    }
}

#[test]
fn so_are_descriptions_written_later() {
    for (section, score) in measure(LATER_CASES) {
        assert!(score.precision() >= AT_LEAST && score.recall() >= AT_LEAST, "{section}");
    }
}

#[test]
fn ages_in_words_are_read() {
    let cases: Cases = toml::from_str(AGE_CASES).unwrap();
    for language in ["en", "es", "zh"] {
        assert!(cases[language].len() >= 30, "{language} {}", cases[language].len());
    }
    for (section, score) in measure(AGE_CASES) {
        assert!(score.precision() >= AT_LEAST && score.recall() >= AT_LEAST, "{section}");
    }
}
