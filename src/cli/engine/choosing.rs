//! `canvass engine find` and `canvass engine use`: finds capable models, tries one, and makes it the service's engine.

use std::io::{IsTerminal, Read};

use anyhow::{Context, bail, ensure};
use clap::Args;
use engine::openai::{Documents, Trial};
use engine::providers::{self, FoundServer, Provider, ProviderKind};
use forecast::human::Estimate;
use foundation::Language;
use secrecy::SecretString;
use serde::Serialize;

use super::super::output::{Output, note, prompt};
use primitives::chance::Chance;
use primitives::clock::Clock;
use service::config::{Config, leads_to_loopback, secret_variable};
use service::engines::{Candidate, GivenKey, candidate, choose, choose_embedded, provider, trial_sentence, tried};
use service::serve::open_store;

/// Largest number of a server's models that are printed.
const MODELS_SHOWN_MAX: usize = 30;
const EMBEDDED: &str = "embedded";

#[derive(Args)]
pub struct UseArguments {
    /// A provider, such as openai or ollama; the address of a server; or embedded, which goes back
    name: String,
    /// The model to ask for [default: the server's only one]
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Read the key from this variable, in each process
    #[arg(long, value_name = "VARIABLE", conflicts_with = "key_stdin")]
    key_from: Option<String>,
    /// Read the key from standard input and keep it in a file that only you can read (SQLite only)
    #[arg(long)]
    key_stdin: bool,
}

/// What was found. Tools rely on the field names.
#[derive(Serialize)]
struct Found {
    servers: Vec<FoundServer>,
    /// Hosted providers whose key is in the environment.
    providers: Vec<KeyedProvider>,
}

#[derive(Serialize)]
struct KeyedProvider {
    provider: String,
    title: String,
    variable: String,
    suggested_models: Vec<String>,
}

pub async fn find(config: &Config, output: Output) -> anyhow::Result<()> {
    let servers = providers::find(config.listen.port()).await;
    let hosted = providers::all().iter().filter(|provider| provider.kind == ProviderKind::Hosted);
    let keyed = hosted.filter_map(|provider| {
        let variable = provider.key_variable.clone().filter(|name| secret_variable(name).is_some())?;
        let (name, title) = (provider.name.clone(), provider.title.clone());
        Some(KeyedProvider { provider: name, title, variable, suggested_models: provider.suggested_models.clone() })
    });
    let found = Found { servers, providers: keyed.collect() };
    output.print(&found, || described(&found))
}

fn described(found: &Found) -> String {
    let mut lines = Vec::new();
    for server in &found.servers {
        lines.push(format!("{} at {}", server.title, server.base_url));
        if server.models.is_empty() {
            lines.push("  it has no model yet".to_owned());
        }
        // A provider's name stands for its usual address.
        let is_usual = provider(&server.provider).is_some_and(|provider| provider.base_url == server.base_url);
        let name = if is_usual { &server.provider } else { &server.base_url };
        for model in server.models.iter().take(MODELS_SHOWN_MAX) {
            lines.push(format!("  canvass engine use {name} --model {}", shell_word(model)));
        }
        if let Some(more) = server.models.len().checked_sub(MODELS_SHOWN_MAX).filter(|more| *more > 0) {
            lines.push(format!("  and {more} more; --json lists them"));
        }
    }
    for keyed in &found.providers {
        let model = keyed.suggested_models.first().map_or("MODEL", String::as_str);
        lines.push(format!("{}: {} is set", keyed.title, keyed.variable));
        lines.push(format!("  canvass engine use {} --model {model}", keyed.provider));
    }
    if lines.is_empty() {
        let hosted = providers::all().iter().filter(|provider| provider.kind == ProviderKind::Hosted);
        let names: Vec<&str> = hosted.map(|provider| provider.name.as_str()).collect();
        lines.push(
            "no server with models answers on this machine, and no provider's key is in the environment".to_owned(),
        );
        lines.push(format!("with a key: canvass engine use NAME --model MODEL --key-stdin ({})", names.join(", ")));
    }
    lines.join("\n")
}

/// Quotes a text as one word of a shell's command line, since a server may give its models any name.
fn shell_word(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._:/@+-".contains(&byte);
    match text.bytes().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

pub async fn choose_engine(config: &Config, arguments: &UseArguments, output: Output) -> anyhow::Result<()> {
    if let Some(setting) = &config.engine_set_by {
        bail!("{setting} decides the engine; nothing was changed. Change it there, or remove it and use this command");
    }
    let store = open_store(config).await?;
    if arguments.name == EMBEDDED {
        choose_embedded(config, &store, Clock::System.now()).await?;
        return output.print(&serde_json::json!({ "engine": EMBEDDED }), || {
            "the embedded model answers from now on; a running server takes it up within seconds".to_owned()
        });
    }
    let given = candidate(config, &arguments.name, arguments.model.as_deref().unwrap_or("-"), key(arguments)?)?;
    let candidate = with_only_model(given, arguments.model.is_none()).await?;
    note(&format!("trying {} at {}…", candidate.setting.model, candidate.setting.base_url));
    let trial = match tried(&candidate).await? {
        Ok(trial) => trial,
        Err(error) => bail!("{}\nnothing was changed", trial_sentence(Language::En, &candidate, &error)),
    };
    choose(config, &store, &candidate, &Chance::from_system()?, Clock::System.now()).await?;
    let chosen = Chosen::of(&candidate, &trial);
    output.print(&chosen, || chosen.described(&candidate))
}

/// Returns the key: as given, or from the provider's own variable if that is set.
fn key(arguments: &UseArguments) -> anyhow::Result<GivenKey> {
    if let Some(variable) = &arguments.key_from {
        // The message does not repeat the value, which may be the key itself.
        ensure!(
            secret_variable(variable).is_some(),
            "--key-from takes the name of a variable that is set here; to give the key itself, use --key-stdin"
        );
        return Ok(GivenKey::Variable(variable.clone()));
    }
    if arguments.key_stdin {
        return key_from_stdin();
    }
    let provider = providers::named(&arguments.name).or_else(|| providers::at(&arguments.name));
    match provider.and_then(|provider| provider.key_variable.clone().map(|variable| (provider, variable))) {
        None => Ok(GivenKey::None),
        Some((_, variable)) if secret_variable(&variable).is_some() => Ok(GivenKey::Variable(variable)),
        Some((Provider { title, .. }, variable)) => {
            bail!(
                "{title} needs a key: set {variable} here and in the server's environment, or give it with --key-stdin"
            )
        }
    }
}

/// Reads the key from standard input, with a prompt on a terminal.
fn key_from_stdin() -> anyhow::Result<GivenKey> {
    if std::io::stdin().is_terminal() {
        prompt("Key, then Ctrl-D: ");
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("reading the key")?;
    let key = text.trim().to_owned();
    ensure!(!key.is_empty(), "standard input holds no key; pipe the key in, or type it and press Ctrl-D");
    Ok(GivenKey::Typed(SecretString::from(key)))
}

/// Fills in the server's only model if none was given. Fails if the server lists several models or none.
async fn with_only_model(mut candidate: Candidate, is_missing: bool) -> anyhow::Result<Candidate> {
    if !is_missing {
        return Ok(candidate);
    }
    let listed = candidate.models().await?;
    let models = listed.map_err(|error| anyhow::anyhow!(trial_sentence(Language::En, &candidate, &error)))?;
    match models.as_slice() {
        [only] => candidate.setting.model = only.clone(),
        [] => bail!("{} lists no models; name one with --model", candidate.name()),
        several => {
            let shown: Vec<&str> = several.iter().take(MODELS_SHOWN_MAX).map(String::as_str).collect();
            bail!(
                "{} has {} models; choose one with --model:\n  {}",
                candidate.name(),
                several.len(),
                shown.join("\n  ")
            )
        }
    }
    Ok(candidate)
}

/// A choice that was made. Tools rely on the field names.
#[derive(Serialize)]
struct Chosen {
    engine: &'static str,
    provider: String,
    base_url: String,
    model: String,
    json_schema: bool,
    logprobs: bool,
    latency_ms: u64,
    trial_tokens: u64,
    report: Estimate,
}

impl Chosen {
    fn of(candidate: &Candidate, trial: &Trial) -> Self {
        Self {
            engine: "openai",
            provider: candidate.name().to_owned(),
            base_url: candidate.setting.base_url.clone(),
            model: candidate.setting.model.clone(),
            json_schema: trial.documents == Documents::BySchema,
            logprobs: trial.reads_labels,
            latency_ms: u64::try_from(trial.latency.as_millis()).unwrap_or(u64::MAX),
            trial_tokens: trial.usage.tokens(),
            report: Estimate::of_report(candidate.setting.limits.prices),
        }
    }

    fn described(&self, candidate: &Candidate) -> String {
        let yes_no = |yes| if yes { "yes" } else { "no" };
        let cost = match self.report.cost {
            Some(cost) => format!("about {cost:.3} at the prices set"),
            None if leads_to_loopback(&self.base_url) => "nothing but time".to_owned(),
            None => "at the provider's prices (none are set)".to_owned(),
        };
        let mut lines = vec![
            format!("{} answers from now on ({})", self.model, self.base_url),
            format!(
                "  documents by JSON schema: {}, token probabilities: {}, first answer in {:.1} s",
                yes_no(self.json_schema),
                yes_no(self.logprobs),
                self.latency_ms as f64 / 1000.0
            ),
            format!("  a report of 100: about {} calls and {} tokens, {cost}", self.report.calls, self.report.tokens),
            "  a running server takes it up within seconds; reports in progress go on as they began".to_owned(),
        ];
        if let GivenKey::Variable(variable) = &candidate.key {
            lines.push(format!("  every process of the service needs {variable} in its environment"));
        }
        lines.push("  what it is worth against people: `canvass engine measure --limit 40`".to_owned());
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_to_paste_runs_nothing_that_a_server_put_into_a_name() {
        for (name, word) in [
            ("qwen3:32b", "qwen3:32b"),
            ("openai/gpt-oss-120b", "openai/gpt-oss-120b"),
            ("m; rm -rf ~", "'m; rm -rf ~'"),
            ("$(id)", "'$(id)'"),
            ("it's", "'it'\\''s'"),
        ] {
            assert_eq!(shell_word(name), word);
        }
    }

    #[test]
    fn a_server_off_its_usual_port_is_used_by_its_address() {
        let server = |base_url: &str| FoundServer {
            provider: "llama-server".to_owned(),
            title: "llama.cpp server".to_owned(),
            base_url: base_url.to_owned(),
            models: vec!["m".to_owned()],
        };
        let said = |base_url| described(&Found { servers: vec![server(base_url)], providers: Vec::new() });
        assert!(said("http://127.0.0.1:8080/v1").contains("engine use llama-server --model m"));
        assert!(said("http://127.0.0.1:8000/v1").contains("engine use http://127.0.0.1:8000/v1 --model m"));
    }
}
