//! What those who chose an option are said to think. None of it was recorded, so it follows from the words alone: the
//! same option and the same reasons always give the same figures.

use serde_json::{Value, json};

use super::figures::numbered;
use super::fingerprint::fingerprint;

/// Those who in truth would take none, in percent.
const NONE_MIN: u64 = 3;
const NONE_MAX: u64 = 20;
/// How many times the least named reason the most named one may be named.
const WEIGHTS: u64 = 12;
/// In how many ways a number of steps can be taken out of four.
const WAYS: [f64; 5] = [1.0, 4.0, 6.0, 4.0, 1.0];

/// The document about those who chose an option, which has this share of everybody.
pub fn choosers(chosen: &str, share: f64, reasons: &[&str], concerns: &[&str]) -> Value {
    json!({
        "reasons": numbered(&weights(chosen, reasons)),
        "concerns": numbered(&weights(chosen, concerns)),
        "none": NONE_MIN + fingerprint(&[chosen, "none"]) % (NONE_MAX - NONE_MIN + 1),
        "likelihood": numbered(&likelihood(share)),
    })
}

fn weights(chosen: &str, texts: &[&str]) -> Vec<f64> {
    texts.iter().map(|text| (1 + fingerprint(&[chosen, text]) % WEIGHTS) as f64).collect()
}

/// How many give each number from 1 to 5. What many choose is also meant more firmly.
fn likelihood(share: f64) -> Vec<f64> {
    let up = 0.3 + 0.5 * share;
    WAYS.iter().zip(0..).map(|(ways, steps)| ways * up.powi(steps) * (1.0 - up).powi(4 - steps)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(document: &Value) -> f64 {
        document.as_object().unwrap().values().filter_map(Value::as_f64).sum()
    }

    #[test]
    fn figures_sum_to_a_hundred_and_follow_the_words() {
        let said = choosers("Tea", 0.4, &["Price", "Taste", "Habit"], &["Sleep", "Cost"]);
        for part in ["reasons", "concerns", "likelihood"] {
            assert!((sum(&said[part]) - 100.0).abs() < 1e-6, "{part}: {said}");
        }
        assert!((3..=20).contains(&said["none"].as_u64().unwrap()));
        assert_eq!(said, choosers("Tea", 0.4, &["Price", "Taste", "Habit"], &["Sleep", "Cost"]));
        assert_ne!(said["reasons"], choosers("Coffee", 0.4, &["Price", "Taste", "Habit"], &[])["reasons"]);
    }

    #[test]
    fn what_many_chose_is_meant_more_firmly() {
        let mean = |share: f64| -> f64 {
            let given = choosers("Tea", share, &[], &[]);
            (1..=5)
                .map(|number: i32| f64::from(number) * given["likelihood"][number.to_string()].as_f64().unwrap())
                .sum()
        };
        assert!(mean(0.05) < mean(0.1) && mean(0.1) < mean(0.6) && mean(0.6) < mean(0.95));
    }
}
