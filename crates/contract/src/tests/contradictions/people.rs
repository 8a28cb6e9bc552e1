//! Checks what a report says of how many people to ask, and what it advises where no survey would settle the question.

use super::*;

impl CheckedReport<'_> {
    pub(super) fn check_people(&mut self) {
        let ruling = self.ruling();
        let Some(range) = ruling.people_range else { return };
        let many = [
            "verdict-leaning-many",
            "verdict-leaning-answer-many",
            "verdict-unknown-many",
            "verdict-unknown-untested",
            "next-leaning-many",
            "next-leaning-many-answer",
            "next-shortlist-many",
            "next-shortlist-many-answer",
            "next-unknown-many",
            "next-unknown-many-answer",
            "next-scale-many",
        ];
        if let Some((id, _)) = self.said_any(&many) {
            self.must(range.probability < 0.5, &format!("{id} beside {range:?}"));
        }
        if self.said("verdict-unknown-untested").is_some() {
            self.must(!is_measured(self.analysis), "an engine that was measured is called untested");
            self.must(self.said("next-unknown-untested").is_some(), "an untested engine, and no survey is advised");
        }
        self.check_advice_without_survey();
        let is_feasible = range.probability >= 0.5;
        self.must(is_feasible || self.said("next-leaning").is_none(), &format!("next-leaning beside {range:?}"));
        let asked = ["verdict-leaning", "verdict-leaning-answer", "verdict-unknown", "next-shortlist"];
        if let Some((id, filled)) = self.said_any(&asked) {
            let own = wording::people_range(self.language, &range.into());
            self.agrees(id, &filled, &[("people", own)]);
            self.must(range.probability >= 0.5, &format!("{id} beside {range:?}"));
        }
        let ids =
            ["next-leaning", "next-shortlist", "next-unknown", "next-clear", "next-clear-answer", "next-clear-belief"];
        if let Some((id, _)) = self.said_any(&ids) {
            let odds = wording::say(
                self.language,
                "next-odds",
                &[("odds", wording::people_odds(self.language, &range.into()).into())],
            );
            let often = self.text.matches(&odds).count();
            // Where people would not settle it, no number is recommended and no odds are stated.
            self.must(often == usize::from(range.probability >= 0.5), &format!("{id} beside {often} times {odds}"));
        }
    }

    /// Where no survey would settle it, what is advised names the leader, its runner-up or the kept options.
    fn check_advice_without_survey(&mut self) {
        let (winner, ruling) = (&self.analysis.winner, self.ruling());
        let keep = self.listed(&ruling.options, Join::And);
        for (id, verdict, expected) in [
            ("next-leaning-many", Verdict::Leaning, vec![("option", winner.option.clone())]),
            (
                "next-leaning-many-answer",
                Verdict::Leaning,
                vec![("option", winner.option.clone()), ("runner_up", winner.runner_up.clone())],
            ),
            ("next-shortlist-many", Verdict::Shortlist, vec![]),
            ("next-shortlist-many-answer", Verdict::Shortlist, vec![("keep", keep)]),
        ] {
            let Some(filled) = self.said(id) else { continue };
            self.must(ruling.verdict == verdict, &format!("{id} beside {:?}", ruling.verdict));
            self.agrees(id, &filled, &expected);
        }
    }
}
