//! `canvass doctor`: what would be used, and whether it is sound. Secrets are not shown.

use anyhow::bail;
use serde::Serialize;

use super::output::Output;
use crate::config::{Config, EngineSetting};
use crate::models;
use crate::serve::{build_engine, open_store};
use crate::store::LedgerProof;

#[derive(Serialize)]
struct Diagnosis {
    ok: bool,
    settings: Settings,
    database: Check,
    /// Absent where no engine in use needs one.
    model: Option<Check>,
    engine: Check,
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
    worker_reports_max: usize,
    lease_ms: u128,
}

#[derive(Serialize)]
struct Check {
    ok: bool,
    detail: String,
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

pub async fn doctor(config: &Config, output: Output) -> anyhow::Result<()> {
    let (database, ledger) = examine_database(config).await;
    let model = examine_model(config);
    let engine = examine_engine(config);
    let ok = database.ok
        && model.as_ref().is_none_or(|model| model.ok)
        && engine.ok
        && ledger.as_ref().is_some_and(|ledger| ledger.ok);
    let diagnosis = Diagnosis { ok, settings: settings(config), database, model, engine, ledger };
    output.print(&diagnosis, || describe(&diagnosis))?;
    if !ok {
        bail!("something is wrong; see above");
    }
    Ok(())
}

async fn examine_database(config: &Config) -> (Check, Option<Ledger>) {
    let proof = async {
        let store = open_store(config).await?;
        anyhow::Ok(store.prove_ledger().await?)
    };
    match proof.await {
        Ok(proof) => (Check { ok: true, detail: "open, migrations applied".to_owned() }, Some(proof.into())),
        Err(error) => (Check { ok: false, detail: format!("{error:#}") }, None),
    }
}

fn examine_model(config: &Config) -> Option<Check> {
    let embedded = config.engines.iter().any(|engine| matches!(engine, EngineSetting::Embedded(_)));
    embedded.then(|| match models::resolve(&config.model, &config.models_dir) {
        Ok(file) => Check { ok: true, detail: format!("{} ({})", file.name, file.path.display()) },
        Err(error) => Check { ok: false, detail: error.to_string() },
    })
}

/// A model is not loaded for this: its file is looked at instead.
fn examine_engine(config: &Config) -> Check {
    let light: Vec<EngineSetting> =
        config.engines.iter().filter(|setting| !matches!(setting, EngineSetting::Embedded(_))).cloned().collect();
    match build_engine(&light) {
        Err(error) if !light.is_empty() => Check { ok: false, detail: format!("{error:#}") },
        _ => Check { ok: true, detail: config.engine_names() },
    }
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
        worker_reports_max: config.worker_reports_max,
        lease_ms: config.lease.as_millis(),
    }
}

fn describe(diagnosis: &Diagnosis) -> String {
    let settings = &diagnosis.settings;
    let mut lines = vec![
        format!("  listen       {}", settings.listen),
        format!("  public URL   {}", settings.public_url),
        format!("  data folder  {}", settings.data_dir),
        format!(
            "{} database     {} ({})",
            mark(diagnosis.database.ok),
            settings.database_url,
            diagnosis.database.detail
        ),
    ];
    let model = diagnosis.model.as_ref().map(|model| format!("{} model        {}", mark(model.ok), model.detail));
    lines.extend(model);
    lines.push(format!("{} engine       {}", mark(diagnosis.engine.ok), diagnosis.engine.detail));
    if let Some(ledger) = &diagnosis.ledger {
        let figures = format!("{} account(s), {} entries", ledger.accounts, ledger.entries);
        let verdict = if ledger.ok { "every balance is the sum of its entries" } else { "does not add up" };
        lines.push(format!("{} ledger       {figures}: {verdict}", mark(ledger.ok)));
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

fn mark(ok: bool) -> &'static str {
    if ok { "✓" } else { "✗" }
}
