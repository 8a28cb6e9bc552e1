//! Classifies questions by a linear model over hashed features of the question and its options. The weights are trained
//! by `cargo run -p language --example train_kinds` from the labelled questions in `tests/`, and are the same integers on
//! every machine. Nothing but the wording is read.

mod features;

pub use features::{BUCKETS, Features, GROUPS};

use super::inquiry::{Answers, Inquiry};
use foundation::data::DataError;

/// Name of the file of weights, from the root of the repository.
pub const FILE: &str = "crates/language/data/kinds.weights";
/// Number of bytes before the weights: the fingerprint of the features that they were trained for.
const HEAD: usize = size_of::<u64>();

static WEIGHTS: &[u8] = include_bytes!("../../data/kinds.weights");

/// Checks that the weights were trained for the features of this build.
pub(super) fn check() -> Result<(), DataError> {
    let problem = |problem: &str| Err(DataError { file: FILE, problem: problem.to_owned() });
    if WEIGHTS.len() != HEAD + BUCKETS * Inquiry::ALL.len() {
        return problem("it has not one byte for each bucket and kind");
    }
    if WEIGHTS[..HEAD] != fingerprint().to_le_bytes() {
        return problem("it was trained for other features; run `cargo run -p language --example train_kinds`");
    }
    Ok(())
}

/// Returns the kind of a question. Options that are all true or false ask for a belief; otherwise the kind with the
/// greatest score is returned, and of equal ones the first.
pub(super) fn kind_of(question: &str, options: &[String]) -> Inquiry {
    if Answers::of(options).is_truth {
        return Inquiry::FactualBelief;
    }
    best(&scores(&Features::of(question, options), WEIGHTS.get(HEAD..).unwrap_or(&[])))
}

/// Returns the file of weights, which `weights` states by bucket, then by kind in the order of [`Inquiry::ALL`].
pub fn file(weights: &[i8]) -> Vec<u8> {
    let bytes = weights.iter().map(|weight| weight.to_le_bytes()[0]);
    fingerprint().to_le_bytes().into_iter().chain(bytes).collect()
}

/// Returns the kind that the weights of a file give.
pub fn kind_by(file: &[u8], features: &Features) -> Inquiry {
    best(&scores(features, file.get(HEAD..).unwrap_or(&[])))
}

/// Sums integers within a group and the groups in a fixed order, so that every machine gets the same scores.
fn scores(features: &Features, weights: &[u8]) -> [f64; Inquiry::ALL.len()] {
    let mut scores = [0.0; Inquiry::ALL.len()];
    for (buckets, value) in features.groups() {
        let mut sums = [0_i32; Inquiry::ALL.len()];
        for bucket in buckets {
            let at = usize::from(*bucket) * sums.len();
            for (sum, byte) in sums.iter_mut().zip(weights.get(at..).unwrap_or(&[])) {
                *sum += i32::from(i8::from_le_bytes([*byte]));
            }
        }
        for (score, sum) in scores.iter_mut().zip(sums) {
            *score += value * f64::from(sum);
        }
    }
    scores
}

fn best(scores: &[f64; Inquiry::ALL.len()]) -> Inquiry {
    let mut best = 0;
    for at in 1..scores.len() {
        if scores[at] > scores[best] {
            best = at;
        }
    }
    Inquiry::ALL[best]
}

/// Returns a digest of the features of a few questions: other code for features has another one.
fn fingerprint() -> u64 {
    let samples = [
        ("Which of these 3 names do you like best?", "Pixel | Mochi & Co. | None of them"),
        ("¿Cuánto pagarías por un café, si te lo llevan?", "2 € | 3,50 € | Más de 4 €"),
        ("你每週坐幾次地鐵？", "每天 | 2-3次 | 從不 | 不一定"),
        ("Is it true that 40% of plastic is recycled", "yes | no | don't know"),
    ];
    let mut digest = features::Hash::default();
    for (question, options) in samples {
        let options: Vec<String> = options.split(" | ").map(str::to_owned).collect();
        for (buckets, value) in Features::of(question, &options).groups() {
            digest.add(&value.to_le_bytes());
            buckets.iter().for_each(|bucket| digest.add(&bucket.to_le_bytes()));
        }
    }
    digest.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_those_of_these_features() {
        check().unwrap();
    }

    #[test]
    fn the_greatest_score_decides_and_the_first_of_equal_ones() {
        assert_eq!(best(&[0.0; 6]), Inquiry::ALL[0]);
        assert_eq!(best(&[0.0, -1.0, 2.0, 2.0, 1.0, 0.5]), Inquiry::ALL[2]);
    }

    #[test]
    fn a_file_gives_back_its_weights() {
        let options = ["Tea".to_owned(), "Coffee".to_owned()];
        let features = Features::of("Which?", &options);
        for (at, kind) in Inquiry::ALL.into_iter().enumerate() {
            let weights: Vec<i8> =
                (0..BUCKETS * Inquiry::ALL.len()).map(|n| if n % 6 == at { 7 } else { -7 }).collect();
            assert_eq!(kind_by(&file(&weights), &features), kind);
        }
    }
}
