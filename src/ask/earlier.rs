//! The report in a folder, to ask its respondents another question or to ask it again.

use std::path::Path;

use contract::{Panel, ReportResult};
use foundation::hex;
use language::audience::Audience;
use language::brief::{Brief, Draft, WordingChoice};
use population::{Filters, Source};
use sha2::{Digest, Sha256};

use super::AskError;
use super::files::DATA;

/// Bytes of the SHA-256 that a report in a folder is named by, since it has no id.
const HASH_BYTES: usize = 8;

/// Reads the panel of the report in a folder, and a brief with its sample size, audience and language.
pub fn read_panel(folder: &Path) -> Result<(Panel, Brief), AskError> {
    let (panel, result) = read(folder)?;
    let input = result.research_input;
    let is_described = panel.audience.filters.source == Source::Given;
    let brief = Brief::parse(Draft {
        question: input.question,
        options: input.options,
        sample_size: Some(input.sample_size.into()),
        // The client's own words are not in the result; these say the same.
        audience_description: is_described.then(|| panel.description.clone()),
        language: Some(input.language.code().to_owned()),
        ..Draft::default()
    });
    Ok((panel, brief?))
}

/// Reads what the report in a folder asked, with its audience as it was understood, and the name it is known by.
pub fn read_wave(folder: &Path) -> Result<(String, Brief), AskError> {
    let (panel, result) = read(folder)?;
    let input = result.research_input;
    let audience = Audience {
        // Drawing its respondents finds out anew what no data tell.
        filters: Filters { relaxed: Vec::new(), ..panel.audience.filters },
        ..panel.audience
    };
    let wording = input.wording.map_or(WordingChoice::default(), WordingChoice::from);
    let brief = Brief::parse(Draft {
        question: input.question,
        options: input.options,
        sample_size: Some(input.sample_size.into()),
        language: Some(input.language.code().to_owned()),
        wording: Some(wording.name().to_owned()),
        same_panel_as: input.same_panel_as,
        audience: Some(audience),
        ..Draft::default()
    });
    Ok((panel.report, brief?))
}

fn read(folder: &Path) -> Result<(Panel, ReportResult), AskError> {
    let path = folder.join(DATA);
    let file = |source| AskError::File { what: "reading", path: path.clone(), source };
    let json = std::fs::read(&path).map_err(file)?;
    let result: ReportResult = serde_json::from_slice(&json).map_err(|error| file(error.into()))?;
    Ok((Panel::of(&hex(&Sha256::digest(&json)[..HASH_BYTES]), &result), result))
}
