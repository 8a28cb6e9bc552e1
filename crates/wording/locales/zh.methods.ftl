# 按问题类型所说的话：价格、功能、量表、看法。
verdict-shortlist-rest = 保留{ $keep }，放弃其余 { $dropped } 个。
verdict-shortlist-answer-rest = 最常见的回答多半是{ $keep_or }，不大可能是其余 { $dropped } 个。
verdict-guessing = 该引擎无法判断，请询问真人。
verdict-price = 定价{ $price }：在这些价格里收入最高。
verdict-price-leaning =
    { $has_price_others ->
        [no] 定价{ $price }时收入很可能最高。
       *[other] 定价{ $price }时收入很可能最高，但也可能是{ $price_others }。
    }
verdict-price-open =
    { $is_any_price ->
        [yes] 仅凭预测，看不出哪个价格收入最高。
       *[other] 仅凭预测，看不出哪个价格收入最高：可能是{ $price_or }。
    }
verdict-price-untested = 请用{ $price_from }到{ $price_to }之间的价格试卖；该引擎预测价格准不准，从未检验过。
verdict-scale-most = 多数人（{ $top }）回答{ $top_answers }。
verdict-scale-few = 不到一半的人（{ $top }）回答{ $top_answers }。
verdict-scale-most-leaning = 可能有过半的人（{ $top }）回答{ $top_answers }。
verdict-scale-few-leaning = 可能不到一半的人（{ $top }）回答{ $top_answers }。
verdict-scale-open = 约 { $top } 的人回答{ $top_answers }；是否过半，预测说不准。
summary-price = { $answered } 名模拟受访者中，定价{ $price }时有 { $support } 会买（{ $level } 区间：{ $support_low } 至 { $support_high }）；{ $buys_none } 在这些价格下都不会买。
summary-scale = { $answered } 名模拟受访者中，{ $support } 回答{ $top_answers }（{ $level } 区间：{ $support_low } 至 { $support_high }）。
summary-scale-split = 回答两极分化：两端多，中间少。
summary-belief = 这只是人们的看法，不代表事实。
next-price = 先按{ $price }卖给一部分真实顾客试试：嘴上说会买的人，总比真正买的人多。
next-price-range = 请在不同时段或地点分别按{ $prices_to_test }公开试卖，再作选择：实际有多少人买，比问出来的更可靠。
next-price-untested = 可在不同时段或地点分别按{ $prices_to_test }试卖，比较收入。问卷里说会买的人，总比真正买的多。
next-price-lower = 更低的价格也要试：按这次预测，多数人在这些价格下都不会买。

page-price = 人们愿意付多少
page-price-note = 实线表示在每个价格下，全部受访者中有多少人会买；色带为 { $level } 模拟区间。虚线为收入指数（价格 × 购买人数），收入最高的价格为 100。
page-price-note-range = 阴影标出的价格，收入都可能最高。
page-price-best = 最可能收入最高：{ $price }
page-price-open = 收入可能最高的价格：{ $prices }
page-price-none = 在这些价格下都不会买：{ $share }（{ $range }）
page-price-levelled = 在某些价格上，引擎预测价格更高时反而有更多人买。这不可能，因此已将这些比例拉平。
page-price-accepting = 会买
page-price-revenue = 收入指数
page-price-probability = 收入最高的概率
page-reach = 覆盖人数最多的组合
page-reach-note = 组合里只要有某人最想要的两项之一，就算覆盖了这个人。
page-reach-bundle = { $options }：{ $share }（{ $range }）
page-best-worst = 最想要减最不想要
page-best-worst-note = 在出现过该选项的各组中，把它选为最想要的比例减去选为最不想要的比例，取值从 −100 到 100。
page-scale = 完整量表
page-scale-note = 从低到高计分，平均 { $mean } 分（{ $range }），满分 { $steps } 分。
page-scale-split = 回答两极分化：两端多，中间少。

page-names = 这些名字给人的联想
page-names-note = 这是引擎对每个名字的联想。做决定前，请核实含义，并查明是否已有人使用。
page-names-note-alike = 从字面上看容易混淆的名字。
page-names-mind = 让人想到
page-names-hard = 难念、难写或易误会之处
page-names-alike = 容易混淆
page-names-meaning = 含义
page-names-in = { $language }：
verdict-shortlist-feature = 先做{ $keep_or }；{ $drop }可以往后排。
verdict-shortlist-feature-rest = 先做{ $keep_or }；其余 { $dropped } 项可以往后排。
summary-reach = 有了{ $bundle }，{ $reach }（{ $reach_low } 至 { $reach_high }）的人至少能得到自己最想要的两项中的一项。
next-build = 如果要做不止一个，先做{ $build_first }，再做{ $build_then }，合起来覆盖 { $build_reach } 的人。

# 同一样东西的不同价格：占比指在每个价格下会买的人。
verdict-none-price = 多数人在这些价格下都不会买。
next-none-price = 先试试更低的价格或别的方案，再做选择。
next-risk-price = 最多愿意付{ $leader }的人最担心“{ $leader_risk }”（{ $leader_risk_share }），请先解决这一点。
summary-segments-price = 差异最明显的群体：{ $segment }，定价{ $option }时其中 { $segment_share } 会买，其他人为 { $segment_rest }。
summary-segments-answer = 差异最明显的群体：{ $segment }，其中 { $segment_share } 回答“{ $option }”，其他人为 { $segment_rest }。
summary-segments-scale = 差异最明显的群体：{ $segment }，其中 { $segment_share } 会回答{ $top_answers }，其他人为 { $segment_rest }。
summary-worth-unmeasured-price = 这次预测在很大程度上是假定选各个价格的人一样多，信息量只按问 { $effective_size } 个人计。
confidence-engine-unmeasured-price = 该引擎的预测与人们实际愿付的价格有多接近，目前无从得知。
page-skill-unmeasured-price = 价格方面：无。价格的问法与其他问题不同，其他题目的成绩不能套用。该引擎与真人的回答有多接近，目前无从得知；仅凭这一点，可信度就只能定为低。
page-chart-note-price = 条形是全体模拟受访者中，在每个价格下会买的人所占的比例，所以加起来不是 { $whole }；细线是 { $level } 模拟区间。
page-count-price = 会买的人数
page-heat-note-price = 格子里是该群体中在这个价格下会买的人所占的比例，颜色越深占比越高。不足 20 人的群体不列出。群体之间的差异只反映引擎对这类人的印象，并非调查发现；据此行动之前，请先询问真人。
page-group-more-price = { $group }中，{ $share } 会按{ $option }购买，其他人为 { $others }，高 { $points }。
page-group-less-price = { $group }中，{ $share } 会按{ $option }购买，其他人为 { $others }，低 { $points }。
page-card-who-price = 按这个价格更愿意买的群体
page-cards-price = 每个价格旁的百分比，是在这个价格下会买的人所占的比例；理由和顾虑来自最多只愿付这个价的人，后面的百分比以他们为准。
page-people-price = 每个百分比都是在这个价格下会买的人所占的比例，所以加起来不是 { $whole }。
# 按问题类型：选项两两比较、功能的需求与覆盖、量表净值。
page-pairs = 哪些选项有差别
page-pairs-naming = 哪些名字有差别
page-pairs-ahead = “{ $option }”的占比高于{ $others }。
page-pairs-below = “{ $option }”（相差 { $points } 个百分点）
page-pairs-rest = 其余选项两两相比，还不能肯定哪个领先。
page-pairs-none = 任意两个相比，都还不能肯定哪个领先。
page-reach-each = 各项功能的需求与覆盖
page-reach-want = 首选
page-reach-alone = 排进前两位
page-scale-net = { $top } 回答{ $top_answers }，{ $bottom } 回答{ $bottom_answers }：前者减后者，净值为 { $net } 个百分点。净值只说明哪一端的人更多，不说明那一端是否过半。
page-scale-net-column = 净值（百分点）
page-scale-net-others = 其他人的净值
page-scale-net-only = { $group }的净值为 { $net } 个百分点，其他人为 { $others }。
page-scale-groups = 各群体的净值
page-scale-moves = 按{ $attribute }看，净值相差最大：{ $low_group }为 { $low }，{ $high_group }为 { $high }。
page-chart-note-belief = 条形是各答案在模拟受访者中的占比，细线是 { $level } 模拟区间。
