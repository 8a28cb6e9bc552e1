//! Made-up answers of those who chose an option. None were recorded, so they follow from a hash of the texts: the
//! same option and reasons always give the same figures.

use serde_json::{Value, json};

use super::figures::numbered;
use super::fingerprint::fingerprint;

/// Range of the percentage who would prefer none of the options.
const NONE_MIN: u64 = 3;
const NONE_MAX: u64 = 20;
/// Largest ratio between the weights of two reasons.
const WEIGHTS: u64 = 12;
/// Binomial coefficients of 4.
const WAYS: [f64; 5] = [1.0, 4.0, 6.0, 4.0, 1.0];

/// Returns the document about those who chose an option with this share.
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

/// Returns the distribution over ratings 1 to 5: binomial, with a mean that grows with the option's share.
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
