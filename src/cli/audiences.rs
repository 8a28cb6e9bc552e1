//! `canvass client audiences …`: audiences that the account keeps on a running server.

use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;
use contract::{AudienceRequest, KeptAudience};
use foundation::Language;
use serde_json::json;

use super::brief::read_filters;
use super::output::{Output, table};
use crate::client::Client;
use pages::terminal::clean;
use primitives::ids::AudienceId;

#[derive(Subcommand)]
pub enum AudiencesCommand {
    /// List the saved audiences
    List,
    /// Save an audience under a name, described or given as filters
    Create {
        /// The name
        name: String,
        /// Whom to ask, in words
        #[arg(long, value_name = "TEXT", required_unless_present = "audience_filters")]
        audience: Option<String>,
        /// A JSON file with the filters, such as audience_filters of a result
        #[arg(long, value_name = "FILE", conflicts_with = "audience")]
        audience_filters: Option<PathBuf>,
        /// How many respondents a report has that names no number, 50 to 1000 [default: 100]
        #[arg(long, value_name = "N")]
        sample: Option<i64>,
        /// Language in which it is described: en, es or zh [default: en]
        #[arg(long, value_name = "LANGUAGE")]
        language: Option<String>,
    },
    /// Delete an audience; reports that were made with it stay as they are
    Delete {
        /// Its id, aud_…
        id: String,
    },
}

pub async fn audiences(client: &Client, command: AudiencesCommand, output: Output) -> anyhow::Result<()> {
    match command {
        AudiencesCommand::List => {
            let kept = client.audiences().await?;
            output.print(&kept, || {
                let heading = ["audience", "name", "people", "respondents"].map(str::to_owned).to_vec();
                table(&std::iter::once(heading).chain(kept.audiences.iter().map(row)).collect::<Vec<_>>())
            })
        }
        AudiencesCommand::Create { name, audience, audience_filters, sample, language } => {
            let request = AudienceRequest {
                name,
                audience_description: audience,
                audience_filters: audience_filters.as_deref().map(read_filters).transpose()?,
                default_sample_size: sample,
                language,
            };
            let kept = client.keep_audience(&request).await?;
            output.print(&kept, || {
                let description = clean(&kept.audience_filters.description);
                format!("{}: {}\n{description}\nabout {} people", kept.audience_id, clean(&kept.name), people(&kept))
            })
        }
        AudiencesCommand::Delete { id } => {
            let id = AudienceId::parse(&id)
                .with_context(|| format!("{:?} is not an audience's id; it looks like aud_01…", clean(&id)))?;
            client.delete_audience(id).await?;
            output.print(&json!({ "audience_id": id.to_string() }), || format!("{id} is deleted"))
        }
    }
}

fn row(kept: &KeptAudience) -> Vec<String> {
    vec![clean(&kept.audience_id), clean(&kept.name), people(kept), kept.default_sample_size.to_string()]
}

fn people(kept: &KeptAudience) -> String {
    wording::estimate(Language::En, kept.people)
}
