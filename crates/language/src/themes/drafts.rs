//! Turns clusters into themes. Each has a name, every clause that says its name and enough answers, and differs from
//! the others. Only stems and places are known here; quotes and shares come later.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::clusters::{Point, Points, clusters};
use super::label::{Label, label};
use super::quotes::Said;
use super::reading::Reading;

/// What fewer answers have in common may be an accident.
const ANSWERS_MIN: usize = 3;
const SHARE_MIN: f64 = 0.05;
/// More themes than this are not read; few answers get fewer.
const THEMES_MAX: usize = 12;
const THEMES_MAX_FEW: usize = 8;
const FEW_ANSWERS: usize = 200;
/// How many words are tried on the clauses that clusters left over.
const SWEPT_MAX: usize = 24;
/// Where less than this part of a theme's clauses say its name, it may be several themes.
const NAMED_MIN: f64 = 0.75;
/// The part of a word's clauses that enough answers must say alike for each of these to be a theme of its own.
const PARTS_MIN: f64 = 0.6;
/// Themes that share this much of the smaller one's clauses are one.
const OVERLAP_MAX: f64 = 0.6;

/// A theme in the making.
pub(super) struct Draft {
    pub label: Label,
    pub answers: BTreeSet<usize>,
    /// Answer and clause.
    places: BTreeSet<(usize, usize)>,
    /// Places that say the label itself.
    named: BTreeSet<(usize, usize)>,
}

impl Draft {
    fn new(label: Label, members: impl Iterator<Item = usize>, points: &Points) -> Self {
        let places_of = |index: usize| points.all[index].places.iter().copied();
        let named: BTreeSet<(usize, usize)> = points.saying(&label.key).flat_map(places_of).collect();
        let mut places = named.clone();
        places.extend(members.flat_map(places_of));
        let answers = places.iter().map(|(answer, _)| *answer).collect();
        Self { label, answers, places, named }
    }

    /// Takes in another theme, and its name where that is said more often.
    fn absorb(&mut self, other: Self) {
        if other.named.len() > self.named.len() && !self.is_longer(&other) {
            self.label = other.label;
            self.named = other.named;
        }
        self.places.extend(other.places);
        self.answers.extend(other.answers);
    }

    fn give_up(&mut self, places: &BTreeSet<(usize, usize)>) {
        self.places.retain(|place| !places.contains(place));
        self.named.retain(|place| !places.contains(place));
        self.answers = self.places.iter().map(|(answer, _)| *answer).collect();
    }

    /// Whether its name holds all words of the other's, and more.
    fn is_longer(&self, other: &Self) -> bool {
        let (own, others) = (&self.label.key, &other.label.key);
        own.len() > others.len() && others.iter().all(|stem| own.contains(stem))
    }

    /// By answer, how many of its clauses made the theme, and whether one says its name.
    pub fn said(&self) -> BTreeMap<usize, Said> {
        let mut said: BTreeMap<usize, Said> = BTreeMap::new();
        for place in &self.places {
            let entry = said.entry(place.0).or_default();
            entry.clauses += 1;
            entry.is_named |= self.named.contains(place);
        }
        said
    }

    fn is_same(&self, other: &Self) -> bool {
        let shared = self.places.intersection(&other.places).count();
        let smaller = self.places.len().min(other.places.len());
        shared as f64 >= OVERLAP_MAX * smaller as f64 || self.has_name_of(other)
    }

    fn has_name_of(&self, other: &Self) -> bool {
        self.label.key == other.label.key || self.label.text.to_lowercase() == other.label.text.to_lowercase()
    }
}

/// What themes are made from, and how many answers make one.
struct Source<'a> {
    readings: &'a [Reading],
    points: &'a Points,
    name_stems: &'a BTreeSet<u32>,
    answers_min: usize,
    themes_max: usize,
}

/// Themes that enough answers say, the most said first.
pub(super) fn settled(readings: &[Reading], points: &Points, name_stems: &BTreeSet<u32>) -> Vec<Draft> {
    let answers_min = ANSWERS_MIN.max((SHARE_MIN * readings.len() as f64).ceil() as usize);
    let themes_max = if readings.len() < FEW_ANSWERS { THEMES_MAX_FEW } else { THEMES_MAX };
    let source = Source { readings, points, name_stems, answers_min, themes_max };
    let mut settled = apart(source.clustered(), answers_min);
    source.sweep(&mut settled);
    // A theme may have taken the name of one that it took in, so names are compared once more.
    let mut settled = settled.into_iter().fold(Vec::new(), |mut unique: Vec<Draft>, draft| {
        match unique.iter_mut().find(|known| known.has_name_of(&draft)) {
            Some(known) => known.absorb(draft),
            None => unique.push(draft),
        }
        unique
    });
    settled.retain(|draft| draft.answers.len() >= answers_min);
    settled.sort_by(by_count);
    settled.truncate(themes_max);
    settled
}

fn by_count(a: &Draft, b: &Draft) -> std::cmp::Ordering {
    b.answers.len().cmp(&a.answers.len()).then_with(|| a.label.text.cmp(&b.label.text))
}

impl Source<'_> {
    fn clustered(&self) -> Vec<Draft> {
        let drafts = clusters(self.points).into_iter().flat_map(|cluster| self.named(&cluster, None));
        drafts.filter(|draft| draft.answers.len() >= self.answers_min).collect()
    }

    fn label(&self, members: &[usize]) -> Option<Label> {
        let points: Vec<&Point> = members.iter().map(|point| &self.points.all[*point]).collect();
        label(self.readings, &points, self.name_stems)
    }

    /// The theme of a cluster about a word, by default the rarest of its name; or several themes, where that word is
    /// only said in a few set phrases.
    fn named(&self, cluster: &[usize], about: Option<u32>) -> Vec<Draft> {
        let Some(label) = self.label(cluster) else {
            return self.parts(cluster).into_iter().map(|(_, draft)| draft).collect();
        };
        // Clauses that came along for a commoner word ("easy to …") are about something else.
        let Some(core) = about.or_else(|| self.points.core(&label.key)) else { return Vec::new() };
        let members: Vec<usize> =
            cluster.iter().copied().filter(|point| self.points.all[*point].has_all(&[core])).collect();
        let said = |points: &mut dyn Iterator<Item = &usize>| -> f64 {
            points.map(|point| self.points.all[*point].places.len() as f64).sum()
        };
        let all = said(&mut members.iter());
        let by_name = said(&mut members.iter().filter(|point| self.points.all[**point].has_all(&label.key)));
        if label.key.len() == 1 || by_name < NAMED_MIN * all {
            let parts = self.parts(&members);
            let by_parts = said(&mut parts.iter().map(|(point, _)| point));
            if parts.len() > 1 && by_parts >= PARTS_MIN * all {
                return parts.into_iter().map(|(_, draft)| draft).collect();
            }
        }
        vec![Draft::new(label, members.into_iter(), self.points)]
    }

    /// Clauses that enough answers say alike, each as a theme of its own.
    fn parts(&self, members: &[usize]) -> Vec<(usize, Draft)> {
        let part = |point: &usize| {
            let clause = &self.points.all[*point];
            let answers: BTreeSet<usize> = clause.places.iter().map(|place| place.0).collect();
            if answers.len() < self.answers_min {
                return None;
            }
            let label = Label { key: clause.key.clone(), ..self.label(&[*point])? };
            Some((*point, Draft::new(label, std::iter::once(*point), self.points)))
        };
        members.iter().filter_map(part).collect()
    }

    /// Makes a theme of each word that enough answers use in clauses of no theme yet, the most used first.
    fn sweep(&self, settled: &mut Vec<Draft>) {
        let mut claimed: BTreeSet<(usize, usize)> =
            settled.iter().flat_map(|draft| draft.places.iter().copied()).collect();
        let mut tried = BTreeSet::new();
        // Where there are themes enough, what is left over would only blur them.
        while settled.len() < self.themes_max && tried.len() < SWEPT_MAX {
            let Some((stem, listed)) = self.most_free(&claimed, &tried) else { return };
            tried.insert(stem);
            let is_free = |point: &usize| self.points.all[*point].places.iter().any(|place| !claimed.contains(place));
            let members: Vec<usize> = listed.iter().copied().filter(is_free).collect();
            for draft in self.named(&members, Some(stem)) {
                claimed.extend(draft.places.iter().copied());
                settle(settled, draft, self.answers_min);
            }
        }
    }

    /// The word not tried yet that most answers use in clauses of no theme, and its points.
    fn most_free(&self, claimed: &BTreeSet<(usize, usize)>, tried: &BTreeSet<u32>) -> Option<(u32, &[usize])> {
        let free = |listed: &[usize]| {
            let places = listed.iter().flat_map(|point| &self.points.all[*point].places);
            let answers: BTreeSet<usize> =
                places.filter(|place| !claimed.contains(place)).map(|place| place.0).collect();
            answers.len()
        };
        let untried = self.points.stems().filter(|(stem, _)| !tried.contains(stem) && !self.name_stems.contains(stem));
        let next = untried.map(|(stem, listed)| (free(listed), Reverse(stem), listed)).max();
        next.filter(|(answers, _, _)| *answers >= self.answers_min).map(|(_, Reverse(stem), listed)| (stem, listed))
    }
}

/// Makes themes distinct, those with the longest names first: they say best what a theme is.
fn apart(mut drafts: Vec<Draft>, answers_min: usize) -> Vec<Draft> {
    drafts.sort_by(|a, b| b.label.key.len().cmp(&a.label.key.len()).then_with(|| by_count(a, b)));
    let mut apart = Vec::new();
    for draft in drafts {
        settle(&mut apart, draft, answers_min);
    }
    apart
}

/// Adds a theme, or only what is new of it, or joins it to one that is the same.
fn settle(settled: &mut Vec<Draft>, mut draft: Draft, answers_min: usize) {
    let mut longer: Vec<usize> = (0..settled.len()).filter(|known| settled[*known].is_longer(&draft)).collect();
    if longer.is_empty() {
        match settled.iter_mut().find(|known| known.is_same(&draft)) {
            Some(known) => known.absorb(draft),
            None => settled.push(draft),
        }
        return;
    }
    // "Price" keeps what "fair price" does not say; where that is little, it is the same theme in fewer words.
    for known in &longer {
        draft.give_up(&settled[*known].places);
    }
    let only = longer.pop().filter(|known| longer.is_empty() && settled[*known].answers.len() >= draft.answers.len());
    match only {
        Some(known) => settled[known].absorb(draft),
        None if draft.answers.len() >= answers_min => settled.push(draft),
        None => {}
    }
}
