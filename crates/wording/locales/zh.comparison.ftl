# 并排比较的报告：用于页面、JSON、终端和智能体。
compare = 比较
compare-title = 报告比较
compare-changed =
    “{ $option }”：{ $direction ->
        [down] 下降
       *[other] 上升
    } { $points } 个百分点，区间为 { $low } 到 { $high }，可以确定有变化。
compare-alike =
    “{ $option }”：{ $direction ->
        [same] 没有差异
        [down] 下降 { $points } 个百分点
       *[other] 上升 { $points } 个百分点
    }，区间为 { $low } 到 { $high }，不能确定有变化。
compare-not-measured =
    “{ $option }”：{ $direction ->
        [same] 没有差异
        [down] 下降 { $points } 个百分点
       *[other] 上升 { $points } 个百分点
    }；这一差异有多可靠，没有测过。
compare-table-difference = { $points }（{ $low } 到 { $high }）
compare-summary-changed = { $all } 项差异中，有 { $changed } 项可以确定是变化。
compare-summary-alike = 所有差异都在误差范围之内，不能确定有变化。
compare-summary-not-measured = 所有差异都无法判断。
compare-basis-engines = 两份预测出自不同的引擎，误差按互相独立处理；如果两者偏向相同，区间只会偏宽，不会偏窄。
compare-basis-forecast-and-people = 同一问题的预测与真人回答。区间包含预测的误差，也包含由谁来回答的偶然性。
compare-basis-people = 两份报告的真人回答，按不同的人处理。区间包含由谁来回答的偶然性。
compare-basis-measured = 两份预测出自同一引擎，误差是共有的，因此各占比的区间不适用于它们的差异。这里的区间来自实测：该引擎对人群差异的预测缩减到 { $weight } 之后，误差的标准差为 { $error } 个百分点。这一误差在两份报告之间是否同样成立，没有测过。
compare-basis-audiences = 两份预测出自同一引擎，误差是共有的，而该引擎预测人群差异的能力没有测过，或测出来没有用处，因此没有区间。
compare-basis-wordings = 两份预测出自同一引擎，误差是共有的。换了问题或选项会带来什么变化，该引擎预测得准不准，从未测过，因此没有区间。要弄清楚，请询问真人。
compare-basis-repeated = 同一引擎就同一受众被问了两次同样的内容。两者的差异只是偶然，不说明任何变化。
compare-basis-guess = 在这类问题上，其中有引擎没有明显优于随机猜测，因此与它的预测相差多少，说明不了任何问题。
compare-note-options = 这些报告的选项不完全相同。每个占比都是在各自报告的选项中选择的结果。
compare-note-each = 每项差异都按 { $level } 的标准单独判断：差异多了，即使实际上没有变化，也会有少数看起来像变化。
compare-note-synthetic = 预测来自模拟受访者，并没有真正询问过人。
compare-label-people = { $name } 真人
compare-pair = { $to } 与 { $from } 相比
compare-upper-end = 高分端（{ $answers }）
compare-only-here = 只有这份报告有：{ $options }
compare-option = 选项
compare-chart = 占比及其 { $level } 区间
compare-differences = 差异
compare-table = 表格
compare-csv = 下载 CSV
compare-missing = 没有此选项
compare-what = 比较的内容
compare-forecast-of = 预测，{ $n } 名模拟受访者
compare-people-of = { $n } 名真人的回答
compare-fault-count = 一次比较需要两到六份报告。
compare-fault-twice = 报告 { $name } 出现了两次。
compare-fault-unknown = 报告 { $name } 在本账户中不存在。
compare-fault-unfinished = 报告 { $name } 还没有完成。
compare-fault-nothing-shared = 报告 { $name } 与报告 { $first } 既没有相同的选项，也没有相同的量表，无从比较。
compare-fault-other-measure = 报告 { $name } 与报告 { $first } 之中，只有一份的占比是在各价格会购买的人所占的比例，因此无法比较。
compare-fault-title = 这些报告无法比较
compare-hint = 请勾选两到六份已完成的报告。
compare-pick = 比较：{ $question }
