//! Refits the shipped records from the stored readings of the default model, and writes them back, for figures that a
//! newer version derives from the same readings: `cargo run --release --example refit`. Group results need readings
//! that are not stored, so they stay. If any other figure would change, nothing is written.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, ensure};
use forecast::Calibration;
use forecast::calibration::Measured;
use forecast::human::{self, Reading};
use lab::measure::{EngineRecord, RecordsFile, shipped};

const READINGS: &str = include_str!("../crates/forecast/examples/together/embedded_readings.json");

fn main() -> anyhow::Result<()> {
    let said: BTreeMap<String, Vec<f64>> = serde_json::from_str(READINGS)?;
    let reading =
        |case: &'static human::Case| Some(Reading { case, shares: said.get(&case.id)?.clone(), groups: Vec::new() });
    let readings: Vec<Reading<'_>> = human::open().iter().filter_map(reading).collect();
    let fitted = human::measure(&readings, human::open())?.context("too few surveys")?.calibrations;
    let mut records = Vec::new();
    for old in shipped() {
        let fitted = fitted.get(&old.language).and_then(|it| it.measured.clone()).context("a language has no cases")?;
        records.push(again(old, fitted)?);
    }
    RecordsFile::in_folder(Path::new("data")).keep(records)?;
    Ok(())
}

/// Returns the record with the refitted effective sample size (`worth`), if all else is unchanged.
fn again(old: &EngineRecord, fitted: Measured) -> anyhow::Result<EngineRecord> {
    let was = old.calibration.measured.clone().context("a shipped record was not measured")?;
    let measured = Measured { groups: was.groups.clone(), ..fitted };
    let same = Measured { worth: was.worth.clone(), ..measured.clone() };
    ensure!(same == was, "{}: {same:#?}\nwas {was:#?}", old.language);
    let calibration = Calibration { measured: Some(measured), ..old.calibration.clone() };
    Ok(EngineRecord { calibration, ..old.clone() })
}
