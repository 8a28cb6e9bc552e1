//! Servers with OpenAI's chat completions API that are known by name: hosted providers, and programs that serve models on
//! this machine. `crates/engine/data/providers.toml` holds their addresses and what they take, with the page that says so.

use std::time::Duration;

use foundation::data::{Compiled, DataError, DataFile, data_file};
use futures::future::join_all;
use serde::{Deserialize, Serialize};

use crate::openai::{ListedModel, OpenAi, OpenAiSettings};

const FILE: DataFile = data_file!("crates/engine/data/providers.toml");
static PROVIDERS: Compiled<Vec<Provider>> = Compiled::new(|| Ok(FILE.toml::<Providers>()?.provider));
/// How long a server on this machine may take to list its models.
const FIND_TIMEOUT: Duration = Duration::from_millis(300);
/// Largest number of models that are read from a server's list, and largest length of a name. A program on this machine may list
/// anything.
const MODELS_MAX: usize = 1000;
const MODEL_NAME_BYTES_MAX: usize = 256;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Providers {
    provider: Vec<Provider>,
}

/// A known server.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// Lower-case name, unique.
    pub name: String,
    /// Name as its maker writes it.
    pub title: String,
    pub kind: ProviderKind,
    /// Address up to and including the version. May contain the placeholder `{resource}`, which the user must replace.
    pub base_url: String,
    /// Environment variable in which the provider's documentation keeps the key.
    #[serde(default)]
    pub key_variable: Option<String>,
    #[serde(default)]
    pub key_header: KeyHeader,
    /// Whether it enforces `response_format` of type `json_schema`.
    pub json_schema: bool,
    /// Whether it takes `response_format` of type `json_object`.
    pub json_mode: bool,
    pub logprobs: bool,
    pub reasoning_effort: bool,
    /// Whether it wants `max_completion_tokens` in place of `max_tokens`.
    pub max_completion_tokens: bool,
    /// Whether it takes `seed`. Two providers refuse every request that carries it.
    #[serde(default = "yes")]
    pub seed: bool,
    /// Whether GET /models has OpenAI's form and takes the key in the same header.
    #[serde(default = "yes")]
    pub models_list: bool,
    /// Models that its documentation suggests.
    #[serde(default)]
    pub suggested_models: Vec<String>,
    /// Values of `owned_by` in its list of models, which distinguish servers that use the same port.
    #[serde(default)]
    pub owned_by: Vec<String>,
    /// Address of the page that documents all this.
    pub documentation: String,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProviderKind {
    Hosted,
    /// Runs on this machine.
    Local,
}

/// The request header that carries the key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyHeader {
    /// `Authorization: Bearer KEY`.
    #[default]
    Authorization,
    /// `api-key: KEY`.
    ApiKey,
}

/// A server that was found on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FoundServer {
    pub provider: String,
    pub title: String,
    pub base_url: String,
    pub models: Vec<String>,
}

/// Checks that the compiled-in list can be parsed.
pub fn check() -> Result<(), DataError> {
    PROVIDERS.check()
}

/// Returns all known servers, in the order of the file.
pub fn all() -> &'static [Provider] {
    &PROVIDERS
}

/// Returns the provider of this name.
pub fn named(name: &str) -> Option<&'static Provider> {
    all().iter().find(|provider| provider.name == name)
}

/// Returns the provider at this address. A placeholder of the provider's address matches exactly one label of a host name, since
/// anything else could lead to another host.
pub fn at(base_url: &str) -> Option<&'static Provider> {
    let base_url = base_url.trim_end_matches('/');
    let is_label =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    all().iter().find(|provider| match provider.base_url.split_once('{').zip(provider.base_url.split_once('}')) {
        Some(((before, _), (_, after))) => {
            base_url.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).is_some_and(is_label)
        }
        None => provider.base_url == base_url,
    })
}

impl Provider {
    /// Returns whether its address contains a placeholder.
    pub fn has_placeholder(&self) -> bool {
        self.base_url.contains('{')
    }
}

/// Asks the default addresses of local servers for their models, all at once, and returns those that answer in time. Sends no key
/// and nothing beyond this machine. `own_port` is skipped, since this program may listen there itself.
pub async fn find(own_port: u16) -> Vec<FoundServer> {
    find_at(all(), own_port, FIND_TIMEOUT).await
}

/// An address that several providers share is asked once. It counts as the first provider's unless its models name another owner.
async fn find_at(providers: &[Provider], own_port: u16, time_limit: Duration) -> Vec<FoundServer> {
    let mut local: Vec<&Provider> = Vec::new();
    for provider in providers.iter().filter(|provider| provider.kind == ProviderKind::Local) {
        if local.iter().all(|known| known.base_url != provider.base_url) {
            local.push(provider);
        }
    }
    join_all(local.into_iter().map(|provider| ask_models(provider, providers, own_port, time_limit)))
        .await
        .into_iter()
        .flatten()
        .collect()
}

/// Returns the server at the provider's address, if it lists its models in time.
async fn ask_models(at: &Provider, providers: &[Provider], own_port: u16, time_limit: Duration) -> Option<FoundServer> {
    let mut settings = OpenAiSettings::new(&at.base_url, "-").ok()?;
    if settings.base_url.port_or_known_default() == Some(own_port) {
        return None;
    }
    settings.timeout = time_limit;
    let listed = OpenAi::new(settings).ok()?.listed().await.ok()?;
    let owns = |provider: &&Provider| {
        let is_owner = |model: &ListedModel| model.owned_by.as_ref().is_some_and(|it| provider.owned_by.contains(it));
        provider.kind == ProviderKind::Local && listed.iter().any(is_owner)
    };
    let provider = Some(at).filter(owns).or_else(|| providers.iter().find(owns)).unwrap_or(at);
    Some(FoundServer {
        provider: provider.name.clone(),
        title: provider.title.clone(),
        base_url: at.base_url.clone(),
        models: names(listed),
    })
}

/// Returns the names of the models that a server lists, up to the limits above. Names with a control character are left out, since
/// names are printed inside commands to paste.
pub(crate) fn names(listed: Vec<ListedModel>) -> Vec<String> {
    let is_name = |name: &String| {
        !name.trim().is_empty() && name.len() <= MODEL_NAME_BYTES_MAX && !name.contains(char::is_control)
    };
    listed.into_iter().map(|model| model.id).filter(is_name).take(MODELS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use chat_server::ListServer;
    use serde_json::{Value, json};

    use super::*;

    async fn found(list: Value) -> (Vec<FoundServer>, String) {
        let server = ListServer::start(list).await;
        let place = |name: &str| Provider { base_url: server.base_url.clone(), ..named(name).unwrap().clone() };
        let elsewhere = named("vllm").unwrap().clone();
        let found = find_at(&[place("localai"), place("llama-server"), elsewhere], 8000, Duration::from_secs(30)).await;
        assert_eq!(server.asked(), 1, "an address that two providers share is asked once");
        (found, server.base_url.clone())
    }

    #[tokio::test]
    async fn a_server_is_named_after_the_owner_of_its_models_whatever_its_port() {
        for (owner, provider) in [("llamacpp", "llama-server"), ("vllm", "vllm"), ("somebody", "localai")] {
            let (found, base_url) = found(json!({ "data": [{ "id": "big", "owned_by": owner }] })).await;
            let [server] = found.as_slice() else { panic!("{found:?}") };
            assert_eq!((server.provider.as_str(), &server.base_url), (provider, &base_url), "{owner}");
        }
    }

    #[test]
    fn a_list_without_end_is_cut_and_names_that_are_none_are_left_out() {
        let listed = |id: &str| ListedModel { id: id.to_owned(), owned_by: None };
        let many = (0..100_000).map(|number| listed(&format!("m{number}"))).collect();
        assert_eq!(names(many).len(), MODELS_MAX);
        let odd = ["", " ", "a\nb", "\u{1b}[31m", "good", &"x".repeat(10_000)].map(listed).to_vec();
        assert_eq!(names(odd), ["good"]);
    }

    #[test]
    fn a_customers_part_of_an_address_is_one_label_of_its_host() {
        assert_eq!(at("https://my-firm.openai.azure.com/openai/v1/").unwrap().name, "azure");
        assert_eq!(at("https://api.openai.com/v1/").unwrap().name, "openai");
        for address in [
            "https://evil.example/x.openai.azure.com/openai/v1",
            "https://evil.example#.openai.azure.com/openai/v1",
            "https://me@evil.example?.openai.azure.com/openai/v1",
            "https://.openai.azure.com/openai/v1",
            "http://my-firm.openai.azure.com/openai/v1",
        ] {
            assert_eq!(at(address), None, "{address}");
        }
    }

    #[test]
    fn every_provider_says_what_it_takes_and_where_that_is_written() {
        for provider in all() {
            assert!(provider.documentation.starts_with("https://"), "{}", provider.name);
            let is_local = provider.kind == ProviderKind::Local;
            assert_eq!(provider.base_url.starts_with("http://127.0.0.1:"), is_local, "{}", provider.name);
            assert_eq!(provider.key_variable.is_none(), is_local, "{}", provider.name);
            assert!(
                provider.models_list || provider.has_placeholder() || !provider.suggested_models.is_empty(),
                "{}",
                provider.name
            );
        }
    }
}
