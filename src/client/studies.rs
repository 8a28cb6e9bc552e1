//! Studies on a running server: reports that are asked again.

use contract::Study;
use language::brief::{Draft, WordingChoice};
use reqwest::Method;

use super::{Client, ClientError, Report, parse_result};
use primitives::ids::ReportId;

impl Client {
    /// Returns the study that a report belongs to.
    pub async fn study(&self, id: ReportId) -> Result<Study, ClientError> {
        self.transport.call(&Method::GET, &format!("api/v1/studies/{id}"), None, &self.chance).await
    }

    /// Returns the draft with what the report in `wave_of` asked, where the draft says nothing itself. The server takes the audience
    /// from that report, and refuses an id that is none.
    pub async fn with_earlier_wave(&self, draft: Draft) -> Result<Draft, ClientError> {
        let Some(report) = draft.wave_of.as_deref().and_then(ReportId::parse) else { return Ok(draft) };
        let earlier = match self.report(report).await {
            Ok(Report::Completed(result)) => parse_result(&result)?.research_input,
            Ok(_) | Err(ClientError::Refused { status: 404, .. }) => return Err(ClientError::NoWave { report }),
            Err(error) => return Err(error),
        };
        let wording = earlier.wording.map_or(WordingChoice::default(), WordingChoice::from);
        Ok(Draft {
            question: if draft.question.is_empty() { earlier.question } else { draft.question },
            options: if draft.options.is_empty() { earlier.options } else { draft.options },
            sample_size: draft.sample_size.or(Some(earlier.sample_size.into())),
            language: draft.language.or_else(|| Some(earlier.language.code().to_owned())),
            wording: draft.wording.or_else(|| Some(wording.name().to_owned())),
            ..draft
        })
    }
}
