# 研究：分几轮询问的同一问题，以及随后向其受访者提出的问题。
study-title = 研究
study-open = 全部轮次和追问
study-waves = 各轮
study-wave = 第 { $n } 轮
study-again = 再问一次
study-again-explained = 由 { $n } 名新的模拟受访者回答同一问题，作为这项研究的下一轮。当前引擎为 { $engine }，费用为 { $credits }。
study-again-same-engine = 如果上一轮用的也是这个引擎，任何差异都只是偶然。换一个引擎，或者询问真人，才能看出更多。
study-error-wave = 无法再次询问这份报告。请从您自己的报告中选一份已完成且不是追问的报告。
study-older = 另有 { $n } 轮更早的未列入比较，这里只比较最近几轮。
study-chart = 各轮占比及其 { $level } 区间
study-chart-note = 图下数字为轮次，间距相同，与询问日期无关。预测来自模拟受访者。
study-key-forecast = 预测
study-key-people = 真人回答
study-answered = { $first }作答
study-answered-between = { $first }至{ $last }作答
study-follow-ups = 对同一批受访者的追问
