//! Clusters clauses that say similar things: vectors of their rarer words, joined bottom up by average distance. Only
//! stems and counts are known here; `label` names the clusters.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use kodama::{Method, linkage};

use super::reading::Reading;

/// Clusters farther apart than this stay apart; 1 means that no word is shared.
const DISTANCE_MAX: f32 = 0.72;
/// Distances grow with the square, so only the most used clauses are compared; others join a theme by its phrase.
const POINTS_MAX: usize = 1200;
/// A word of an option's name says which option is meant more than why.
const NAME_WEIGHT: f32 = 0.3;

/// The words of a clause, and every clause that has just these.
pub(super) struct Point {
    /// Stems, ascending.
    pub key: Vec<u32>,
    /// Answer and clause, ascending.
    pub places: Vec<(usize, usize)>,
}

impl Point {
    pub fn has_all(&self, stems: &[u32]) -> bool {
        stems.iter().all(|stem| self.key.binary_search(stem).is_ok())
    }
}

/// The clauses of all answers by their words.
pub(super) struct Points {
    pub all: Vec<Point>,
    /// Points by stem, ascending.
    with_stem: BTreeMap<u32, Vec<usize>>,
    /// Logarithm of answers over answers with the stem.
    rarity: HashMap<u32, f32>,
}

impl Points {
    /// Leaves out clauses that only name an option.
    pub fn new(readings: &[Reading], name_stems: &BTreeSet<u32>) -> Self {
        let mut places: BTreeMap<&[u32], Vec<(usize, usize)>> = BTreeMap::new();
        for (answer, reading) in readings.iter().enumerate() {
            for (number, clause) in reading.clauses.iter().enumerate() {
                if !clause.key.iter().all(|stem| name_stems.contains(stem)) {
                    places.entry(&clause.key).or_default().push((answer, number));
                }
            }
        }
        let all = places.into_iter().map(|(key, places)| Point { key: key.to_vec(), places });
        Self::of(all.collect(), name_stems)
    }

    fn of(all: Vec<Point>, name_stems: &BTreeSet<u32>) -> Self {
        let mut with_stem: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, point) in all.iter().enumerate() {
            for stem in &point.key {
                with_stem.entry(*stem).or_default().push(index);
            }
        }
        let answers = |points: &mut dyn Iterator<Item = &Point>| {
            let answers: HashSet<usize> = points.flat_map(|point| &point.places).map(|(answer, _)| *answer).collect();
            answers.len() as f32
        };
        let total = answers(&mut all.iter());
        let rarity = with_stem.iter().map(|(stem, listed)| {
            let with = answers(&mut listed.iter().map(|point| &all[*point]));
            let weight = if name_stems.contains(stem) { NAME_WEIGHT } else { 1.0 };
            (*stem, weight * (1.0 + total / with.max(1.0)).ln())
        });
        Self { rarity: rarity.collect(), with_stem, all }
    }

    pub fn stems(&self) -> impl Iterator<Item = (u32, &[usize])> {
        self.with_stem.iter().map(|(stem, listed)| (*stem, listed.as_slice()))
    }

    /// Points whose words include all of these.
    pub fn saying<'a>(&'a self, key: &'a [u32]) -> impl Iterator<Item = usize> + 'a {
        let listed = key.iter().filter_map(|stem| self.with_stem.get(stem)).min_by_key(|listed| listed.len());
        listed.into_iter().flatten().copied().filter(|point| self.all[*point].has_all(key))
    }

    pub fn rarity(&self, stem: u32) -> f32 {
        self.rarity.get(&stem).copied().unwrap_or(0.0)
    }

    /// The word of a phrase that fewest answers use: what the phrase is about.
    pub fn core(&self, key: &[u32]) -> Option<u32> {
        key.iter().copied().max_by(|a, b| self.rarity(*a).total_cmp(&self.rarity(*b)).then(b.cmp(a)))
    }
}

/// Groups of points by index, each ascending.
pub(super) fn clusters(points: &Points) -> Vec<Vec<usize>> {
    let compared = compared(&points.all);
    let vectors: Vec<Vector> = compared.iter().map(|index| vector(points, &points.all[*index].key)).collect();
    let mut distances = distances(&vectors);
    let count = compared.len();
    if count < 2 {
        return compared.into_iter().map(|point| vec![point]).collect();
    }
    let steps = linkage(&mut distances, count, Method::Average);
    let mut nodes: Vec<Vec<usize>> = compared.into_iter().map(|point| vec![point]).collect();
    for step in steps.steps() {
        // Each step gets the next number. One that is not taken stays empty, and so do those that build on it.
        let is_near = step.dissimilarity <= DISTANCE_MAX;
        let mut joined = Vec::new();
        if is_near {
            joined.append(&mut nodes[step.cluster1]);
            joined.append(&mut nodes[step.cluster2]);
            joined.sort_unstable();
        }
        nodes.push(joined);
    }
    nodes.retain(|node| !node.is_empty());
    nodes
}

/// The points said by most answers; among equals a mixed-up order, since the order of stems would prefer early answers.
fn compared(points: &[Point]) -> Vec<usize> {
    let mixed =
        |key: &[u32]| key.iter().fold(0u32, |hash, stem| (hash ^ stem).wrapping_mul(0x9E37_79B1).rotate_left(13));
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_cached_key(|index| {
        let point = &points[*index];
        (std::cmp::Reverse(point.places.len()), mixed(&point.key), *index)
    });
    order.truncate(POINTS_MAX);
    order.sort_unstable();
    order
}

type Vector = Vec<(u32, f32)>;

/// A vector of length one, with each word weighted by how rare it is among answers.
fn vector(points: &Points, key: &[u32]) -> Vector {
    let raw: Vector = key.iter().map(|stem| (*stem, points.rarity(*stem))).collect();
    let length = raw.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    raw.into_iter().map(|(stem, weight)| (stem, weight / length)).collect()
}

/// One minus the cosine for each pair: rows of the upper triangle, one after another.
fn distances(vectors: &[Vector]) -> Vec<f32> {
    let count = vectors.len();
    let mut with_stem: BTreeMap<u32, Vec<(usize, f32)>> = BTreeMap::new();
    for (index, vector) in vectors.iter().enumerate() {
        for (stem, weight) in vector {
            with_stem.entry(*stem).or_default().push((index, *weight));
        }
    }
    let mut distances = vec![1.0f32; count * count.saturating_sub(1) / 2];
    for listed in with_stem.values() {
        for (nth, (a, weight_a)) in listed.iter().enumerate() {
            let row = a * (2 * count - a - 1) / 2;
            for (b, weight_b) in &listed[nth + 1..] {
                distances[row + b - a - 1] -= weight_a * weight_b;
            }
        }
    }
    // Rounding may leave equals a hair below zero.
    distances.iter_mut().for_each(|distance| *distance = distance.max(0.0));
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(key: &[u32], answer: usize) -> Point {
        Point { key: key.to_vec(), places: vec![(answer, 0)] }
    }

    fn clusters_of(points: Vec<Point>) -> Vec<Vec<usize>> {
        let mut found = clusters(&Points::of(points, &BTreeSet::new()));
        found.sort();
        found
    }

    #[test]
    fn clauses_that_share_words_come_together_and_others_stay_apart() {
        let points =
            vec![point(&[1, 2], 0), point(&[1, 2, 3], 1), point(&[7, 8], 2), point(&[7, 8, 9], 3), point(&[5], 4)];
        assert_eq!(clusters_of(points), [vec![0, 1], vec![2, 3], vec![4]]);
    }

    #[test]
    fn none_and_one_are_clusters_too() {
        assert!(clusters_of(Vec::new()).is_empty());
        assert_eq!(clusters_of(vec![point(&[1], 0)]), [vec![0]]);
    }
}
