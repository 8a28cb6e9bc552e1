//! What the page says of groups: the one that stands out, beside everyone else, by the share that the verdict is about.

use contract::{Compared, Segment};

use super::ReportPage;
use super::words::Localized;

impl ReportPage<'_> {
    /// Describes the most notable group, or the only one.
    pub(super) fn standing_out(&self) -> Option<String> {
        let segments = &self.result.analysis.segment_breakdown;
        let only = || segments.segments.first().filter(|_| segments.segments.len() == 1);
        self.group_beside_others(segments.most_notable().or_else(only)?)
    }

    /// Says that no group stands out, and by which share; where the engine told no groups apart, that.
    pub(super) fn groups_alike(&self) -> String {
        let (shown, alike) = self.segment_groups();
        if shown.is_empty() {
            return self.say_with("page-groups-not-told-apart", &[("attributes", alike.into())]);
        }
        self.say_with("page-groups-alike", &[("figure", self.result.figure_compared().into())])
    }

    /// Whether a table of groups has more to show than one group.
    pub(super) fn has_group_table(&self) -> bool {
        let (shown, _) = self.segment_groups();
        self.result.analysis.segment_breakdown.segments.len() > 1 && !shown.is_empty()
    }

    fn group_beside_others(&self, segment: &Segment) -> Option<String> {
        let compared = self.compared(segment)?;
        let group = self.people_of(&segment.attribute, &segment.value);
        let analysis = &self.result.analysis;
        let option = match analysis.scale_compared() {
            Some(_) => self.result.figure_compared(),
            None => wording::name(&analysis.winner.option),
        };
        let args = [
            ("group", group.into()),
            ("share", self.percent(&compared.share).into()),
            ("others", self.percent(&compared.others).into()),
            ("option", option.into()),
            ("points", self.points_apart(compared.share, compared.others).into()),
        ];
        let id = if compared.share > compared.others { "page-group-more" } else { "page-group-less" };
        let text = match (analysis.scale_compared(), analysis.has_buyers()) {
            (Some(_), _) => self.say_with(&format!("{id}-scale"), &args),
            (None, true) => self.say_with(&format!("{id}-price"), &args),
            (None, false) if self.are_answers() => self.say_with(&format!("{id}-answer"), &args),
            (None, false) => self.say_with(id, &args),
        };
        Some(text)
    }

    /// Returns the share that the verdict is about in a group beside everyone else.
    pub(super) fn compared(&self, segment: &Segment) -> Option<Compared> {
        self.result.analysis.compared_with_others(segment)
    }
}
