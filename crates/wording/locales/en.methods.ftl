# What is said because of the kind of question: prices, features, scales, beliefs.
verdict-shortlist-rest = Keep { $keep }; drop the other { $dropped }.
verdict-shortlist-answer-rest = The most common answer is probably { $keep_or }; it is unlikely to be any of the other { $dropped }.
verdict-guessing = This engine can’t tell. Ask real people.
verdict-price = Charge { $price }: it earns the most of these prices.
verdict-price-leaning =
    { $has_price_others ->
        [no] { $price } probably earns the most.
       *[other] { $price } probably earns the most, but it could also be { $price_others }.
    }
verdict-price-open =
    { $is_any_price ->
        [yes] The forecast can’t tell which of these prices earns the most.
       *[other] The forecast can’t tell which price earns the most: it could be { $price_or }.
    }
verdict-price-untested = Test { $price_from } to { $price_to } with buyers: this engine was never tested on prices.
verdict-scale-most = Most people ({ $top }) would answer { $top_answers }.
verdict-scale-few = Fewer than half ({ $top }) would answer { $top_answers }.
verdict-scale-most-leaning = Probably more than half ({ $top }) would answer { $top_answers }.
verdict-scale-few-leaning = Probably fewer than half ({ $top }) would answer { $top_answers }.
verdict-scale-open = About { $top } would answer { $top_answers }; the forecast can’t tell whether that is more or less than half.
summary-price = Of { $answered } simulated respondents, { $support } ({ $level } interval: { $support_low } to { $support_high }) would buy at { $price }; { $buys_none } would not buy at any of these prices.
summary-scale = Of { $answered } simulated respondents, { $support } ({ $level } interval: { $support_low } to { $support_high }) answered { $top_answers }.
summary-scale-split = Answers are polarized: many at both ends, few in between.
summary-belief = This forecasts what people believe; it is not evidence of what is true.
next-price = Sell it at { $price } to some real customers first: more people say they’d buy than actually do.
next-price-range = More people say they’d buy than actually do, so test { $prices_to_test } in real sales before you choose.
next-price-untested = Offer { $prices_to_test } to different customers and compare what each price earns. In a survey, more people say they’d buy than actually do.
next-price-lower = Try lower prices, too: in this forecast, most people would buy at none of these.

page-price = What people would pay
page-price-note = The solid line shows how many of all respondents would buy at each price; the band is its { $level } simulation interval. The dashed line is the revenue index: price times buyers, with the best price set to 100.
page-price-note-range = The shaded prices may earn the most.
page-price-best = Most likely to earn the most: { $price }
page-price-open = May earn the most: { $prices }
page-price-none = Would not buy at any of these prices: { $share } ({ $range })
page-price-levelled = For some prices, the engine forecast more buyers at a higher price than at a lower one. That can’t be, so those shares were evened out.
page-price-accepting = Would buy
page-price-revenue = Revenue index
page-price-probability = Chance of earning the most
page-reach = Combinations that reach the most people
page-reach-note = A combination reaches someone if it includes at least one of their top two.
page-reach-bundle = { $options }: { $share } ({ $range })
page-best-worst = Best minus worst
page-best-worst-note = “Best minus worst” is how much more often an option was picked as best than as worst in the lists it appeared in, from −100 to 100.
page-scale = The whole scale
page-scale-note = With the steps numbered from 1 to { $steps }, the average is { $mean } ({ $range }).
page-scale-split = Answers are polarized: many at both ends, few in between.

page-names = What the names suggest
page-names-note = What the engine associates with each name. Check meanings, and who already uses a name, before you decide.
page-names-note-alike = Names with similar letters that are easily confused with each other.
page-names-mind = Brings to mind
page-names-hard = Hard to say or spell
page-names-alike = Easily confused with
page-names-meaning = Meanings
page-names-in = { $language }:
verdict-shortlist-feature = Start with { $keep_or }; { $drop } can wait.
verdict-shortlist-feature-rest = Start with { $keep_or }; the other { $dropped } can wait.
summary-reach = With { $bundle }, { $reach } ({ $reach_low } to { $reach_high }) would get at least one of their top two.
next-build = If you build more than one, start with { $build_first }, then { $build_then }: together they give { $build_reach } at least one of their top two.

# Prices of one offer: shares are of those who would buy at each price.
verdict-none-price = Most people would not buy at any of these prices.
next-none-price = Try lower prices or another offer before you choose among these.
next-risk-price = If you charge { $leader }, first address what most worries those who would pay that much and no more: “{ $leader_risk }” ({ $leader_risk_share }).
summary-segments-price = Those who differ most are { $segment }: { $segment_share } would buy at { $option }, compared with { $segment_rest } of everyone else.
summary-segments-answer = Those who differ most are { $segment }: { $segment_share } answered “{ $option }”, compared with { $segment_rest } of everyone else.
summary-segments-scale = Those who differ most are { $segment }: { $segment_share } would answer { $top_answers }, compared with { $segment_rest } of everyone else.
summary-worth-unmeasured-price =
    { $effective_count ->
        [one] Most of this forecast is an even spread over the prices, and it counts for no more than asking one person would.
       *[other] Most of this forecast is an even spread over the prices, and it counts for no more than asking { $effective_size } people would.
    }
confidence-engine-unmeasured-price = How close its forecasts come to what people really pay is unknown.
page-skill-unmeasured-price = None on prices. Price questions are asked in their own way, so results on other questions wouldn’t carry over. How close the engine comes to people’s answers is unknown; that alone keeps confidence low.
page-chart-note-price = Bars show how many of all simulated respondents would buy at each price, so they don’t add up to { $whole }; the thin line is the { $level } simulation interval.
page-count-price = Would buy (number)
page-heat-note-price = Each cell is the share of the group that would buy at that price; darker is larger. Groups of fewer than 20 respondents are left out. Differences between groups reflect the engine’s assumptions about such people, not findings about them: ask real people before you act on one.
page-group-more-price = Of { $group }, { $share } would buy at { $option }, compared with { $others } of everyone else: { $points } more.
page-group-less-price = Of { $group }, { $share } would buy at { $option }, compared with { $others } of everyone else: { $points } less.
page-card-who-price = More likely to buy at this price
page-cards-price = The percentage is the share that would buy at this price; reasons and concerns are those of people who would pay this much and no more.
page-people-price = Each percentage is the share that would buy at that price, so they don’t add up to { $whole }.
# By kind: pairs of options, want and reach of features, the net figure of a scale.
page-pairs = Which options differ
page-pairs-naming = Which names differ
page-pairs-ahead = “{ $option }” is ahead of { $others }.
page-pairs-below =
    { $points_count ->
        [one] “{ $option }” (by one point)
       *[other] “{ $option }” (by { $points } points)
    }
page-pairs-rest = In the other pairs, it isn’t certain which is ahead.
page-pairs-none = In none of the pairs is it certain which is ahead.
page-reach-each = Each option on its own
page-reach-want = First choice
page-reach-alone = In top two
page-scale-net = { $top } would answer { $top_answers } and { $bottom } would answer { $bottom_answers }: a net figure of { $net } points, the first minus the second. It shows which end has more people, not whether most people are there.
page-scale-net-column = Net (points)
page-scale-net-others = Everyone else’s net
page-scale-net-only = Among { $group }, the net is { $net } points; among everyone else, { $others }.
page-scale-groups = Net by group
page-scale-moves = The net differs most by { $attribute }: from { $low } among { $low_group } to { $high } among { $high_group }.
page-chart-note-belief = Bars show the share of simulated respondents who gave each answer; the thin line is the { $level } simulation interval.
