//! `canvass doctor`: checks the configuration and environment and suggests fixes. Secrets are redacted.

mod checks;
mod machine;

use anyhow::bail;
use serde::Serialize;

use super::output::Output;
use service::config::Config;
use store::LedgerProof;

/// The outcome of one check.
#[derive(Debug, Serialize)]
struct Check {
    ok: bool,
    detail: String,
    /// How to fix the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

impl Check {
    fn good(detail: impl Into<String>) -> Self {
        Self { ok: true, detail: detail.into(), advice: None }
    }

    fn bad(detail: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { ok: false, detail: detail.into(), advice: Some(advice.into()) }
    }
}

#[derive(Serialize)]
struct Diagnosis {
    ok: bool,
    settings: Settings,
    /// Whether the address is free or already used by this service.
    port: Check,
    /// Whether the data folder is writable.
    folder: Check,
    database: Check,
    /// This machine's clock against the database's; `None` if the database is unavailable.
    clock: Option<Check>,
    /// `None` if no configured engine needs a model file.
    model: Option<Check>,
    /// `None` if no model is loaded into this process.
    adapter: Option<Check>,
    memory: Option<Check>,
    engine: Check,
    /// Whether the engine has a calibration record; `None` if the database is unavailable or the engine is scripted.
    measured: Option<Check>,
    ledger: Option<Ledger>,
}

#[derive(Serialize)]
struct Settings {
    listen: String,
    public_url: String,
    data_dir: String,
    database_url: String,
    engine: String,
    model: String,
    models_dir: String,
    concurrency: usize,
    rate_limit_per_second: u32,
    registration: &'static str,
    sign_up_credits: i64,
    worker_reports_max: usize,
    lease_ms: u128,
}

#[derive(Serialize)]
struct Ledger {
    ok: bool,
    accounts: i64,
    entries: i64,
    unbalanced_accounts: Vec<String>,
    misheld_accounts: Vec<String>,
    misclosed_reports: Vec<String>,
}

impl Diagnosis {
    /// Returns the checks that apply, with their display names.
    fn checks(&self) -> Vec<(&'static str, &Check)> {
        let always = [("port", Some(&self.port)), ("folder", Some(&self.folder)), ("database", Some(&self.database))];
        let rest = [
            ("clock", self.clock.as_ref()),
            ("model", self.model.as_ref()),
            ("adapter", self.adapter.as_ref()),
            ("memory", self.memory.as_ref()),
            ("engine", Some(&self.engine)),
            ("measured", self.measured.as_ref()),
        ];
        always.into_iter().chain(rest).filter_map(|(name, check)| Some((name, check?))).collect()
    }
}

pub async fn doctor(config: &Config, output: Output) -> anyhow::Result<()> {
    let folder = machine::folder(&config.data_dir);
    let found = checks::database(config).await;
    let (model, memory) = checks::model(config);
    let mut diagnosis = Diagnosis {
        ok: false,
        settings: settings(config),
        port: machine::port(config.listen).await,
        folder,
        clock: found.now.map(machine::clock),
        database: found.check,
        model,
        adapter: checks::adapter(config),
        memory,
        engine: checks::engine(config),
        measured: checks::measured(config).await,
        ledger: found.proof.map(Ledger::from),
    };
    diagnosis.ok = diagnosis.checks().iter().all(|(_, check)| check.ok)
        && diagnosis.ledger.as_ref().is_some_and(|ledger| ledger.ok);
    output.print(&diagnosis, || describe(&diagnosis))?;
    if !diagnosis.ok {
        bail!("something is wrong; see above");
    }
    Ok(())
}

impl From<LedgerProof> for Ledger {
    fn from(proof: LedgerProof) -> Self {
        Self {
            ok: proof.holds(),
            accounts: proof.accounts,
            entries: proof.entries,
            unbalanced_accounts: proof.unbalanced,
            misheld_accounts: proof.misheld,
            misclosed_reports: proof.misclosed,
        }
    }
}

fn settings(config: &Config) -> Settings {
    Settings {
        listen: config.listen.to_string(),
        public_url: config.public_url.clone(),
        data_dir: config.data_dir.display().to_string(),
        database_url: config.database_url.redacted(),
        engine: config.engine_names(),
        model: config.model.name(),
        models_dir: config.models_dir.display().to_string(),
        concurrency: config.concurrency,
        rate_limit_per_second: config.rate_limit_per_second,
        registration: if config.is_registration_open { "open" } else { "closed" },
        sign_up_credits: config.sign_up_credits,
        worker_reports_max: config.worker_reports_max(&config.engines),
        lease_ms: config.lease.as_millis(),
    }
}

fn describe(diagnosis: &Diagnosis) -> String {
    let settings = &diagnosis.settings;
    let mut lines = vec![
        format!("  listen       {}", settings.listen),
        format!("  public URL   {}", settings.public_url),
        format!("  data folder  {}", settings.data_dir),
        format!("  database     {}", settings.database_url),
        format!("  engine       {}", settings.engine),
        format!("  registration {}", registration(settings)),
        String::new(),
    ];
    for (name, check) in diagnosis.checks() {
        lines.push(format!("{} {name:<12} {}", mark(check.ok), check.detail));
        lines.extend(check.advice.iter().map(|advice| format!("    {advice}")));
    }
    if let Some(ledger) = &diagnosis.ledger {
        let figures = format!("{} account(s), {} entries", ledger.accounts, ledger.entries);
        let verdict = if ledger.ok { "every balance is the sum of its entries" } else { "does not add up" };
        lines.push(format!("{} {:<12} {figures}: {verdict}", mark(ledger.ok), "ledger"));
        for (what, ids) in [
            ("balance is not the sum of the entries", &ledger.unbalanced_accounts),
            ("held credits are not those of open reports", &ledger.misheld_accounts),
            ("report without exactly one closing entry", &ledger.misclosed_reports),
        ] {
            lines.extend(ids.iter().map(|id| format!("    {id}: {what}")));
        }
    }
    lines.join("\n")
}

fn registration(settings: &Settings) -> String {
    match (settings.registration, settings.sign_up_credits) {
        ("open", 0) => "open, without credits".to_owned(),
        ("open", credits) => format!("open, with {credits} credits each"),
        (closed, _) => closed.to_owned(),
    }
}

fn mark(ok: bool) -> &'static str {
    if ok { "✓" } else { "✗" }
}
