# 按问题类型所说的话：价格、功能、量表、看法。
verdict-shortlist-rest = 保留{ $keep }，放弃其余 { $dropped } 个。
verdict-shortlist-answer-rest = 回答最多的可能是{ $keep_or }，不大可能是其余 { $dropped } 个。
verdict-guessing = 这份预测不比猜测更准，请去问真人。
verdict-price = 定价“{ $price }”：在这些价格里收入最高。
verdict-price-leaning =
    { $has_price_others ->
        [no] “{ $price }”的收入很可能最高。
       *[other] “{ $price }”的收入很可能最高，但也可能是{ $price_others }。
    }
verdict-price-open =
    { $is_any_price ->
        [yes] 这几个价格里哪个收入最高，预测看不出来。
       *[other] 预测看不出哪个价格收入最高：可能是{ $price_or }。
    }
verdict-scale-most = 多数人（{ $top }）会回答{ $top_answers }。
verdict-scale-few = 不到一半的人（{ $top }）会回答{ $top_answers }。
verdict-scale-most-leaning = 可能有一半以上的人（{ $top }）会回答{ $top_answers }。
verdict-scale-few-leaning = 可能不到一半的人（{ $top }）会回答{ $top_answers }。
verdict-scale-open = 约 { $top } 的人会回答{ $top_answers }；是否过半，预测说不准。
summary-price = { $answered } 名模拟受访者中，定价“{ $price }”时有 { $support } 会买（{ $level } 区间：{ $support_low } 至 { $support_high }）；{ $buys_none } 在这些价格下都不会买。
summary-scale = 在 { $answered } 名模拟受访者中，{ $support }（{ $level } 区间 { $support_low } 至 { $support_high }）回答{ $top_answers }。按 1 到 { $steps } 计，平均为 { $scale_mean }（{ $scale_low } 至 { $scale_high }）。
summary-scale-split = 回答两极分化：两端多，中间少。
summary-belief = 这只是人们的看法，不代表事实。
next-price = 先按“{ $price }”卖给一部分真实顾客试试：嘴上说会买的人，总比真正买的人多。
next-price-range = 请在不同时段或地点公开试卖两三个价格，其中包括“{ $price }”：实际卖得怎样，比问出来的更说明问题。

page-price = 人们愿意付多少
page-price-note = 曲线表示全体受访者中在每个价格下会买的占比；色带为 95% 模拟区间。收入指数是价格乘以购买比例，最高者为 100。
page-price-best = 收入最高：“{ $price }”
page-price-between = 收入可能最高的价格（95%）：“{ $low }”至“{ $high }”
page-price-any = 哪个价格都有可能收入最高
page-price-none = 在这些价格下都不会买：{ $share }（{ $range }）
page-price-levelled = 引擎曾说某些更贵的价格会有更多人买。这不可能，因此把这些比例拉平了。
page-price-accepting = 会买
page-price-revenue = 收入指数
page-price-probability = 收入最高的概率
page-reach = 怎样组合覆盖的人最多
page-reach-note = 组合里只要有某人最想要的两项之一，就算覆盖了这个人。
page-reach-bundle = { $options }：{ $share }（{ $range }）
page-best-worst = 最想要减最不想要
page-best-worst-note = 在出现过的短名单里，被选为最想要的次数比最不想要的多多少：从 −100 到 100。
page-score = 得分
page-scale = 完整量表
page-scale-note = 从低到高。平均 { $mean }，满分 { $steps }（{ $range }）。高分端（{ $answers }）：{ $share }。
page-scale-split = 回答两极分化：两端多，中间少。

page-names = 这些名字给人的联想
page-names-note = 这是引擎对每个名字的联想。做决定前，请核实含义，并查明是否已有人使用。
page-names-note-alike = 从字面上看容易混淆的名字。
page-names-mind = 让人想到
page-names-hard = 难念或难写之处
page-names-alike = 容易混淆
page-names-meaning = 含义
page-names-in = { $language }：
verdict-shortlist-feature = 先做{ $keep_or }；{ $drop }可以等等。
verdict-shortlist-feature-rest = 先做{ $keep_or }；其余 { $dropped } 个可以等等。
summary-reach = { $bundle }合在一起，能让 { $reach }（{ $reach_low } 至 { $reach_high }）的人得到自己最想要的两项之一。

# 同一样东西的不同价格：占比指在每个价格下会买的人。
verdict-none-price = 多数人在这些价格下都不会买。
next-none-price = 先试试更低的价格或别的方案，再从中选择。
next-risk-price = 最多愿意付“{ $leader }”的人最担心“{ $leader_risk }”（{ $leader_risk_share }），请先解决这一点。
summary-segments-price = 有一个群体明显不同，“{ $segment }”：定价“{ $option }”时，其中 { $segment_share } 会买，其他人中为 { $segment_rest }。
summary-worth-unmeasured-price = 在价格问题上，该引擎从未与真人回答对照过，这次预测只按问了 { $effective_size } 个人计。
confidence-engine-unmeasured-price = 在价格问题上，该引擎从未与真人回答对照过。
page-skill-unmeasured-price = 在价格问题上，该引擎从未与真人回答对照过：问价格的方式与问其他问题不同。谁也不知道它离真人的回答有多近；仅此一点，可信度就只能是低。
page-chart-note-price = 条形是全体模拟受访者中在每个价格下会买的占比，所以加起来不是 100%；细线是 95% 模拟区间。
page-count-price = 会买的人数
page-heat-note-price = 格子里是该群体中按这个价格会买的占比，颜色越深占比越高。不足 20 人的群体不列出。群体之间的差异是引擎自己对这类人的看法，不是关于他们的发现：要据此行动，请先问真人。
page-group-more-price = { $group }：定价“{ $option }”时有 { $share } 会买，比其他人高 { $points } 个百分点。
page-group-less-price = { $group }：定价“{ $option }”时有 { $share } 会买，比其他人低 { $points } 个百分点。
page-card-who-price = 按这个价格更愿意买的人
page-cards-price = 百分比是按这个价格会买的占比；理由和顾虑来自最多愿意付这个价的人。
page-people-price = 每个百分比都是按该价格会买的占比，所以加起来不是 100%。
