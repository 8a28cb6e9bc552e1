//! Groups answers that say nearly the same, by the words they use, whatever their order. The groups depend on the set
//! of answers only, not on the order in which they came.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// Shared words over all words, from which two answers count as one.
const ALIKE_MIN: f64 = 0.8;

/// For each answer the number of its group, of `groups` in all.
pub(super) struct Groups {
    pub of_answer: Vec<usize>,
    pub groups: usize,
}

/// Stems, and the text where there are none.
type Wording<'a> = (&'a [u32], &'a str);

/// `stems` are ascending and distinct. Answers without any word are alike when their texts are equal.
pub(super) fn group(stems: &[&[u32]], texts: &[&str]) -> Groups {
    let mut distinct: BTreeMap<Wording<'_>, Vec<usize>> = BTreeMap::new();
    for (answer, (stems, text)) in stems.iter().zip(texts).enumerate() {
        let text = if stems.is_empty() { text.trim() } else { "" };
        distinct.entry((*stems, text)).or_default().push(answer);
    }
    // The most used wording leads its group; comparing only with leaders keeps chains of small changes from growing.
    let mut sets: Vec<(Wording<'_>, Vec<usize>)> = distinct.into_iter().collect();
    sets.sort_by_key(|((stems, _), answers)| (Reverse(answers.len()), Reverse(stems.len())));

    let mut leaders = Leaders::new(sets.iter().map(|((stems, _), _)| *stems));
    let mut of_answer = vec![0; stems.len()];
    for ((stems, _), answers) in &sets {
        let group = leaders.find(stems).unwrap_or_else(|| leaders.add(stems));
        for answer in answers {
            of_answer[*answer] = group;
        }
    }
    Groups { of_answer, groups: leaders.sets.len() }
}

/// Two sets this alike share one of their few rarest words, so only those are indexed and looked up.
struct Leaders<'a> {
    sets: Vec<&'a [u32]>,
    sets_with: HashMap<u32, usize>,
    by_rare: HashMap<u32, Vec<usize>>,
}

impl<'a> Leaders<'a> {
    fn new(sets: impl Iterator<Item = &'a [u32]>) -> Self {
        let mut sets_with: HashMap<u32, usize> = HashMap::new();
        for stem in sets.flatten() {
            *sets_with.entry(*stem).or_default() += 1;
        }
        Self { sets: Vec::new(), sets_with, by_rare: HashMap::new() }
    }

    fn rarest(&self, set: &[u32]) -> Vec<u32> {
        let mut rarest = set.to_vec();
        rarest.sort_by_key(|stem| (self.sets_with.get(stem).copied().unwrap_or(0), *stem));
        let shared_min = (ALIKE_MIN * set.len() as f64).ceil() as usize;
        rarest.truncate(set.len() - shared_min.min(set.len()) + 1);
        rarest
    }

    /// The earliest of the most alike leaders.
    fn find(&self, set: &[u32]) -> Option<usize> {
        let mut candidates: Vec<usize> =
            self.rarest(set).iter().filter_map(|stem| self.by_rare.get(stem)).flatten().copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        let alike = candidates.into_iter().map(|leader| (jaccard(self.sets[leader], set), leader));
        alike
            .filter(|(alike, _)| *alike >= ALIKE_MIN)
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
            .map(|(_, leader)| leader)
    }

    fn add(&mut self, set: &'a [u32]) -> usize {
        let leader = self.sets.len();
        for stem in self.rarest(set) {
            self.by_rare.entry(stem).or_default().push(leader);
        }
        self.sets.push(set);
        leader
    }
}

fn jaccard(a: &[u32], b: &[u32]) -> f64 {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        shared += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    let all = a.len() + b.len() - shared;
    if all == 0 { 1.0 } else { shared as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn groups(sets: &[&[u32]]) -> Vec<usize> {
        group(sets, &vec![""; sets.len()]).of_answer
    }

    #[test]
    fn four_words_of_five_make_two_answers_alike() {
        let of = groups(&[&[1, 2, 3, 4, 5], &[1, 2, 3, 4], &[1, 2, 3]]);
        assert_eq!(of[0], of[1]);
        assert_ne!(of[0], of[2]);
    }

    #[test]
    fn answers_without_words_are_alike_only_when_equal() {
        let groups = group(&[&[], &[], &[]], &["👍", "👎", "👍"]);
        assert_eq!(groups.groups, 2);
        assert_eq!(groups.of_answer[0], groups.of_answer[2]);
    }

    proptest! {
        #[test]
        fn the_index_misses_no_leader(sets in prop::collection::vec(prop::collection::btree_set(0u32..12, 1..8), 1..30)) {
            let sets: Vec<Vec<u32>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
            let mut leaders = Leaders::new(sets.iter().map(Vec::as_slice));
            for set in &sets {
                let by_hand = leaders.sets.iter().any(|leader| jaccard(leader, set) >= ALIKE_MIN);
                prop_assert_eq!(leaders.find(set).is_some(), by_hand);
                if !by_hand {
                    leaders.add(set);
                }
            }
        }
    }
}
