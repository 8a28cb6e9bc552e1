# Public page: frame and byline.
page-own-back = 返回工作台
page-own-private = 此页面只有您能看到。
page-own-published = 本报告已公开，您正以所有者身份查看。
page-skip = 跳到报告正文
page-contents = 目录
page-synthetic = 受访者为模拟生成
page-who = 受众
page-language = 语言
page-made-with = 由 Canvass 制作：用合成受访者生成研究报告，并如实说明与真人调查的差距。
page-not-people = 没有问过任何真人，数字都是模拟的。
page-description = 受访者为模拟生成，并非真人。{ $headline }

# Public page: the choice.
page-chart-note = 条形是各选项在模拟受访者中的占比，细线是 { $level } 模拟区间。
page-chart-note-lists = 条形是各选项作为首选的估计占比，根据模拟受访者在每组选项中选出的最想要和最不想要的选项算出；细线是 { $level } 模拟区间。
page-table = 以表格查看数据
page-scale-of = 从 { $min }（{ $min_label }）到 { $max }（{ $max_label }）打分

# Public page: segments, reasons, concerns.
page-heat-note = 格子里是选了该选项的人所占的比例，颜色越深占比越高。不足 20 人的群体不列出。群体之间的差异只反映引擎对这类人的印象，并非调查发现；据此行动之前，请先询问真人。
page-heat-marked = 带标记的群体，{ $figure }的占比与其他人的差异超出了偶然范围。
page-heat-difference = “其他人”指群体之外的人中{ $figure }的占比，“差异”是群体与其他人相差的百分点；p 值已按比较次数校正。
page-heat-lists = 格子里只计每个人的最终选择，条形图则根据各组选项的全部回答估算，所以数字不同。
page-heat-columns = 只列出选的人最多的 { $n } 个选项，下载文件里有全部选项。
page-base = 人数
page-everyone = 全部
page-everyone-else = 其他人
page-difference-points = 差异
page-by-option-note = 各列是选了该选项的人中提到这一点的占比；选择人数不足 20 的选项不单列。
page-quote-by = { $name }，{ $age } 岁，{ $place }
page-theme-share = { $all } 条开放式回答中的 { $n } 条
page-more-themes = 更多主题

# Public page: confidence and method.
page-checks = 可信度从何而来
page-checks-note = 每项检查各限定可信度最高能到哪一级，最终取最低的一级。引擎准确度看两个得分，取较低的一个：一个来自结果少有人知的题目，一个来自此类题目。领先多少才算数，取决于引擎以往的表现。
check-engine-agreement = 引擎以往与真人对照的表现
page-points =
    { $points_count ->
       *[other] { $points } 个百分点
    }
page-of-hundred = 缩小差距 { $score }
page-engine-and-model = 引擎与模型
page-filters = 受众筛选条件
page-filter-source-given = 受众由委托方指定。
page-sample = 样本与总体
page-sample-note = 受访者抽自人口数据，回答经加权后与总体构成一致。最后一列是加权后的样本构成。
page-sample-share = 样本中
page-population-share = 加权后
page-skill-measured = 该引擎经过检验：{ $scope }，共 { $cases } 道已知真人结果的{ $asked_in }题目，它的预测把随机猜测与真人实际占比之间的差距缩小了 { $skill }。它在 { $accuracy } 的题目上猜中了真人最常选的答案，随机猜测只能猜中 { $chance }。
page-skill-overall = 在各类{ $asked_in }调查题（观点、习惯和选择，共 { $cases } 题）上，预测的占比与真人平均相差 { $error } 个百分点，个别题目相差大得多。
page-skill-coverage = { $level } 区间已考虑这种误差：在{ $asked_in }题目上，有 { $coverage } 的区间包含了真人的占比。
page-skill-little = 在结果少有人知、无法凭记忆作答的题目上，缩小了 { $little }。
page-skill-score-little = 这里只计入结果少有人知、无法凭记忆作答的题目。
page-skill-guessing = 对照所用的是真人答过的 { $cases } 道{ $asked_in }调查题；它{ $scope }的得分可能只是偶然。预测已结合人们回答这类题的一般规律。
page-skill-unmeasured = 无。该引擎与真人的回答有多接近，目前无从得知；仅凭这一点，可信度就只能定为低。
page-own-studies =
    { $studies_count ->
        [1] 在您自己的 1 项调研中：准确度 { $skill }。共有 { $people } 人作答，都在预测做出之后；0 相当于随机猜测，100 相当于与人们的回答完全一致。
       *[other] 在您自己的 { $studies } 项调研中：准确度 { $skill }。共有 { $people } 人作答，都在预测做出之后；0 相当于随机猜测，100 相当于与人们的回答完全一致。预测在 { $accuracy } 的调研中猜中了人们的首选。
    }
page-lambda-explained = { $lambda }：引擎的答案按此比例保留，其余平均分给所有答案。
page-how =
    { $n_count ->
        [1] 做预测时没有采访任何人，也没有逐个询问受访者，而是就整个受众问引擎 1 次（选项正序、倒序各读一遍）：各种回答各占多少？再按这份预测和人口数据抽出 { $respondents } 名受访者，以便比较不同群体。受访者再多，预测也不会更准。
       *[other] 做预测时没有采访任何人，也没有逐个询问受访者，而是就整个受众问引擎 { $n } 次（每次的选项顺序和问法不同）：各种回答各占多少？再按这份预测和人口数据抽出 { $respondents } 名受访者，以便比较不同群体。受访者再多，预测也不会更准。
    }
page-forms-explained = { $n } 种选项顺序，轮流使用
page-questionnaire-note = 以下是向真人提问时的问卷，模拟受访者回答的也是这些问题。
page-asked-all = 全部模拟受访者
page-asked-none = 留给真人回答
page-asked-some = { $n } 名模拟受访者，采用其中 { $used } 条回答
page-orders = 答案的呈现顺序
page-orders-note = 数字是上面各答案的序号。
page-same-answers = 答案与第 { $number } 题相同。
page-form = 顺序 { $number }
page-model-hash = 模型文件（SHA-256）
page-adapter = 训练用的适配器
page-questionnaire-version = 问卷版本
page-analysis-version = 分析版本

# Respondent explorer and downloads.
page-data = 数据
page-explore = 浏览各位受访者
page-explore-note = 逐一阅读模拟受访者的资料和回答，按条件筛选，再比较不同群体怎么回答。
page-voices-hidden = 报告所有者没有公开各位受访者的原话。
page-respondents-hidden = 报告所有者没有公开各位受访者的数据。
page-back = 返回报告
page-explorer-title = 受访者：{ $title }
page-filter = 筛选
page-filter-any = 不限
page-apply = 应用
page-reset = 重置
page-cross = 比较群体
page-cross-question = 问题
page-cross-attribute = 按
page-cross-none = 不显示表格
page-cross-note = 各组内的加权占比；第一行是各组人数。人数少的组说明不了什么。
page-cross-mean = 平均分
page-matching =
    { $n_count ->
        [0] 没有符合条件的受访者
       *[other] { $n } 名受访者
    }
page-nobody = 样本里没有人符合这些条件。去掉一个再看看。
page-of-pages = 第 { $page } 页，共 { $pages } 页
page-previous = 上一页
page-next = 下一页
page-best = 最想要：{ $option }
page-worst = 最不想要：{ $option }
page-no-answer = 没有问

# Publication, as its owner sees it.
publication = 公开页面
publication-on = 有链接的人都能阅读本报告。
publication-off = 本报告已不再公开，只有您能阅读。原来的链接已经失效。
publication-private = 只有您能阅读本报告。公开后，有链接的人都能阅读。
publication-publish = 公开
publication-unpublish = 取消公开
publication-republish = 以新链接公开
publication-renew = 更换链接
publication-unpublish-explained = 链接立即失效，以后也不会恢复；再次公开会换成新链接。您仍可在这里阅读本报告。
publication-unpublish-button = 立即取消公开
publication-renew-explained = 旧链接立即失效，已经拿到的人也打不开，以后也不会恢复。报告换用新链接。
publication-renew-button = 立即更换
publication-hide = 隐藏各位受访者
publication-show = 公开各位受访者
publication-hidden = 读者只看得到结果，看不到各位受访者。
publication-shown = 读者还可以浏览和下载各位受访者的数据。
publication-hidden-later = 公开后，读者只看得到结果，看不到各位受访者。
publication-shown-later = 公开后，读者还可以浏览和下载各位受访者的数据。
page-verdict = 结论
page-cards-few = 每个选项都只有不足 { $n } 人选择，人数太少，不逐项列出理由和顾虑。
page-cards = 逐项解读
page-cards-answer = 逐项解读
page-card-for = 选它的人更常提到
page-card-against = 主要顾虑
page-card-who = 更倾向选它的群体
page-card-compared = { $share }，其他人为 { $others }
page-expected-loss = 与真正首选的预计差距
page-group-more = { $group }中，{ $share } 选“{ $option }”，其他人为 { $others }，高 { $points }。
page-group-more-scale = { $group }中，{ $share } 会回答{ $option }，其他人为 { $others }，高 { $points }。
page-group-more-answer = { $group }中，{ $share } 回答“{ $option }”，其他人为 { $others }，高 { $points }。
page-group-less = { $group }中，{ $share } 选“{ $option }”，其他人为 { $others }，低 { $points }。
page-group-less-scale = { $group }中，{ $share } 会回答{ $option }，其他人为 { $others }，低 { $points }。
page-group-less-answer = { $group }中，{ $share } 回答“{ $option }”，其他人为 { $others }，低 { $points }。
page-groups-alike = 各群体在{ $figure }上的占比没有明显差异。
page-few-voices = 可以刊出的开放式回答不足三条，因此不展示。
page-fixed-reasons = 理由取自同类问题通用的列表，并非针对本题提出，有的可能与本题不符。
page-fixed-concerns = 取自同类问题通用的列表，并非针对本题提出，有的可能与本题不符。
page-no-voices = 该引擎的文字能力不足以代受访者发言，因此不引用原话。想知道原因，请询问真人：问卷里有这道题。

# What a reader can take along, and the filters by answers.
page-save-chart = 保存此图：
page-copy = 复制
page-copied = 已复制
page-copy-summary = 复制摘要
page-download-md = 下载摘要（Markdown）
page-filter-choice = 所选选项
page-filter-comment = 留言
page-filter-comment-yes = 有留言
page-matching-shown = { $n } / { $total } 名受访者

# The sample, and the report in another language.
page-is-sample = 这是一份示例报告。报告仅供演示：回答录自一个能力较强的模型，对照成绩也大致是该模型的水平，没有询问任何真人。您自己的报告由本服务的引擎生成。
page-is-sample-default = 这是一份示例报告。它由 Canvass 自带的小模型生成，问题与能力较强的模型的示例相同，没有询问任何真人。
page-sample-default = 同一个问题：看 Canvass 自带小模型的报告
page-sample-capable = 同一个问题：看能力较强的模型的报告
page-is-sample-back = 返回首页
page-again-en = 用英文制作这份报告
page-again-es = 用西班牙文制作这份报告
page-again-zh = 用中文制作这份报告

# More.
page-people-banner = { $n } 位真人和一份预测
page-people-band = 有真人作答，另有一份由合成受访者得出的预测。每个数字都注明出处。
people-together =
    { $n_count ->
       *[other] 这是综合预测与 { $n } 位真人的回答得出的。
    }
people-leaning = “{ $option }”领先，但仍可能被超过。
people-leaning-answer = 目前看来，“{ $option }”是最常见的回答，但仍可能被超过。
people-open = 目前仍难分高下。
people-price-leaning = 定价{ $price }时收入很可能最高。
people-price-open = 哪个价格收入最高，目前还看不出来。
people-scale-open = 约 { $top } 的人会回答{ $top_answers }；是否过半，目前还看不出来。
page-people-settled = 已有定论：再多的回答也很难改变结果。
page-people-likelihood = 付诸行动的可能性：平均 { $mean } 分，满分 { $steps } 分（{ $level } 区间：{ $low } 至 { $high }）；{ $top } 的人给出最高的两档（{ $top_range }）。
page-people-scale = 在量表上：平均 { $mean } 分，满分 { $steps } 分（{ $level } 区间：{ $low } 至 { $high }）。
page-people-forecast-alone = 这里只有预测；{ $n } 位真人的回答见报告页面。
page-people-as-one = 每个数字都由真人回答与预测综合得出。
page-people-description = { $banner }。预测：{ $headline }
page-people-forecast = 预测
page-people-people = 真人
page-people-together = 综合
page-people-below = 以下是询问真人之前做出的预测，内容未改。
page-people-groups = 真人分组结果
page-people-group = 群体
page-people-intervals = 预测的范围是模拟区间，其余范围是真人回答的 { $level } 区间。
page-people-until-verdict = 再收到 { $n } 份回答，报告就会综合预测与真人的回答给出结论；在此之前，以预测的结论为准。
page-people-joint-description = { $banner }。{ $headline }
page-people-forecast-part = 询问真人之前的预测
people-count = { $all } 人中 { $count } 人（加权后 { $share }）
people-count-same = { $all } 人中 { $count } 人（{ $share }）
people-count-plain = { $all } 人中 { $count } 人
page-people-weighted-why = 加权比例与人数不同，是因为回答按{ $by }加权：回答偏少的群体权重调高，偏多的调低，使作答者能代表目标人群。
page-people-weighted-why-supplied = 加权比例与人数不同，是因为上传的文件给各份回答的权重不同。
page-people-weighted-why-lists = 括号里的比例与人数不同，是因为它还用到了短名单里的选择。
page-people-groups-note = 每类分组的人数之和等于全部作答人数。组内至少 20 人作出选择，才显示比例。
page-people-not-stated = 未填写
page-people-reasons = 真人为什么这样选
page-people-concerns = 真人的顾虑
page-people-only-motive = 只有一项被选：“{ $motive }”（{ $count }）。
page-people-motives-note = { $n } 人回答了这一题。预测的数字是模拟受访者的比例。
page-people-comments = 真人怎么说
page-people-comments-how = { $n } 人写了评论。每条评论归入作者勾选的第一个理由，未交由模型阅读。看起来像地址、电话或链接的内容都换成了 •••。
page-people-comments-hidden = 报告所有者没有公开各条评论。
page-people-theme-other = 没有勾选列出的理由
page-people-theme-count = { $n } 条评论
page-people-how = 如何询问真人
page-people-asker = 问卷发起方
page-people-asker-unnamed = 未署名；作答者看到的是“一位 Canvass 用户”
page-people-reached = 如何找到作答者
page-people-reached-link = { $n } 人通过公开链接，拿到链接的人都能作答
page-people-reached-once = { $n } 人通过只能用一次的个人链接
page-people-reached-file = { $n } 人来自上传的文件，当初如何找到他们不得而知
page-people-dates = 作答时间
page-people-dates-range = { $first }至{ $last }
page-people-counted = 计入的回答
page-people-eligibility = 是否属于目标人群
page-people-weighting = 加权依据
page-people-weighting-none = 未加权
page-people-weighting-supplied = 上传文件中的权重
page-people-design-effect = 加权的设计效应
page-people-effective-size = 有效样本量
page-people-question-asked = 问题原文
page-people-options-asked = 选项原文
page-people-assumption = 计算区间时假定：情况相近的人，无论是否被问到，回答的倾向都相同。主动参与的人可能与其他人不同，加权也无法完全纠正。
page-people-more = 要有定论，还需再问{ $people }人：{ $odds }。
page-people-more-to-prove = 仅凭真人回答还不足以证实，还需再问{ $people }人：{ $odds }。
page-people-unfinished = 有 { $n } 人开始作答但没有完成，不计入结果。
page-people-flagged = 有 { $n } 份回答像是程序填写的，报告所有者确认之前不计入结果。
page-people-screened-out = 有 { $n } 人不属于受众，不计入结果。
page-people-eligibility-unknown = 有 { $n } 人是否属于受众尚不清楚。
people-unsettled-eligibility = { $people } 人中有 { $n } 人（超过十分之一）尚不清楚是否属于受众，因此暂无定论。
people-unsettled-bound = 作答者的构成与受众相差太大，少数人的回答要代表许多人，加权也无法完全校正，因此暂无定论。
people-unsettled-missing = 受众中有些群体几乎无人作答，暂无定论：{ $groups }。
people-missing-age-band = { $n_count ->
    [0] { $value }（尚无人作答）
   *[other] { $value }（仅 { $n } 人）
}
people-missing-sex-female = { $n_count ->
    [0] 女性（尚无人作答）
   *[other] 女性（仅 { $n } 人）
}
people-missing-sex-male = { $n_count ->
    [0] 男性（尚无人作答）
   *[other] 男性（仅 { $n } 人）
}
people-missing-country = { $n_count ->
    [0] { $value }（尚无人作答）
   *[other] { $value }（仅 { $n } 人）
}
people-missing-more = 以及另外 { $n } 个群体
survey-you =
    { $address ->
        [informal] 你
       *[other] 您
    }
survey-title = 一份简短的问卷
survey-asked-by = 问卷发起方：{ $asker }。
survey-asked-by-somebody = 本问卷由一位 Canvass 用户发起。
survey-why = { survey-you }的回答会与一份预测对照，用来检验预测有多准。用时不到两分钟。
survey-anonymous = { survey-you }的回答是匿名的。我们不保存姓名、邮箱或网络地址，只保存{ survey-you }的回答和时间。本问卷专用的一个 Cookie 用来保证每个浏览器只答一次。
survey-quoted = { survey-you }写下的原话可能会在报告中引用，其中的地址和电话会去掉。请不要写出任何人的姓名。
survey-kept-days = { survey-you }的回答会在 { $days } 天后删除，问卷发起方也可以提前删除。
survey-kept-until-deleted = { survey-you }的回答会一直保存，直到问卷发起方删除。
survey-start = 开始
survey-next = 下一题
survey-finish = 提交
survey-skip = 跳过
survey-back = 上一题
survey-place = 第 { $n } 题，共 { $of } 题
survey-best = 最愿意选
survey-worst = 最不愿意选
survey-rather-not = 不想回答
survey-age = { survey-you }的年龄是？
survey-sex = { survey-you }的性别是？
survey-country = { survey-you }住在哪个国家或地区？
survey-condition = 以下描述是否符合{ survey-you }的情况：“{ $words }”？
survey-yes = 是
survey-no = 否
survey-screened-out = 感谢{ survey-you }的参与
survey-screened-out-explained = 这份问卷面向特定人群，根据{ survey-you }的回答，{ survey-you }这次不在其中。我们只会统计有多少人不在调查范围内。{ survey-you }可以关闭此页面。
survey-problem-missing = 请选择一个答案。
survey-problem-same = 最愿意选和最不愿意选的不能是同一个。
survey-problem-too-many = 最多选两项。
survey-problem-too-long = 最多写 1,000 个字。
survey-problem-unknown = 列表里没有这个答案，请重新选择。
survey-thanks = 谢谢{ survey-you }
survey-thanks-explained = { survey-you }的回答已保存，可以关闭此页面。
survey-closed = 问卷已关闭
survey-closed-explained = 问卷不再接受回答。谢谢{ survey-you }的关注。
survey-ended = 问卷已结束
survey-ended-explained = 截止日期已过。谢谢{ survey-you }的关注。
survey-full = 回答人数已满
survey-full-explained = 这份问卷已收到所需的全部回答。谢谢{ survey-you }的关注。
survey-link-used = 此链接已用过
survey-link-used-explained = 这份问卷的每个链接只能使用一次。请向发送者另要一个。
survey-crowded = 当前人数过多
survey-crowded-explained = 这份问卷暂时无法接收更多人作答，请一小时后再试。
survey-elsewhere = 回答来自其他网站
survey-elsewhere-explained = 请打开问卷本身的链接，在那里回答。没有保存任何内容。
survey-too-fast = 短时间内回答过多
survey-too-fast-explained = { survey-you }所在的网络正在发送大量回答。请稍等片刻，返回后重新提交。
upload-empty = 文件中没有数据。
upload-too-many = 文件中的人数超过 10,000。
upload-broken = 这一行无法按 CSV 读取。
upload-no-array = 必须是 JSON 数组，每个元素代表一人。
upload-no-person = 必须是一个选项，或带有 choice 字段的对象。
upload-unknown-field = 有无法识别的字段。可用的字段是 choice、age、sex、country、weight、comment、eligible。
upload-no-value = 必须是文字或数字。
upload-no-choice-column = 没有哪一列包含报告的选项。请指明哪一列是所选选项。
upload-no-choice = 缺少所选选项。
upload-unknown-choice = 这不是报告中的选项。
upload-age = 年龄须在 1 到 120 之间，或为 18-29、30-44、45-64、65+ 之一。
upload-sex = 性别须为女或男，也可以留空。
upload-country = 没有与此代码或名称对应的国家或地区。
upload-weight = “{ $cell }”不是有效的权重：须为 0.001 到 1000 之间的数。
upload-comment = 评论超过 2,000 个字符。
upload-cell = “{ $cell }”：{ $why }
upload-no-column = 没有这个名称的列。
upload-eligible = 是否属于受众须填“是”或“否”，也可以留空。
page-card-against-answer = 最拿不准的是
page-card-few =
    { $n_count ->
        [0] 最终没有人选它。
       *[other] 最终选它的只有 { $n } 人，人数太少，不列理由和顾虑。
    }
page-card-who-answer = 更常这样回答的群体
page-acceptance-belief = 正确答案是否在其中
page-acceptance-pricing = 是否愿意按其中某个价格购买
page-likelihood-naming = 名字的易记程度
page-likelihood-pricing = 购买的可能性
page-likelihood-answer = 回答的坚定程度
page-risks-answer = 提到的疑虑
page-risk-answer = 疑虑
page-risks-scale = 可能改变回答的因素
page-risk-scale = 可能改变回答的因素
page-card-against-scale = 最可能改变回答的因素
page-drivers-note-plain = 这些是模拟回答给出的理由，不能证明真人就是为此而选。
check-lead-scale = 与半数的差距
check-lead-pricing = 收入领先幅度
page-fact-simulated = 模拟受访者 { $n } 名
page-fact-effective = 相当于问 { $n } 位真人
page-fact-margin = 误差 ±{ $points } 个百分点
page-fact-survey = 真人调查（进行中）
page-left-out = 该引擎对此类问题的预测不足以支持更细的结论，因此不列出群体差异、覆盖率和各项理由的百分比。
page-drivers-how = 怎样看这张表

page-cross-table = 按此前的回答分组
page-cross-table-of = 同一批受访者此前回答过：“{ $question }”
page-cross-table-rows = 此前的回答
page-cross-table-few = 人数太少
page-cross-table-cells = 每格是该行受访者中的占比，括号内为人数。
page-cross-table-bold = 粗体：差异大于该引擎预测群体差异时的通常误差。
page-cross-table-cells-price = 每格是该行受访者中在这个价格下会买的人所占的比例。
page-groups-not-told-apart = 按{ $attributes }划分的各组，引擎的预测没有差别，因此不列出。
