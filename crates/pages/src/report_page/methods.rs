//! Sentences of the analyses specific to a kind of question: prices, features, scales, names.

use contract::{BestWorst, Bundle, NameNotes, PriceCurve, PricePoint, Reach, ScaleShape};
use wording::{Join, name};

use super::words::Localized;

/// Minimum probability of maximising revenue at which one price is named; the verdict uses the same.
const LIKELY_MIN: f64 = 0.6;

pub trait LocalizedMethods: Localized {
    /// `None` if no price is likely enough to maximise revenue.
    fn price_best(&self, of: &PriceCurve) -> Option<String> {
        let is_one = of.points.iter().any(|point| point.option == of.best && point.probability_best >= LIKELY_MIN);
        is_one.then(|| self.say_with("page-price-best", &[("price", name(&of.best).into())]))
    }

    fn price_between(&self, of: &PriceCurve) -> String {
        let [low, high] = &of.best_range;
        let is_end = |at: Option<&PricePoint>, option: &String| at.is_some_and(|point| point.option == *option);
        if is_end(of.points.first(), low) && is_end(of.points.last(), high) {
            return self.say("page-price-any");
        }
        let [low, high] = [low, high].map(|option| name(option));
        self.say_with("page-price-between", &[("low", low.into()), ("high", high.into())])
    }

    fn price_none(&self, of: &PriceCurve) -> Option<String> {
        let (share, interval) = (of.share_none?, of.none_interval?);
        let args = [("share", self.percent(&share).into()), ("range", self.range(&interval).into())];
        Some(self.say_with("page-price-none", &args))
    }

    fn bundle(&self, of: &Bundle) -> String {
        let args = [
            ("options", self.names(&of.options, Join::And).into()),
            ("share", self.percent(&of.reach).into()),
            ("range", self.range(&of.interval).into()),
        ];
        self.say_with("page-reach-bundle", &args)
    }

    /// Returns best-worst scores in descending order.
    fn scores<'r>(&self, of: &'r Reach) -> Vec<&'r BestWorst> {
        let mut scores: Vec<&BestWorst> = of.scores.iter().collect();
        scores.sort_by(|a, b| b.score.total_cmp(&a.score));
        scores
    }

    fn hundredths(&self, score: &f64) -> String {
        self.decimal(&(score * 100.0), 0).replace('-', "−")
    }

    fn hundredths_range(&self, interval: &[f64; 2]) -> String {
        let [low, high] = interval.map(|end| self.hundredths(&end));
        self.say_with("range", &[("low", low.into()), ("high", high.into())])
    }

    fn scale_note(&self, of: &ScaleShape) -> String {
        let [mean, low, high] =
            [of.mean, of.mean_interval[0], of.mean_interval[1]].map(|figure| self.decimal(&figure, 1));
        let range = self.say_with("range", &[("low", low.into()), ("high", high.into())]);
        let args = [
            ("mean", mean.into()),
            ("steps", self.integer(&of.steps.len()).into()),
            ("range", range.into()),
            ("answers", self.names(&of.top_steps, Join::Or).into()),
            ("share", self.percent(&of.top).into()),
        ];
        self.say_with("page-scale-note", &args)
    }

    /// Returns the options that a name is easily confused with.
    fn names_alike(&self, of: &NameNotes) -> String {
        self.names(&of.alike, Join::And)
    }

    /// Returns each meaning of a name with the language it has it in.
    fn name_meanings<'r>(&self, of: &'r NameNotes) -> Vec<(String, &'r str)> {
        let named = |code: &String| {
            let language = self.say(&format!("language-{code}"));
            self.say_with("page-names-in", &[("language", language.into())])
        };
        of.meanings.iter().map(|(code, text)| (named(code), text.as_str())).collect()
    }

    /// Whether any names are easily confused.
    fn are_names_alike(&self, of: &[NameNotes]) -> bool {
        of.iter().any(|notes| !notes.alike.is_empty())
    }

    /// Whether the notes have associations, pronunciation or meanings, so that their columns are shown.
    fn are_names_known(&self, of: &[NameNotes]) -> bool {
        of.iter().any(|notes| !notes.brings_to_mind.is_empty() || notes.hard.is_some() || !notes.meanings.is_empty())
    }

    /// Returns quoted options joined with "and" or "or".
    fn names(&self, options: &[String], join: Join) -> String {
        let quoted = |option: &String| self.say_with("quoted", &[("text", name(option).into())]);
        wording::listed(self.language(), &options.iter().map(quoted).collect::<Vec<_>>(), join)
    }
}

impl<T: Localized> LocalizedMethods for T {}
