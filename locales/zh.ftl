# 报告标题、受众与措辞修改
title = 研究报告：{ $question }
audience-given = 美国 18 岁及以上的成年人，抽自真实的人口普查记录。委托方对受众的描述不作筛选条件，而是视为对每位受访者都成立：“{ $trait }”。
audience-inferred = 美国 18 岁及以上的成年人，抽自真实的人口普查记录。委托方没有指定受众。
change-white-space = 去掉了多余的空白。
range = { $low } 至 { $high }

# 问卷
question-likelihood = 您有多大可能真的按这个选择去做？
question-likelihood-min = 完全不可能
question-likelihood-max = 非常可能
question-reason = 您为什么这样选？其中有没有让您担心的地方？

# 概览
headline-winner = “{ $option }”领先，获得 { $support } 的模拟受访者支持
headline-tie = 难分高下：“{ $option }”与“{ $runner_up }”在模拟受访者中不相上下
summary-base = 抽取 { $sampled } 位模拟受访者，其中 { $n } 位完成了作答。
summary-winner = { $support } 的人选择“{ $option }”（95% 模拟区间为 { $interval }），比“{ $runner_up }”高 { $lead } 个百分点。
summary-tie = { $support } 的人选择“{ $option }”（95% 模拟区间为 { $interval }），{ $runner_up_support } 的人选择“{ $runner_up }”；两者相差 { $lead } 个百分点，仍在随机波动的范围之内。
summary-probability = 在本次模拟中，“{ $option }”成为首选的概率：{ $probability }。
summary-likelihood = 被问到有多大可能按自己的选择去做时，平均打分为 { $mean }（1 至 5 分）。
summary-segments = 有 { $n } 个细分群体与其余受访者明显不同。
summary-no-segments = 没有哪个细分群体与其余受访者明显不同。
summary-driver = 模拟回答中提到最多的理由是“{ $driver }”（{ $share }）。

# 建议
recommend-winner = 可以先以“{ $option }”作为工作方案，但在正式决定之前请向真人求证：这些回答都是模拟的。
recommend-tie = 仅凭这些回答无法分辨“{ $option }”与“{ $runner_up }”的高下。请不要据此决定：就这两个选项询问真人，或者找出能把它们区分开的地方。
recommend-risk = 请优先处理“{ $risk }”方面的顾虑，有 { $share } 的模拟受访者提到它。
recommend-low-confidence = 请把本报告当作预演，而不是证据：可信度为低。

# 可信度
confidence-engine-unmeasured = 可信度受限，因为该引擎从未与真人的回答做过对照测量。
confidence-engine-skill = 可信度受限于引擎的实测准确力：{ $value }（满分 100）。
confidence-lead = 可信度受限，因为 { $value } 个百分点的领先幅度相对于其模拟区间偏小。
confidence-lead-tie = 可信度受限，因为领先的选项之间难分高下。
confidence-failure-rate = 可信度受限，因为有 { $value } 的访谈失败。
confidence-order-effect = 可信度受限，因为选项的出示顺序似乎影响了回答（p = { $value }）。
confidence-nothing = 没有任何检查项限制可信度：引擎准确力、领先幅度、失败率和顺序效应均合格。

# 方法
notice-synthetic = 受访者是合成的。他们的背景来自真实的人口数据，但回答出自机器，而非真人。请把每个数字都看作模拟结果。
notice-scripted = 本报告由脚本引擎生成：它根据随机种子编造回答，背后没有任何模型。它只用于演示本服务，其中没有任何内容可以当作研究发现。
source-us-persons = 美国人口普查局，2011 年美国社区调查公开微观数据（PUMS），加权至 2025 年（公有领域）
source-us-given-names = 美国社会保障局，按出生年代统计的名字（公有领域）
source-us-surnames = 美国人口普查局，2000 年人口普查姓氏（公有领域）

# 脚本引擎的开放式回答
scripted-reason-1 = 我选“{ $option }”，因为{ $reason }。
scripted-reason-2 = 对我来说就是“{ $option }”：{ $reason }。
scripted-reason-3 = 主要是因为{ $reason }。
scripted-reason-4 = 我觉得{ $reason }。
scripted-also-1 = 另外，{ $reason }。
scripted-also-2 = 而且我认为{ $reason }。
scripted-concern-1 = 我唯一担心的是{ $concern }。
scripted-concern-2 = 不过，{ $concern }。
scripted-concern-3 = 让我犹豫的是{ $concern }。
scripted-no-concern-1 = 没有什么让我担心的。
scripted-no-concern-2 = 我看不出有什么缺点。

# 委托方可以看到的失败说明
failure-too-few = { $sampled } 次访谈中只有 { $successful } 次成功；生成报告至少需要一半。
failure-engine = 代替受访者作答的引擎当时不可用。
failure-internal = 由于内部错误，报告未能生成。
failure-exhausted = 报告未能生成：多次尝试均无进展。

# 语言
language-en = 英语
language-es = 西班牙语
language-zh = 中文

# 属性及其取值
attribute-country = 国家
attribute-region = 地区
attribute-age = 年龄
attribute-age-band = 年龄段
attribute-sex = 性别
attribute-education = 教育程度
attribute-income = 家庭收入
attribute-employment = 就业状况
attribute-household = 住户类型
value-country-US = 美国
value-sex-female = 女性
value-sex-male = 男性
value-age-band-18-29 = 18–29 岁
value-age-band-30-44 = 30–44 岁
value-age-band-45-64 = 45–64 岁
value-age-band-65-plus = 65 岁及以上
value-education-none = 未上过学
value-education-some-primary = 小学肄业
value-education-primary = 小学
value-education-lower-secondary = 初中
value-education-upper-secondary = 高中
value-education-short-cycle = 两年制学位
value-education-bachelor = 本科
value-education-master-or-more = 硕士及以上
value-income-q1 = 最低五分之一
value-income-q2 = 次低五分之一
value-income-q3 = 中间五分之一
value-income-q4 = 次高五分之一
value-income-q5 = 最高五分之一
value-employment-employed = 在职
value-employment-unemployed = 失业
value-employment-not-in-labour-force = 非劳动力人口
value-employment-armed-forces = 现役军人
value-household-couple = 有伴侣的住户
value-household-family-without-couple = 无伴侣的家庭住户
value-household-alone = 独居
value-household-non-family = 与非亲属合住
value-household-group-quarters = 集体住所
level-low = 低
level-medium = 中
level-high = 高
check-engine-skill = 引擎准确力
check-lead = 领先幅度
check-failure-rate = 失败率
check-order-effect = 顺序效应
kind-single-choice = 单选
kind-multiple-choice = 多选
kind-rating = 评分
kind-best-worst = 最好与最差
kind-open-text = 开放式

# 公开页面
page-asked-who = { $n } 位模拟受访者 · { $language } · 引擎：{ $engine }
page-audience = 受访对象
page-overview = 概览
page-winner = 胜出选项
page-options = 全部选项
page-segments = 细分群体
page-drivers = 提到的理由
page-drivers-note = 这里是模拟回答所提到的理由，并不能证明真人受什么驱动。
page-risks = 提到的顾虑
page-themes = 开放式回答的主题
page-recommendation = 建议
page-confidence = 可信度
page-method = 方法
page-questionnaire = 问卷
page-respondents = 受访者
page-sources = 数据来源
page-statistics = 抽样
page-tie = 难分高下
page-notable = 明显不同
page-none = 无
page-not-measured = 未测量
page-no-segments = 没有达到 20 位受访者的细分群体。
page-segments-note = 不足 20 位受访者的细分群体不予显示；p 值已按比较次数校正。
page-download-json = 下载报告（JSON）
page-download-csv = 下载受访者数据（CSV）
page-changes = 措辞修改
page-option = 选项
page-share = 占比
page-count = 人数
page-interval = 95% 模拟区间
page-probability-best = 成为首选的概率
page-lead = 领先幅度
page-runner-up = 第二名
page-support = 支持率
page-segment = 群体
page-segment-winner = 首选
page-difference = 差异
page-p-adjusted = 校正后 p 值
page-driver = 理由
page-lift = 提升倍数
page-risk = 顾虑
page-severity = 严重程度
page-theme = 主题
page-quotes = 原话
page-check = 检查项
page-value = 数值
page-allows = 最高允许
page-question = 问题
page-type = 类型
page-respondent = 受访者
page-profile = 背景
page-answers = 回答
page-engine = 引擎
page-model = 模型
page-seed = 随机种子
page-forms = 选项顺序数
page-lambda = 收缩系数（λ）
page-skill = 实测准确力
page-winner-accuracy = 实测首选命中率
page-target = 目标人数
page-candidates = 候选人数
page-sampled = 抽取人数
page-successful = 成功
page-failed = 失败
page-completion-rate = 完成率
page-failure-rate = 失败率

# Workspace.
web-tagline = 由合成受访者生成的研究报告，并如实说明其与真人的差距。
web-signed-in-as = 已登录：{ $email }
web-credits =
    { $n_count ->
       *[other] 剩余 { $n } 点
    }
web-credits-held = 另有 { $n } 点已为未完成的报告预留
web-reports = 报告
web-no-reports = 还没有报告。请通过 API 创建：服务首次启动时已显示密钥和一条可用的命令。
web-question = 问题
web-status = 状态
web-status-queued = 排队中
web-status-generating-questionnaire = 正在准备问卷
web-status-sampling = 正在访谈
web-status-completed = 已完成
web-status-failed = 失败
web-open = 打开报告
web-sign-in = 登录
web-sign-in-explained = 此链接仅可在本浏览器中登录一次。
web-sign-in-expired = 此登录链接已被使用或已过期。
web-sign-out = 退出登录
web-signed-out = 您尚未登录。请打开服务首次启动时显示的登录链接。
web-api-document = API 说明（OpenAPI）
web-not-found = 此地址没有内容
web-not-found-explained = 链接可能有误，或者内容已不再公开。
web-trouble = 出了点问题
web-trouble-explained = 没有任何内容丢失。请稍后再试。
web-home = 前往首页
