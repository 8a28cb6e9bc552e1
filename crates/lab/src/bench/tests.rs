//! Scoring of readings.

use std::collections::BTreeMap;

use forecast::calibration::{Calibration, Way};
use forecast::human::{self, Reading, SURVEYS_MIN};
use foundation::Language;

use super::*;
use crate::measure::Readings;
use engine::{Engine, Scripted};

fn readings(count: usize) -> Readings<'static> {
    let readings =
        human::open().iter().take(count).map(|case| Reading { case, shares: case.shares.clone(), groups: Vec::new() });
    Readings { way: Way::Documents, readings: readings.collect(), unread: Vec::new(), read_now: count }
}

fn results(count: usize, calibration: Calibration) -> Results {
    let in_force = BTreeMap::from([(Language::En, calibration)]);
    Results::of(&Scripted::new(0, 0.0).card(), readings(count), human::open(), &in_force).unwrap().unwrap()
}

#[test]
fn perfect_readings_have_nearly_full_skill_uncalibrated_and_less_with_the_cautious_calibration() {
    assert!(results(8, Calibration::identity()).shipped.all.skill.unwrap() > 98.0);
    let cautious = results(8, Calibration::cautious());
    assert!((cautious.shipped.all.skill.unwrap() - 22.0).abs() < 2.0 && !cautious.measured);
}

#[test]
fn a_picture_escapes_what_it_did_not_write() {
    let mut results = results(8, Calibration::identity());
    assert!(results.leave_one_survey_out.is_none(), "fewer than {SURVEYS_MIN} surveys");
    results.model = Some("<script>&".to_owned());
    let picture = plot(&results).unwrap();
    assert!(!picture.contains("<script") && picture.contains("no confidence is stated"), "{picture}");
}
