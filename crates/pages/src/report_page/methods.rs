//! Sentences of the analyses specific to a kind of question: prices, features, scales, names.

use contract::{Analysis, Bundle, NameNotes, OptionPair, OptionShare, PriceCurve, Reach, ReportResult, ScaleShape};
use wording::{Join, name};

use super::net::{self, GroupNet};
use super::words::Localized;

/// Joins figures of one line.
const BETWEEN: &str = " · ";

/// One feature with what it is worth alone.
pub struct FeatureRow<'a> {
    pub option: &'a str,
    pub share: f64,
    pub alone: Option<f64>,
    pub score: Option<f64>,
}

pub trait LocalizedMethods: Localized {
    /// Returns what the curve comes to: the price that probably earns most, all that may, and who buys at none. Only the last
    /// unless the report ranks prices: then the verdict names those to test.
    fn price_line(&self, of: &PriceCurve, is_ranked: bool) -> String {
        let known = is_ranked.then(|| [self.price_best(of), self.price_contenders(of)]);
        let parts: Vec<String> = known.into_iter().flatten().flatten().chain(self.price_none(of)).collect();
        parts.join(BETWEEN)
    }

    /// Returns whether the engine can tell some prices from those that may maximise revenue.
    fn has_price_range(&self, of: &PriceCurve, is_ranked: bool) -> bool {
        is_ranked && !of.is_open()
    }

    /// Explains the curve.
    fn price_note(&self, of: &PriceCurve, is_ranked: bool) -> String {
        let range = self.has_price_range(of, is_ranked).then_some("page-price-note-range");
        let ids = ["page-price-note"].into_iter().chain(range).chain(of.levelled.then_some("page-price-levelled"));
        wording::sentences(self.locale(), &ids.map(|id| self.say(id)).collect::<Vec<_>>())
    }

    /// `None` if no price is likely enough to earn the most.
    fn price_best(&self, of: &PriceCurve) -> Option<String> {
        of.leader().map(|price| self.say_with("page-price-best", &[("price", name(price).into())]))
    }

    /// `None` if any price may earn the most, which the verdict says, or one alone.
    fn price_contenders(&self, of: &PriceCurve) -> Option<String> {
        let prices: Vec<String> = of.contenders().into_iter().map(str::to_owned).collect();
        let is_open = (2..of.points.len()).contains(&prices.len());
        is_open.then(|| self.say_with("page-price-open", &[("prices", self.prices(&prices, Join::Or).into())]))
    }

    fn price_none(&self, of: &PriceCurve) -> Option<String> {
        let (share, interval) = (of.printed_none()?, of.none_interval?);
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

    /// Returns each feature with how many want it most and how many have it among their two favourites, the most wanted first.
    fn features<'r>(&self, analysis: &'r Analysis, of: &Reach) -> Vec<FeatureRow<'r>> {
        let score = |option: &str| of.scores.iter().find(|score| score.option == option).map(|score| score.score);
        let row = |(of_option, share): (&'r OptionShare, f64)| FeatureRow {
            option: &of_option.option,
            share,
            alone: of.alone.get(&of_option.option).copied(),
            score: score(&of_option.option),
        };
        let shares = analysis.winner.shares.iter().zip(analysis.printed_shares());
        let mut rows: Vec<FeatureRow<'r>> = shares.map(row).collect();
        rows.sort_by(|a, b| b.share.total_cmp(&a.share));
        rows
    }

    /// Says of each option which others it is certainly ahead of, by the difference of their printed shares, and what is left open.
    fn pairs(&self, analysis: &Analysis) -> Vec<String> {
        let pairs = &analysis.winner.pairs;
        let mut sentences: Vec<String> = Vec::new();
        let mut named: Vec<&str> = Vec::new();
        for pair in pairs.iter().filter(|pair| pair.differs) {
            if named.contains(&pair.higher.as_str()) {
                continue;
            }
            named.push(&pair.higher);
            let below = pairs.iter().filter(|other| other.differs && other.higher == pair.higher);
            let below: Vec<String> = below.map(|other| self.below(analysis, other)).collect();
            let others = wording::listed(self.locale(), &below, Join::And);
            let args = [("option", name(&pair.higher).into()), ("others", others.into())];
            sentences.push(self.say_with("page-pairs-ahead", &args));
        }
        if sentences.is_empty() {
            sentences.push(self.say("page-pairs-none"));
        } else if pairs.iter().any(|pair| !pair.differs) {
            sentences.push(self.say("page-pairs-rest"));
        }
        sentences
    }

    fn below(&self, analysis: &Analysis, pair: &OptionPair) -> String {
        let [higher, lower] = [&pair.higher, &pair.lower].map(|option| analysis.printed_share(option));
        let points = wording::points_between(self.locale(), higher, lower);
        let count = wording::whole_points(higher, lower);
        let args = [("option", name(&pair.lower).into()), ("points", points.into()), ("points_count", count.into())];
        self.say_with("page-pairs-below", &args)
    }

    /// Says who is at the two ends of a scale, the net figure, and what it means.
    fn net_sentence(&self, of: &ScaleShape) -> String {
        let [lower, upper] = of.printed_ends();
        let args = [
            ("net", self.points(&net::net(of)).into()),
            ("top", self.percent(&upper).into()),
            ("top_answers", self.names(&of.top_steps, Join::Or).into()),
            ("bottom", self.percent(&lower).into()),
            ("bottom_answers", self.names(of.bottom_steps(), Join::Or).into()),
        ];
        self.say_with("page-scale-net", &args)
    }

    /// Describes a scale in one paragraph; of an engine that guesses, nothing of groups.
    fn scale_paragraph(&self, result: &ReportResult, of: &ScaleShape) -> String {
        let moves = if result.is_guessing() { None } else { self.net_moves(result, of) };
        let sentences: Vec<String> = [self.net_sentence(of), self.scale_note(of)].into_iter().chain(moves).collect();
        wording::sentences(self.locale(), &sentences)
    }

    fn group_nets<'r>(&self, result: &'r ReportResult, of: &ScaleShape) -> Vec<GroupNet<'r>> {
        net::by_group(result, of)
    }

    /// Says by which groups the net figure differs most; `None` where no group of that attribute is notable.
    fn net_moves(&self, result: &ReportResult, of: &ScaleShape) -> Option<String> {
        let groups = net::by_group(result, of);
        let [low, high] = net::widest(&groups)?;
        let mut segments = result.analysis.segment_breakdown.segments.iter();
        segments.find(|segment| segment.notable && segment.attribute == low.attribute)?;
        let args = [
            ("attribute", wording::weighting_variables(self.locale(), &[low.attribute.to_owned()]).into()),
            ("low", self.points(&low.net).into()),
            ("low_group", self.people_of(low.attribute, low.value).into()),
            ("high", self.points(&high.net).into()),
            ("high_group", self.people_of(high.attribute, high.value).into()),
        ];
        Some(self.say_with("page-scale-moves", &args))
    }

    /// States the net figure of the only group.
    fn only_net(&self, group: &GroupNet<'_>, others: &i64) -> String {
        let args = [
            ("group", self.people_of(group.attribute, group.value).into()),
            ("net", self.points(&group.net).into()),
            ("others", self.points(others).into()),
        ];
        self.say_with("page-scale-net-only", &args)
    }

    fn hundredths(&self, score: &f64) -> String {
        self.decimal(&(score * 100.0), 0)
    }

    fn scale_note(&self, of: &ScaleShape) -> String {
        let [mean, low, high] =
            [of.mean, of.mean_interval[0], of.mean_interval[1]].map(|figure| self.decimal(&figure, 1));
        let range = self.say_with("range", &[("low", low.into()), ("high", high.into())]);
        let args = [("mean", mean.into()), ("steps", self.integer(&of.steps.len()).into()), ("range", range.into())];
        self.say_with("page-scale-note", &args)
    }

    /// Returns the options that a name is easily confused with.
    fn names_alike(&self, of: &NameNotes) -> String {
        self.names(&of.alike, Join::And)
    }

    /// Returns each meaning of a name, led by the language that it has it in with its colon and the space after it, if any.
    fn name_meanings<'r>(&self, of: &'r NameNotes) -> Vec<(String, &'r str)> {
        let named = |code: &String| {
            let language = self.say(&format!("language-{code}"));
            let space = if self.language() == foundation::Language::Zh { "" } else { " " };
            self.say_with("page-names-in", &[("language", language.into())]) + space
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
        self.listed("quoted", options, join)
    }

    /// Returns options that are prices joined with "and" or "or".
    fn prices(&self, options: &[String], join: Join) -> String {
        self.listed("quoted-price", options, join)
    }

    /// Joins options as a list, each rendered by the message `quoted`.
    fn listed(&self, quoted: &str, options: &[String], join: Join) -> String {
        let quoted = |option: &String| self.say_with(quoted, &[("text", name(option).into())]);
        wording::listed(self.locale(), &options.iter().map(quoted).collect::<Vec<_>>(), join)
    }
}

impl<T: Localized> LocalizedMethods for T {}
