//! Sentences of the method section: the engine's measured skill, and how it was asked.

use contract::Estimator;

use super::ReportPage;
use super::words::Localized;

impl ReportPage<'_> {
    /// Explains the engine's measured skill to a general reader.
    pub(super) fn skill_explained(&self) -> String {
        let Some(measured) = &self.result.method.calibration.measured else {
            let has_buyers = self.result.analysis.has_buyers();
            return self.say(if has_buyers { "page-skill-unmeasured-price" } else { "page-skill-unmeasured" });
        };
        if !measured.knows {
            return self.say_with("page-skill-guessing", &[("cases", self.integer(&measured.cases).into())]);
        }
        self.say_with(
            "page-skill-measured",
            &[
                ("cases", self.integer(&measured.cases).into()),
                ("skill", self.decimal(&measured.skill, 1).into()),
                ("little", self.decimal(&measured.printed_skill(), 1).into()),
                ("coverage", self.percent(&measured.coverage).into()),
                ("people", wording::integer(self.language(), self.result.method.effective_size.round() as i64).into()),
                ("accuracy", self.percent(&measured.winner_accuracy).into()),
                ("chance", self.percent(&measured.chance).into()),
                ("error", self.decimal(&(measured.share_error * 100.0), 1).into()),
            ],
        )
    }

    /// Describes the engine's skill on the account's own studies; `None` if there are none.
    pub(super) fn own_studies(&self) -> Option<String> {
        let own = self.result.method.own_studies.as_ref()?;
        let args = [
            ("studies_count", own.studies.into()),
            ("studies", self.integer(&own.studies).into()),
            ("people", self.integer(&own.people).into()),
            ("skill", wording::signed(self.language(), own.skill).into()),
            ("accuracy", self.percent(&own.winner_accuracy).into()),
        ];
        Some(self.say_with("page-own-studies", &args))
    }

    pub(super) fn lambda_explained(&self) -> String {
        let lambda = self.decimal(&self.result.method.lambda, 2);
        self.say_with("page-lambda-explained", &[("lambda", lambda.into())])
    }

    pub(super) fn readings_explained(&self) -> String {
        let n = self.result.method.readings;
        self.say_with("page-readings-explained", &[("n_count", n.into()), ("n", self.integer(&n).into())])
    }

    /// Whether forms had different orders. Reports without a forecast dealt orders to respondents; since then only
    /// short lists have them.
    pub(super) fn has_served_orders(&self) -> bool {
        self.result.method.readings == 0 || self.result.analysis.winner.estimator == Estimator::PlackettLuce
    }

    pub(super) fn forms_explained(&self) -> String {
        let n = self.result.method.forms;
        self.say_with("page-forms-explained", &[("n_count", n.into()), ("n", self.integer(&n).into())])
    }
}
