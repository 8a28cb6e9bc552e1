//! Which reasons and concerns of a report come from the question bank, and whether its concerns answer what was asked.

use contract::{Inquiry, ReportResult};
use questionnaire::bank::{self, ListKind};

/// Whether the concerns answer the question about them. An engine writes what worries people about the subject; asked about a
/// belief, people say what makes them doubt their answer, to which only the concerns of the question bank are answers.
pub(super) fn do_concerns_answer(result: &ReportResult) -> bool {
    result.research_input.optimized.inquiry != Inquiry::FactualBelief || are_concerns_of_bank(result)
}

/// Whether all concerns come from the question bank.
pub(super) fn are_concerns_of_bank(result: &ReportResult) -> bool {
    let risks = &result.analysis.risk_breakdown.risks;
    are_of_bank(result, ListKind::Concern, risks.iter().map(|risk| risk.risk.as_str()))
}

/// Whether all of these labels stand in the bank's list for this kind of question.
pub(super) fn are_of_bank<'l>(
    result: &ReportResult,
    kind: ListKind,
    mut labels: impl Iterator<Item = &'l str>,
) -> bool {
    let items = bank::items(result.research_input.optimized.inquiry.into(), kind);
    let language = result.locale().language;
    labels.all(|label| items.iter().any(|item| item.label(language) == label))
}
