//! The line under the verdict: when, how many respondents, how precise, and by which model.

use super::ReportPage;
use super::cross::CrossTabulated;
use super::people::PeopleSection;

/// Joins the facts where they are text.
const BETWEEN: &str = " · ";
/// How the file of a model ends, which says nothing to a reader.
const MODEL_FILE_ENDING: &str = ".gguf";

/// A report whose facts are shown.
pub trait Dated: CrossTabulated {
    /// The day on which it was made, if known.
    fn date(&self) -> Option<&str>;

    fn people_section(&self) -> Option<&PeopleSection<'_>>;

    /// Returns date, sample size, effective sample size, margin of error and model in this order; of an engine that guesses,
    /// neither of the two in the middle; with a joint verdict, who answered instead of the sizes.
    fn facts(&self) -> Vec<String> {
        let mut facts: Vec<String> = self.date().map(str::to_owned).into_iter().collect();
        match self.people_section() {
            Some(section) if section.is_joint() => facts.push(section.banner()),
            _ => {
                let n = self.integer(&self.result().statistics.successful_respondent_count);
                facts.push(self.say_with("page-fact-simulated", &[("n", n.into())]));
                if !self.result().is_guessing() {
                    facts.push(self.effective());
                    facts.extend(self.margin());
                }
            }
        }
        facts.push(format!("{}{}{}", self.say("page-engine"), self.colon(), self.model()));
        facts
    }

    fn facts_line(&self) -> String {
        self.facts().join(BETWEEN)
    }

    /// Names the model in short, without the folder and the ending of its file; an engine without a model by its own name.
    fn model(&self) -> &str {
        let method = &self.result().method;
        let model = method.model.as_deref().unwrap_or(&method.engine);
        let name = model.rsplit(['/', '\\']).next().unwrap_or(model);
        name.strip_suffix(MODEL_FILE_ENDING).unwrap_or(name)
    }

    fn effective(&self) -> String {
        let effective = wording::integer(self.locale(), self.result().method.effective_size.round() as i64);
        self.say_with("page-fact-effective", &[("n", effective.into())])
    }

    /// Returns the margin of error of the share that the verdict is about: half of its interval.
    fn margin(&self) -> Option<String> {
        let analysis = &self.result().analysis;
        let of_winner = analysis.winner.shares.iter().find(|share| share.option == analysis.winner.option);
        let of_scale = analysis.scale.as_ref().map(|scale| scale.top_interval);
        let [low, high] = of_scale.or(of_winner.map(|share| share.interval))?;
        // As the two ends are printed.
        let points = wording::points(self.locale(), wording::whole_points(high, low) as f64 / 200.0);
        Some(self.say_with("page-fact-margin", &[("points", points.into())]))
    }
}

impl Dated for ReportPage<'_> {
    fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    fn people_section(&self) -> Option<&PeopleSection<'_>> {
        self.people.as_ref()
    }
}
