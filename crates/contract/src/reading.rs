//! How a result is read, the same on every surface: which options the verdict is about, what its lead is, who is quoted, and which
//! texts were asked in other words than the client's.

use std::borrow::Cow;

use analysis::thresholds;
use forecast::calibration::CountedRecord;
use language::address::address;
use population::Attribute;
use questionnaire::bank::question_in_address;
use wording::Locale;

use crate::{
    Analysis, Estimator, Inquiry, PriceCurve, Quote, ReportResult, ResearchInput, RespondentRecord, Verdict,
    WordingChoice,
};

/// Largest number of pairs that a report lists: those of eight options.
const PAIRS_SHOWN_MAX: usize = 28;

/// The question or an option that was asked in other words than the client's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedAs<'a> {
    pub own: &'a str,
    pub asked: &'a str,
    /// Every reason for the difference, in the report's language.
    pub reasons: Vec<&'a str>,
}

impl ResearchInput {
    /// Returns each text whose served wording differs from the client's: the question first, then options in their order.
    pub fn asked_as(&self) -> Vec<AskedAs<'_>> {
        let (own, served) = (&self.options, &self.optimized.options);
        let options = own.iter().zip(served).enumerate();
        let options = options.map(|(place, (own, asked))| (format!("options[{place}]"), own, asked));
        let all = [("question".to_owned(), &self.question, &self.optimized.question)].into_iter().chain(options);
        let differing = all.filter(|(_, own, asked)| own != asked);
        differing.map(|(field, own, asked)| AskedAs { own, asked, reasons: self.reasons_of(&field) }).collect()
    }

    fn reasons_of(&self, field: &str) -> Vec<&str> {
        let changes = self.optimized.changes.iter().filter(|change| change.field == field);
        changes.map(|change| change.reason.as_str()).collect()
    }

    /// Whether the client declined edits of the wording.
    pub fn is_as_is(&self) -> bool {
        self.wording == Some(WordingChoice::AsIs)
    }
}

impl ReportResult {
    /// Returns a question of the questionnaire in the form of address that the client's question uses, as people are asked it.
    pub fn in_address<'t>(&self, question: &'t str) -> Cow<'t, str> {
        let input = &self.research_input;
        let address = address(input.language, &input.question, self.only_country());
        question_in_address(question, input.language, address)
    }

    /// Returns the only country of the audience, if it has exactly one.
    pub fn only_country(&self) -> Option<&str> {
        match self.research_input.audience_filters.countries.as_slice() {
            [country] => Some(country),
            _ => None,
        }
    }

    /// Returns the locale of the report's readers: its language, and the audience's country if it has exactly one and that country
    /// speaks the language.
    pub fn locale(&self) -> Locale {
        Locale::new(self.research_input.language, self.only_country())
    }

    /// Returns the simulated respondent who said a quote; `None` where respondents are hidden.
    pub fn speaker(&self, quote: &Quote) -> Option<&RespondentRecord> {
        self.sample_data.respondents.iter().find(|it| it.respondent_id == quote.respondent_id)
    }

    /// Returns who said a quote: name, age and place. The place is the region if the audience is within one country, otherwise the
    /// country. Without age or place, the name stands alone, and where respondents are hidden their id.
    pub fn quoted(&self, quote: &Quote) -> String {
        let Some(speaker) = self.speaker(quote) else { return quote.respondent_id.clone() };
        let named = |attribute: Attribute| {
            let value = speaker.profile.value(attribute)?;
            Some(wording::value_in(self.locale(), self.only_country(), attribute.code(), &value))
        };
        let region = self.only_country().and_then(|_| named(Attribute::Region));
        let place = region.or_else(|| named(Attribute::Country));
        let (Some(age), Some(place)) = (speaker.profile.value(Attribute::Age), place) else {
            return speaker.display_name.clone();
        };
        let args =
            [("name", speaker.display_name.as_str().into()), ("age", age.to_string().into()), ("place", place.into())];
        wording::say(self.locale(), "page-quote-by", &args)
    }

    /// Returns the part of the engine's record that counts for the question; `None` if the engine was never measured. Every surface
    /// states the skill of this record.
    pub fn record(&self) -> Option<CountedRecord> {
        let measured = self.method.calibration.measured.as_ref()?;
        Some(measured.record_for(self.research_input.optimized.family))
    }

    /// Returns whether the report lists which pairs of options differ: for names and preferences among three to eight options. Of
    /// two options the verdict states it; the pairs of more than eight are in the result only.
    pub fn lists_pairs(&self) -> bool {
        let is_inquiry_with_pairs =
            matches!(self.research_input.optimized.inquiry, Inquiry::Naming | Inquiry::Preference);
        let is_readable = (2..=PAIRS_SHOWN_MAX).contains(&self.analysis.winner.pairs.len());
        is_inquiry_with_pairs && is_readable && self.analysis.is_about_top_option() && !self.is_guessing()
    }

    /// Returns whether the report says which prices may earn the most: not where the engine guesses or was never tested on prices.
    pub fn ranks_prices(&self) -> bool {
        self.record().is_some_and(|record| record.knows)
    }

    /// Returns whether the engine's record shows no skill beyond a uniform guess on questions of the report's family, or on all
    /// questions if it has no figures for the family.
    pub fn is_guessing(&self) -> bool {
        self.record().is_some_and(|record| !record.knows)
    }
}

impl PriceCurve {
    /// Returns the prices that may earn most, from the cheapest, by the rule of the verdict.
    pub fn contenders(&self) -> Vec<&str> {
        let chances: Vec<f64> = self.points.iter().map(|point| point.probability_best).collect();
        let best = self.points.iter().position(|point| point.option == self.best).unwrap_or(0);
        analysis::contenders(best, &chances).into_iter().map(|at| self.points[at].option.as_str()).collect()
    }

    /// Whether any of the prices may earn most.
    pub fn is_open(&self) -> bool {
        self.contenders().len() == self.points.len()
    }

    /// Returns the price that probably earns most; `None` if none is likely enough for a verdict to name it.
    pub fn leader(&self) -> Option<&str> {
        let best = self.points.iter().find(|point| point.option == self.best)?;
        (best.probability_best >= thresholds::LEANING_MIN).then_some(best.option.as_str())
    }
}

impl Analysis {
    /// Returns the two printed shares whose difference the verdict rests on: the first two options, or a share that must exceed one
    /// half. Of prices, the first two revenue indices, as fractions.
    pub fn lead(&self) -> Option<[f64; 2]> {
        let ruling = self.overview.ruling.as_ref();
        if let Some(acceptance) =
            self.acceptance.as_ref().filter(|_| ruling.is_some_and(|it| it.verdict == Verdict::None))
        {
            return Some([acceptance.share_none, 0.5]);
        }
        if let Some(scale) = &self.scale {
            return Some([scale.top, 0.5]);
        }
        let indices = self.price.as_ref().map(|price| price.points.iter().map(|it| it.revenue_index / 100.0).collect());
        let shares = || self.printed_shares();
        let mut figures: Vec<f64> = indices.unwrap_or_else(shares);
        figures.sort_by(|a, b| b.total_cmp(a));
        figures.first_chunk().copied()
    }

    /// Returns whether the verdict is about the option with the largest share. For prices it is about revenue, for a scale about its
    /// upper end.
    pub fn is_about_top_option(&self) -> bool {
        self.price.is_none() && self.scale.is_none()
    }

    /// Whether the share of an option is of those who would buy at that price. Earlier reports have the share that chose it.
    pub fn has_buyers(&self) -> bool {
        self.winner.estimator == Estimator::WouldBuy
    }

    /// Whether the verdict is about the option: the one to choose, those to keep, or the upper end of a scale. Reports
    /// without a verdict point out their winner.
    pub fn is_verdict_about(&self, option: &str) -> bool {
        let is_it = |named: &String| named == option;
        match (&self.scale, &self.overview.ruling) {
            (Some(scale), _) => scale.top_steps.iter().any(is_it),
            (None, Some(ruling)) => ruling.options.iter().any(is_it),
            (None, None) => self.winner.option == option,
        }
    }
}
