//! Refits the shipped records from the stored readings of the default model, and writes them back, for figures that a
//! newer version derives from the same readings: `cargo run -p lab --example refit`. Group results need readings
//! that are not stored, so they stay. If any other figure would change, nothing is written.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use forecast::Calibration;
use forecast::calibration::Measured;
use forecast::human::{self, Reading};
use lab::measure::{EngineRecord, RecordsFile, shipped};

const READINGS: &str = include_str!("../../forecast/examples/together/embedded_readings.json");

fn main() -> Result<(), Box<dyn Error>> {
    let said: BTreeMap<String, Vec<f64>> = serde_json::from_str(READINGS)?;
    let reading =
        |case: &'static human::Case| Some(Reading { case, shares: said.get(&case.id)?.clone(), groups: Vec::new() });
    let readings: Vec<Reading<'_>> = human::open().iter().filter_map(reading).collect();
    let fitted = human::measure(&readings, human::open())?.ok_or("too few surveys")?.calibrations;
    let mut records = Vec::new();
    for old in shipped() {
        let fitted = fitted.get(&old.language).and_then(|it| it.measured.clone()).ok_or("a language has no cases")?;
        records.push(again(old, fitted)?);
    }
    RecordsFile::in_folder(Path::new("crates/lab/data")).keep(records)?;
    Ok(())
}

/// Returns the record with the refitted distribution of the effective sample size, the figures that follow from it (coverage and
/// confidence levels) and the record by family of question. All else must be unchanged.
fn again(old: &EngineRecord, fitted: Measured) -> Result<EngineRecord, Box<dyn Error>> {
    let was = old.calibration.measured.clone().ok_or("a shipped record was not measured")?;
    let measured = Measured { groups: was.groups.clone(), ..fitted };
    let same = Measured {
        version: was.version.clone(),
        worth: was.worth.clone(),
        coverage: was.coverage,
        coverage_by_share: was.coverage_by_share.clone(),
        levels: was.levels.clone(),
        by_family: was.by_family.clone(),
        ..measured.clone()
    };
    if same != was {
        return Err(format!("{}: {same:#?}\nwas {was:#?}", old.language).into());
    }
    let calibration = Calibration { measured: Some(measured), ..old.calibration.clone() };
    Ok(EngineRecord { calibration, ..old.clone() })
}
