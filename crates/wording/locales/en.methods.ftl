# What is said because of the kind of question: prices, features, scales, beliefs.
verdict-shortlist-rest = Keep { $keep }; drop the other { $dropped }.
verdict-shortlist-answer-rest = The most common answer is probably { $keep_or }, and hardly one of the other { $dropped }.
verdict-guessing = This forecast is no better than a guess. Ask real people.
verdict-price = Charge “{ $price }”: of these prices it earns most.
verdict-price-leaning =
    { $has_price_others ->
        [no] “{ $price }” probably earns most.
       *[other] “{ $price }” probably earns most; { $price_others } might instead.
    }
verdict-price-open =
    { $is_any_price ->
        [yes] The forecast can’t tell which of these prices earns most.
       *[other] The forecast can’t tell which price earns most: it could be { $price_or }.
    }
verdict-scale-most = Most people ({ $top }) would answer { $top_answers }.
verdict-scale-few = Fewer than half ({ $top }) would answer { $top_answers }.
verdict-scale-most-leaning = Probably more than half ({ $top }) would answer { $top_answers }.
verdict-scale-few-leaning = Probably fewer than half ({ $top }) would answer { $top_answers }.
verdict-scale-open = About { $top } would answer { $top_answers }; the forecast can’t say whether it is more or less than half.
summary-price = Of { $answered } simulated respondents, { $support } ({ $level } interval: { $support_low } to { $support_high }) would buy at “{ $price }”; { $buys_none } would buy at none of these prices.
summary-scale = Of { $answered } simulated respondents, { $support } ({ $level } interval: { $support_low } to { $support_high }) answered { $top_answers }. On the scale from 1 to { $steps }, the mean is { $scale_mean } ({ $scale_low } to { $scale_high }).
summary-scale-split = Answers part: many at both ends, few between them.
summary-belief = This is what people believe. It is not evidence of what is true.
next-price = Offer it at “{ $price }” to some real customers first: more people say they’d buy than do.
next-price-range = Try two or three of these prices on real customers, “{ $price }” among them: what they do tells more than what they say.

page-price = What people would pay
page-price-note = The line shows how many of all respondents would buy at each price; the band is its 95% simulation interval. The revenue index is price times buyers; the best price has 100.
page-price-best = Earns most: “{ $price }”
page-price-between = May earn most (95%): “{ $low }” to “{ $high }”
page-price-any = Any of these prices may earn most
page-price-none = Would buy at none of these prices: { $share } ({ $range })
page-price-levelled = For some prices the engine said that more people would buy at a higher price. That can’t be, so those shares were levelled.
page-price-accepting = Would buy
page-price-revenue = Revenue index
page-price-probability = Chance to earn most
page-reach = What reaches most people
page-reach-note = Somebody is reached if one of their two favorites is there.
page-reach-bundle = { $options }: { $share } ({ $range })
page-best-worst = Best minus worst
page-best-worst-note = How much more often each was picked as best than as worst of the lists it stood in: from −100 to 100.
page-score = Score
page-scale = The whole scale
page-scale-note = Steps from least to most. Mean { $mean } of { $steps } ({ $range }). Upper end ({ $answers }): { $share }.
page-scale-split = Answers part: many at both ends, few between them.

page-names = What the names say
page-names-note = What the engine associates with each name. Check meanings, and who already uses a name, before you decide.
page-names-note-alike = Names that are easily taken for each other, by their letters.
page-names-mind = Brings to mind
page-names-hard = Hard to say or spell
page-names-alike = Easily taken for
page-names-meaning = Meanings
page-names-in = { $language }:
verdict-shortlist-feature = Start with { $keep_or }; { $drop } can wait.
verdict-shortlist-feature-rest = Start with { $keep_or }; the other { $dropped } can wait.
summary-reach = Together, { $bundle } give { $reach } of them ({ $reach_low } to { $reach_high }) one of their two favorites.

# Prices of one offer: shares are of those who would buy at each price.
verdict-none-price = Most people would buy at none of these prices.
next-none-price = Try lower prices or another offer before you choose among these.
next-risk-price = Those who would pay up to “{ $leader }” and no more worry most about “{ $leader_risk }” ({ $leader_risk_share }): deal with that first.
summary-segments-price = One group stands out, “{ $segment }”: { $segment_share } of it would buy at “{ $option }”, against { $segment_rest } of the others.
summary-worth-unmeasured-price =
    { $effective_count ->
        [one] On prices, this engine has never been tested against real people, so its forecast counts only as much as asking one person.
       *[other] On prices, this engine has never been tested against real people, so its forecast counts only as much as asking { $effective_size } people.
    }
confidence-engine-unmeasured-price = On prices, this engine has never been tested against real people.
page-skill-unmeasured-price = On prices, this engine has never been tested against real people: it is asked about them in another way than about everything else. Nobody knows how near it comes to their answers; for that reason alone, confidence is low.
page-chart-note-price = Bars show how many of all simulated respondents would buy at each price, so they don’t add up to 100%; the thin line is the 95% simulation interval.
page-count-price = Would buy (number)
page-heat-note-price = Each cell is the share of the group that would buy at that price; darker is larger. Groups of fewer than 20 respondents are left out. How groups differ is the engine’s own idea of such people, not a finding about them: ask people before you act on a difference.
page-group-more-price = { $group }: { $share } would buy at “{ $option }”, { $points } points more than everyone else.
page-group-less-price = { $group }: { $share } would buy at “{ $option }”, { $points } points less than everyone else.
page-card-who-price = More likely to buy at this price
page-cards-price = The percentage is the share that would buy at this price; reasons and concerns are those of the people who would pay this much and no more.
page-people-price = Each percentage is the share that would buy at that price, so they don’t add up to 100%.
