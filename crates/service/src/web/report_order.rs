//! The order of the list of reports: newest first, by name as the reader's language sorts, or by verdict.

use contract::{Openness, Verdict};
use foundation::Language;
use store::ReportTitle;

/// How many of the newest matching reports are sorted by anything but their date.
pub const SORTED_MAX: i64 = 2_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportOrder {
    Newest,
    Name,
    Verdict,
}

impl ReportOrder {
    pub const ALL: [Self; 3] = [Self::Newest, Self::Name, Self::Verdict];

    /// Returns the name in a link.
    pub fn name(self) -> &'static str {
        match self {
            Self::Newest => "date",
            Self::Name => "name",
            Self::Verdict => "verdict",
        }
    }

    pub fn parse(name: Option<&str>) -> Self {
        Self::ALL.into_iter().find(|order| name == Some(order.name())).unwrap_or(Self::Newest)
    }

    /// Sorts titles that are newest first; equal ones stay so.
    pub fn sort(self, titles: &mut [ReportTitle], language: Language) {
        match self {
            Self::Newest => {}
            Self::Name => wording::sort_by_name(language, titles, |title| title.brief.question().into()),
            Self::Verdict => titles.sort_by_key(rank),
        }
    }
}

/// Returns the place of a report by how far it decides the question; those without a verdict come last.
fn rank(title: &ReportTitle) -> u8 {
    let joint = title.joint_finding.as_ref().map(|finding| (finding.verdict, finding.open));
    let forecast = || title.finding.as_ref().and_then(|finding| Some((finding.verdict?, finding.open)));
    match joint.or_else(forecast) {
        Some((Verdict::Clear, _)) => 0,
        Some((Verdict::Leaning, _)) => 1,
        Some((Verdict::Shortlist, _)) => 2,
        Some((Verdict::None, _)) => 3,
        Some((Verdict::Open, Some(Openness::Guess))) => 5,
        Some((Verdict::Open, _)) => 4,
        None => 6,
    }
}
