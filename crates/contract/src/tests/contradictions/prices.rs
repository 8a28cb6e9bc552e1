//! Checks what a report says of prices: one price is the best, and one set of prices may earn the most.

use super::*;

impl CheckedReport<'_> {
    pub(super) fn check_prices(&mut self) {
        let ids = ["verdict-price", "next-price", "next-price-range", "summary-price"];
        let Some(price) = &self.analysis.price else {
            return self.must(self.said_any(&ids).is_none(), "a price where there is none");
        };
        let best = price.points.iter().find(|point| point.option == price.best).unwrap();
        self.must(price.points.iter().all(|point| point.revenue_index <= best.revenue_index), "the best earns less");
        let Some(filled) = self.said("summary-price") else {
            // Of an engine that guesses, no figure is repeated.
            let is_guessing = self.ruling().open == Some(Openness::Guess);
            return self.must(is_guessing, "no share that would buy");
        };
        let names = ["support", "support_low", "support_high"];
        let [share, low, high] = self.percents(names, best.accepting, best.interval);
        let none = ("buys_none", percent(self.language, price.printed_none().unwrap()));
        self.agrees("summary-price", &filled, &[share, low, high, none, ("price", best.option.clone())]);
        for id in &ids[..2] {
            if let Some(filled) = self.said(id) {
                self.agrees(id, &filled, &[("price", best.option.clone())]);
                self.must(!self.ruling().dropped.contains(&best.option), "a price is named that was dropped");
            }
        }
        let ruling = self.ruling();
        self.check_untested();
        if matches!(ruling.verdict, Verdict::Clear | Verdict::Leaning) {
            self.must(ruling.options == [best.option.clone()], "another price leads than earns the most");
        }
        self.check_price_range(price);
        self.check_prices_to_test(price);
    }

    /// A test in sales compares the prices that are the likeliest to earn the most.
    fn check_prices_to_test(&mut self, price: &PriceCurve) {
        let ids = ["next-price-range", "next-price-untested"];
        let Some((_, filled)) = self.said_any(&ids) else { return };
        let chance = |option: &str| {
            let found = self.analysis.winner.shares.iter().find(|share| share.option == option);
            found.map_or(0.0, |share| share.probability_best)
        };
        let contenders = price.contenders();
        if let [only] = contenders.as_slice() {
            // A test compares, so the neighbours of a single price are named as well.
            let count =
                price.points.iter().filter(|it| filled["prices_to_test"].contains(&self.priced(&it.option))).count();
            let is_named = filled["prices_to_test"].contains(&self.priced(only));
            return self.must(is_named && count > 1, "a single price is tested, or another one");
        }
        let (named, others): (Vec<&str>, Vec<&str>) =
            contenders.into_iter().partition(|option| filled["prices_to_test"].contains(&self.priced(option)));
        let least = named.iter().map(|option| chance(option)).fold(1.0, f64::min);
        let is_likeliest = others.iter().all(|option| chance(option) <= least + 1e-9);
        let count = (named.len() + others.len()).min(3);
        self.must(named.len() == count && is_likeliest, "another price is likelier to earn the most");
    }

    /// An engine that was never tested on prices recommends none, names the prices to test, and says so once.
    fn check_untested(&mut self) {
        let is_untested = !is_measured(self.analysis);
        let said = self.said("verdict-price-untested").is_some();
        self.must(said == is_untested, "prices are untested, or are not");
        if !is_untested {
            return;
        }
        let ruling = self.ruling();
        self.must(ruling.verdict == Verdict::Open && ruling.options.is_empty(), "a price is recommended and untested");
        let recommending =
            ["next-price", "next-price-range", "next-risk-price", "next-none-price", "recommend-low-confidence"];
        if let Some((id, _)) = self.said_any(&recommending) {
            self.must(false, &format!("{id} of prices that were never tested"));
        }
        let Some(filled) = self.said("verdict-price-untested") else { return };
        let Some(next) = self.said("next-price-untested") else { return self.must(false, "no way to test the prices") };
        let is_range = next["prices_to_test"].starts_with(&self.priced(&filled["price_from"]))
            && next["prices_to_test"].ends_with(&self.priced(&filled["price_to"]))
            && filled["price_from"] != filled["price_to"];
        self.must(is_range, "other prices are to be tested than the verdict says");
    }

    /// A verdict that leaves several prices open names each that may earn the most, and no other.
    fn check_price_range(&mut self, price: &PriceCurve) {
        let (headline, ruling) = (&self.analysis.overview.headline, self.ruling());
        let contenders = price.contenders();
        let ends = price.best_range.each_ref().map(String::as_str);
        self.must(ends == [contenders[0], contenders[contenders.len() - 1]], "the shaded prices are others");
        let mut open: Vec<&str> = self.analysis.winner.contenders.iter().map(String::as_str).collect();
        open.sort_by_key(|option| contenders.iter().position(|contender| contender == option));
        self.must(open == contenders, "the contenders are others than the prices that may earn the most");
        let is_named = |option: &&str| headline.contains(&self.priced(option));
        match ruling.verdict {
            Verdict::Clear => {
                self.must(contenders == [price.best.as_str()], "clear, and another price may earn the most");
            }
            Verdict::Leaning => {
                self.must(contenders.iter().all(is_named), "a price that may earn the most is not named");
            }
            Verdict::Shortlist => {
                let mut kept: Vec<&str> = ruling.options.iter().map(String::as_str).collect();
                kept.sort_by_key(|option| contenders.iter().position(|contender| contender == option));
                self.must(kept == contenders, "the shortlist keeps other prices than may earn the most");
            }
            Verdict::Open | Verdict::None => {}
        }
        if ruling.verdict == Verdict::Shortlist {
            let keeps = ruling.options.iter().all(|option| headline.contains(&self.priced(option)));
            let drops = ruling.dropped.iter().any(|option| headline.contains(&self.priced(option)));
            self.must(keeps && !drops, "a price is named that was dropped, or one is missing that was kept");
        }
        if let Some(none) = self.said("verdict-none-price") {
            self.must(none.is_empty() && price.share_none > Some(0.5), "most would buy at none of these prices");
        }
    }
}
