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
summary-price =
    { $asked_none ->
        [yes] { $buys_none } would buy at none of these prices; leaving them out, { $accepting } would buy at “{ $price }”.
       *[no] { $accepting } would pay “{ $price }” or more.
    }
summary-scale = Of { $answered } simulated respondents, { $support } ({ $level } interval: { $support_low } to { $support_high }) answered { $top_answers }. On the scale from 1 to { $steps }, the mean is { $scale_mean } ({ $scale_low } to { $scale_high }).
summary-scale-split = Answers part: many at both ends, few between them.
summary-belief = This is what people believe. It is not evidence of what is true.
next-price = Offer it at “{ $price }” to some real customers first: people say that they would buy more readily than they buy.
next-price-range = Try two or three of these prices on real customers, “{ $price }” among them: what they do tells more than what they say.

page-price = What people would pay
page-price-note = The line shows who would buy at each price or more; the band is its 95% simulation interval. The revenue index is price times buyers; the best price has 100.
page-price-best = Earns most: “{ $price }”
page-price-between = May earn most (95%): “{ $low }” to “{ $high }”
page-price-any = Any of these prices may earn most
page-price-none = Would buy at none of these prices: { $share } ({ $range })
page-price-levelled = For some prices the engine said that more people would pay more. That can’t be, so those shares were levelled.
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
