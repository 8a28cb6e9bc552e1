//! Checks that printed shares add up, and that the features to build are a combination with its reach.

use super::*;

impl CheckedReport<'_> {
    /// The features to build are named one after the other, with what they reach together.
    pub(super) fn check_what_to_build(&mut self) {
        let Some(filled) = self.said("next-build") else { return };
        let bundles = self.analysis.reach.iter().flat_map(|reach| &reach.bundles);
        let agrees = |bundle: &&Bundle| {
            let (first, then) = bundle.options.split_at(1);
            filled["build_first"] == self.listed(first, Join::And)
                && filled["build_then"] == self.listed(then, Join::And)
                && filled["build_reach"] == percent(self.language, bundle.reach)
        };
        let Some(bundle) = bundles.into_iter().find(agrees) else {
            return self.must(false, "features to build that are no combination, or another reach");
        };
        let (ruling, first) = (self.ruling(), bundle.options[0].clone());
        self.must(first == self.analysis.winner.option, "the first feature to build is not the one that leads");
        self.must(!bundle.options.iter().any(|option| ruling.dropped.contains(option)), "a feature to build can wait");
        self.must(ruling.verdict != Verdict::None, "features to build where most want none");
    }

    /// The printed shares of one distribution add up, those of groups, too.
    pub(super) fn check_sums(&mut self) {
        if self.analysis.has_buyers() {
            let price = self.analysis.price.as_ref().unwrap();
            let cheapest = wording::whole_percent(price.points[0].accepting);
            let none = wording::whole_percent(price.printed_none().unwrap());
            return self.must(cheapest + none == 100, "who would buy at the cheapest price and who would not");
        }
        let sum = |shares: Vec<f64>| shares.into_iter().map(wording::whole_percent).sum::<i64>();
        let mut sums = vec![sum(self.analysis.printed_shares())];
        for segment in &self.analysis.segment_breakdown.segments {
            sums.extend(
                [&segment.shares, &segment.shares_of_others]
                    .map(|shares| sum(self.analysis.printed_by_option(shares).into_values().collect())),
            );
        }
        self.must(sums.iter().all(|sum| *sum == 100), &format!("printed shares add up to {sums:?}"));
        if let Some(scale) = &self.analysis.scale {
            let upper = sum(scale.top_steps.iter().map(|step| self.analysis.printed_share(step)).collect());
            let [lower, _] = scale.printed_ends();
            let steps = sum(scale.bottom_steps().iter().map(|step| self.analysis.printed_share(step)).collect());
            self.must(upper == wording::whole_percent(scale.top), "the printed steps of the upper end");
            self.must(steps == wording::whole_percent(lower), "the printed steps of the lower end");
        }
    }
}
