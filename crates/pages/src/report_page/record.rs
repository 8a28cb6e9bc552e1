//! Sentences of the method section: the engine's measured skill, and how it was asked.

use contract::Estimator;

use super::ReportPage;
use super::words::Localized;

impl ReportPage<'_> {
    /// Explains the engine's measured skill to a general reader: the record that counts for the question and, unless the engine
    /// guesses, what the whole record adds.
    pub(super) fn skill_explained(&self) -> String {
        let (Some(measured), Some(record)) = (&self.result.method.calibration.measured, self.result.record()) else {
            let has_buyers = self.result.analysis.has_buyers();
            return self.say(if has_buyers { "page-skill-unmeasured-price" } else { "page-skill-unmeasured" });
        };
        let scope = wording::measured_skill::scope(self.locale(), record.family);
        let asked_in = |is_pooled: bool| {
            let language = (!is_pooled).then_some(self.result.research_input.language);
            wording::measured_skill::asked_in(self.locale(), language)
        };
        let counted = [
            ("scope", scope.into()),
            ("asked_in", asked_in(record.pooled).into()),
            ("cases", self.integer(&record.cases).into()),
            ("skill", wording::measured_skill::gap_closed(self.locale(), record.skill).into()),
            ("accuracy", self.percent(&record.winner_accuracy).into()),
            ("chance", self.percent(&record.chance).into()),
        ];
        if self.result.is_guessing() {
            return self.say_with("page-skill-guessing", &counted);
        }
        let overall = [
            ("cases", self.integer(&measured.cases).into()),
            ("asked_in", asked_in(false).into()),
            ("error", self.decimal(&(measured.share_error * 100.0), 1).into()),
        ];
        let coverage =
            [("asked_in", asked_in(measured.pooled).into()), ("coverage", self.percent(&measured.coverage).into())];
        // Over all questions, the score that counts is already that on little-known results.
        let little = measured.skill_little_known.map(|little| match record.family {
            Some(_) => self.say_with(
                "page-skill-little",
                &[("little", wording::measured_skill::gap_closed(self.locale(), little).into())],
            ),
            None => self.say("page-skill-score-little"),
        });
        let pooled = record.pooled.then(|| self.say("worth-pooled"));
        let measured = [self.say_with("page-skill-measured", &counted)].into_iter().chain(pooled);
        let overall = [self.say_with("page-skill-overall", &overall), self.say_with("page-skill-coverage", &coverage)];
        let overall = overall.into_iter().chain(little);
        wording::sentences(self.locale(), &measured.chain(overall).collect::<Vec<_>>())
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

    /// Says once how the engine was asked and where the respondents come from; `None` in reports without a forecast.
    pub(super) fn how_it_was_made(&self) -> Option<String> {
        let n = self.result.method.readings;
        let respondents = self.integer(&self.result.statistics.successful_respondent_count);
        let args = [("n_count", n.into()), ("n", self.integer(&n).into()), ("respondents", respondents.into())];
        (n > 0).then(|| self.say_with("page-how", &args))
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
