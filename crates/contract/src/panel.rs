//! The respondents of an earlier report, read back from its stored result: they can be asked another question.

use foundation::{Language, RespondentId};
use language::audience::Audience;
use population::{Attribute, Filters, Respondent};

use crate::ids::PREFERENCE;
use crate::{AnswerValue, AudienceFilters, ReportResult, RespondentRecord};

/// Respondents who answered an earlier report, with what they chose there as an attribute of their profiles.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Id of the earlier report.
    pub report: String,
    /// The earlier question as its respondents were asked it.
    pub asked: String,
    pub audience: Audience,
    /// Filters that were dropped because too few people match.
    pub given_up: Vec<Attribute>,
    /// The audience as the earlier report describes it, and the language that it does so in.
    pub description: String,
    pub language: Language,
    /// Estimated number of matching people in the population.
    pub candidates: u64,
    pub respondents: Vec<Respondent>,
}

impl Panel {
    /// Reads the panel from the earlier report's result. A respondent whose record cannot be read is left out.
    pub fn of(report: &str, result: &ReportResult) -> Self {
        let input = &result.research_input;
        let filters = filters(&input.audience_filters);
        let given_up = Attribute::drop_order().into_iter();
        Self {
            report: report.to_owned(),
            asked: input.optimized.question.clone(),
            given_up: given_up.filter(|it| filters.relaxed.iter().any(|name| name == it.filter_name())).collect(),
            description: input.audience_filters.description.clone(),
            language: input.language,
            candidates: result.statistics.candidate_respondent_count,
            respondents: result.sample_data.respondents.iter().filter_map(respondent).collect(),
            // Which words were interpreted by convention is said in the description, and nothing else depends on it.
            audience: Audience { is_worldwide: filters.countries.is_empty(), conventions: Vec::new(), filters },
        }
    }
}

fn filters(of: &AudienceFilters) -> Filters {
    let basis = of.basis.iter().map(|basis| (*basis).into()).collect();
    Filters { source: of.source.into(), basis, ..of.filters() }
}

fn respondent(record: &RespondentRecord) -> Option<Respondent> {
    let number: usize = record.respondent_id.strip_prefix('r')?.parse().ok()?;
    let mut profile = population::Profile::from(&record.profile);
    if let Some(AnswerValue::Text(choice)) = record.answers.get(PREFERENCE) {
        profile = profile.with(Attribute::EarlierChoice, choice);
    }
    let is_named = profile.provenance.contains_key(&Attribute::Name);
    Some(Respondent {
        id: RespondentId(number.checked_sub(1)?),
        display_name: is_named.then(|| record.display_name.clone()),
        profile,
        weight: record.weight,
    })
}
