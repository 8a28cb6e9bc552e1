//! Which answers are shown for a theme: those that say it and little else, at a length that reads well, each wording
//! once. Texts are never changed.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::OpenAnswer;
use super::Quote;
use super::alike::Groups;
use super::reading::Reading;
use foundation::Language;

const QUOTES_MAX: usize = 3;

/// How many clauses of an answer made the theme, and whether one of them says its name.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Said {
    pub clauses: usize,
    pub is_named: bool,
}

/// `said` is by answer; answers come in the order of their respondents.
pub(super) fn choose(
    answers: &[OpenAnswer<'_>],
    readings: &[Reading],
    groups: &Groups,
    said: &BTreeMap<usize, Said>,
) -> Vec<Quote> {
    let mut by_group: BTreeMap<usize, Vec<(usize, Said)>> = BTreeMap::new();
    for (answer, said) in said {
        by_group.entry(groups.of_answer[*answer]).or_default().push((*answer, *said));
    }
    let rank = |(answer, said): &(usize, Said)| {
        let elsewhere = readings[*answer].clauses.len().saturating_sub(said.clauses);
        ((!said.is_named, elsewhere + awkwardness(&readings[*answer])), *answer)
    };
    let mut best: Vec<((bool, usize), Reverse<usize>, usize)> = by_group
        .values()
        .filter_map(|alike| {
            let (rank, answer) = alike.iter().map(rank).min()?;
            Some((rank, Reverse(alike.len()), answer))
        })
        .collect();
    best.sort_unstable();
    best.truncate(QUOTES_MAX);
    let quote = |(_, Reverse(alike), answer): (_, Reverse<usize>, usize)| Quote {
        respondent: answers[answer].respondent,
        text: answers[answer].text.to_owned(),
        alike: u32::try_from(alike).unwrap_or(u32::MAX),
    };
    best.into_iter().map(quote).collect()
}

/// A penalty for a text that is too short or too long to show, in clauses that are about something else.
fn awkwardness(reading: &Reading) -> usize {
    let (short, long) = match reading.language {
        Language::En | Language::Es => (25, 240),
        Language::Zh => (8, 90),
    };
    match reading.written.len() {
        chars if chars < short => 1,
        chars if chars > long => 1 + chars / long,
        _ => 0,
    }
}
