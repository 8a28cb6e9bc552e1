//! How records name an engine, found from its settings without opening it, and which records are valid for it.

use crate::config::EngineSetting;
use lab::measure::elicitations;
use pipeline::elicit::EngineIdentity;
use store::CalibrationRow;

/// Returns the records that are valid for these engines: of the same name, model and adapter, made with the current prompts.
/// Reads no model's file: a hash counts once the model was loaded by this process or noted beside it. Until then no records are.
pub fn valid_records(settings: &[EngineSetting], rows: Vec<CalibrationRow>) -> Vec<CalibrationRow> {
    let Some(identity) = identity(settings) else { return Vec::new() };
    rows.into_iter().filter(|row| is_valid_record(&identity, row)).collect()
}

/// Returns whether a record is of this very engine, made with the current prompts.
pub fn is_valid_record(identity: &EngineIdentity, row: &CalibrationRow) -> bool {
    let EngineIdentity { engine, model, adapter } = identity;
    (&row.key.engine, &row.key.model, &row.key.adapter) == (engine, model, adapter)
        && elicitations(row.language).contains(&row.key.elicitation)
}

/// Returns the identity that the opened engines would have; `None` for a scripted engine, which is never measured, and while
/// the hash of a model's file is not known.
fn identity(settings: &[EngineSetting]) -> Option<EngineIdentity> {
    let models: Option<Vec<String>> = settings.iter().map(|setting| model(setting, settings.len() == 1)).collect();
    let adapters: Option<Vec<String>> = settings.iter().map(adapter).collect();
    Some(EngineIdentity {
        engine: settings.iter().map(EngineSetting::name).collect::<Vec<_>>().join("+"),
        model: models?.join("+"),
        adapter: adapters?.concat(),
    })
}

/// Returns the model as records name it: a served one by its name, an embedded one by its hash, or by its name in a blend.
fn model(setting: &EngineSetting, is_alone: bool) -> Option<String> {
    match setting {
        EngineSetting::OpenAi(setting) => Some(setting.model.clone()),
        EngineSetting::Embedded(setting) if is_alone => setting.model.known_sha256(&setting.models_dir),
        EngineSetting::Embedded(setting) => Some(setting.model.name()),
        EngineSetting::Scripted { .. } => None,
    }
}

/// Returns the hash of the adapter that is loaded; empty without one.
fn adapter(setting: &EngineSetting) -> Option<String> {
    match setting {
        EngineSetting::Embedded(setting) => {
            let model = setting.model.known_sha256(&setting.models_dir)?;
            setting.adapter.known_sha256_beside(&model, &setting.models_dir)
        }
        EngineSetting::OpenAi(_) | EngineSetting::Scripted { .. } => Some(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, SettingFlags};
    use foundation::Language;
    use lab::measure::shipped;
    use store::EngineKey;

    fn settings(model: &str, adapter: &str) -> Vec<EngineSetting> {
        let flags = SettingFlags {
            engine: Some("embedded".to_owned()),
            model: Some(model.to_owned()),
            adapter: Some(adapter.to_owned()),
            models_dir: Some("/nowhere".into()),
            ..SettingFlags::default()
        };
        Config::load(&flags).unwrap().engines
    }

    fn served(model: &str) -> Vec<EngineSetting> {
        let flags = SettingFlags {
            engine: Some("openai".to_owned()),
            openai_base_url: Some("http://127.0.0.1:9/v1".to_owned()),
            openai_model: Some(model.to_owned()),
            ..SettingFlags::default()
        };
        Config::load(&flags).unwrap().engines
    }

    fn shipped_rows() -> Vec<CalibrationRow> {
        shipped().iter().map(|record| crate::worker::row(record, None).unwrap()).collect()
    }

    fn row(model: &str, elicitation: String) -> CalibrationRow {
        let [engine, model, adapter] = ["openai", model, ""].map(str::to_owned);
        let key = EngineKey { engine, model, adapter, elicitation };
        CalibrationRow { key, language: Language::En, account: None, record: String::new(), measured_at: 1 }
    }

    #[test]
    fn the_shipped_records_are_of_the_default_model_with_its_adapter_alone() {
        let valid = |model, adapter| valid_records(&settings(model, adapter), shipped_rows()).len();
        assert_eq!(
            valid("qwen-1.5b", ""),
            shipped().len(),
            "without its file, on a machine that only takes reports in"
        );
        assert_eq!(valid("qwen-1.5b", "none"), 0, "it was measured with its adapter");
        assert_eq!(valid("smollm2-135m", ""), 0);
        assert_eq!(valid("/nowhere/own.gguf", ""), 0);
    }

    #[test]
    fn a_record_of_a_similar_name_or_of_older_prompts_is_not_valid() {
        let current = || elicitations(Language::En)[0].clone();
        let valid = |rows| valid_records(&served("gpt-6"), rows).len();
        assert_eq!(valid(vec![row("gpt-6", current()), row("gpt-6-luna", current())]), 1);
        assert_eq!(valid(vec![row("gpt-6", "documents-of-old".to_owned())]), 0);
    }
}
