# Public page: frame and byline.
page-own-back = Back to the workspace
page-own-private = Only you can see this page.
page-own-published = This report is published. This is your own view of it.
page-skip = Skip to the report
page-contents = Contents
page-synthetic = Synthetic respondents
page-who = Audience
page-language = Language
page-made-with = Made with Canvass: research reports from synthetic respondents, open about how far they can differ from real people.
page-not-people = No real people were asked. Every figure on this page is a simulation.
page-description = Simulated respondents, not people. { $headline }

# Public page: the choice.
page-chart-note = Bars show each option’s share of the simulated respondents; the thin line is the { $level } simulation interval.
page-chart-note-lists = Bars show each option’s estimated share of first choices, from what simulated respondents picked as best and worst in short lists; the thin line is the { $level } simulation interval.
page-table = The figures as a table
page-scale-of = Scale from { $min } ({ $min_label }) to { $max } ({ $max_label })

# Public page: segments, reasons, concerns.
page-heat-note = Each cell is the share that chose the option; darker is larger. Groups of fewer than 20 respondents are left out. Differences between groups reflect the engine’s assumptions about such people, not findings about them: ask real people before you act on one.
page-heat-marked = Marked rows differ from everyone else in their share of { $figure } by more than chance would explain.
page-heat-difference = “Everyone else” is the share of { $figure } outside the group, and “Difference” is how many percentage points the group is above or below it; p-values are adjusted for the number of comparisons.
page-heat-lists = Cells count only respondents’ final choices; the chart uses all the lists, so its shares differ.
page-heat-columns = Only the { $n } most chosen options have a column; the downloads have them all.
page-base = Respondents
page-everyone = Everyone
page-everyone-else = Everyone else
page-difference-points = Difference
page-by-option-note = Columns show how many of those who chose an option cite each reason; options chosen by fewer than 20 respondents have no column.
page-quote-by = { $name }, { $age }, { $place }
page-theme-share = { $n } of { $all } open answers
page-more-themes = More themes

# Public page: confidence and method.
page-checks = What confidence is based on
page-checks-note = Confidence is the lowest level any check allows. Engine skill is the lower of its scores on questions with little-known results and on questions of this kind. The better the engine’s record, the smaller the lead needed for a given level.
check-engine-agreement = Engine’s agreement with people
page-points =
    { $points_count ->
        [one] { $points } point
       *[other] { $points } points
    }
page-of-hundred = { $score } of the gap closed
page-engine-and-model = Engine and model
page-filters = Audience filters
page-filter-source-given = This audience was described by whoever commissioned the report.
page-sample = Sample and population
page-sample-note = Profiles are drawn from population data, and answers are weighted to match the population. The last column shows the sample after weighting.
page-sample-share = In the sample
page-population-share = After weighting
page-skill-measured = Tested { $scope }: on { $cases } questions asked { $asked_in } whose real results are known, this engine’s forecasts closed { $skill } of the gap between guessing and people’s real percentages. It named people’s first choice in { $accuracy } of them; a random pick would be right in { $chance }.
page-skill-overall = Across survey questions of all kinds asked { $asked_in } ({ $cases }: opinions, habits and choices), its shares were off by { $error } percentage points on average, and by far more on some.
page-skill-coverage = Its { $level } intervals allow for that: tested on questions asked { $asked_in }, { $coverage } of them contained people’s actual share.
page-skill-little = On those with little-known results, which it can’t have learned beforehand, they closed { $little }.
page-skill-score-little = Only questions with little-known results count, which it can’t have learned beforehand.
page-skill-guessing = It was tested on { $cases } survey questions asked { $asked_in } that real people had answered; any skill it showed { $scope } may be chance. Its forecast is blended with how people usually answer questions like this.
page-skill-unmeasured = None. How close this engine comes to people’s answers is unknown; that alone keeps confidence low.
page-own-studies =
    { $studies_count ->
        [one] On your own study: skill { $skill }. { $people } people answered it after the forecast was made; 0 is guessing, 100 is knowing their answers exactly.
       *[other] On your own { $studies } studies: skill { $skill }. { $people } people answered them, each time after the forecast was made; 0 is guessing, 100 is knowing their answers exactly. The forecasts named people’s first choice in { $accuracy } of the studies.
    }
page-lambda-explained = { $lambda }: how much of the engine’s answer is kept; the rest is spread evenly over all answers.
page-how =
    { $n_count ->
        [one] For the forecast, nobody was interviewed and no respondent was asked one by one. The engine was asked once about the whole audience, with the options in one order and then reversed: what share of it would give each answer? From that forecast and from population data, { $respondents } respondents were drawn, so that groups can be compared. More respondents would not make the forecast any better.
       *[other] For the forecast, nobody was interviewed and no respondent was asked one by one. The engine was asked { $n } times about the whole audience, with the options reordered and the question reworded: what share of it would give each answer? From that forecast and from population data, { $respondents } respondents were drawn, so that groups can be compared. More respondents would not make the forecast any better.
    }
page-forms-explained =
    { $n_count ->
        [one] { $n } order of the options
       *[other] { $n } orders of the options, used in turn
    }
page-questionnaire-note = The questions as people are asked them. The simulated answers are to the same questions.
page-asked-all = All simulated respondents
page-asked-none = For real people only
page-asked-some = { $n } simulated respondents; { $used } usable answers
page-orders = Orders in which the answers were shown
page-orders-note = Numbers refer to the answers as listed above.
page-same-answers = The same answers as for question { $number }.
page-form = Form { $number }
page-model-hash = Model file (SHA-256)
page-adapter = Fine-tuned with adapter
page-questionnaire-version = Questionnaire version
page-analysis-version = Analysis version

# Respondent explorer and downloads.
page-data = Data
page-explore = Explore the respondents
page-explore-note = Read every simulated respondent’s profile and answers, filter them, and compare any question between groups.
page-voices-hidden = The owner of this report does not share what individual respondents said.
page-respondents-hidden = The owner of this report does not share individual respondents.
page-back = Back to the report
page-explorer-title = Respondents: { $title }
page-filter = Filter
page-filter-any = Any
page-apply = Apply
page-reset = Reset
page-cross = Compare groups
page-cross-question = Question
page-cross-attribute = by
page-cross-none = No table
page-cross-note = Weighted shares within each group; the first row shows how many respondents it has. Small groups say little.
page-cross-mean = Average
page-matching =
    { $n_count ->
        [0] No respondent matches
        [one] { $n } respondent
       *[other] { $n } respondents
    }
page-nobody = Nobody in this sample fits these filters. Remove one to see more.
page-of-pages = Page { $page } of { $pages }
page-previous = Previous
page-next = Next
page-best = First: { $option }
page-worst = Last: { $option }
page-no-answer = Not asked

# Publication, as its owner sees it.
publication = Public page
publication-on = Anyone with the link can read this report.
publication-off = This report is no longer published: only you can read it. Its old link no longer works.
publication-private = Only you can read this report. Once published, anyone with its link can.
publication-publish = Publish
publication-unpublish = Unpublish
publication-republish = Publish under a new link
publication-renew = Replace the link
publication-unpublish-explained = The link stops working immediately and permanently; if you publish the report again, it gets a new link. You can still read it here.
publication-unpublish-button = Unpublish it now
publication-renew-explained = The old link stops working immediately and permanently, including for people you gave it to. The report gets a new link.
publication-renew-button = Replace it now
publication-hide = Hide individual respondents
publication-show = Share individual respondents
publication-hidden = Readers see the findings, not the individual respondents.
publication-shown = Readers can also explore and download the individual respondents.
publication-hidden-later = Once published, readers see the findings, not the individual respondents.
publication-shown-later = Once published, readers can also explore and download the individual respondents.
page-verdict = Verdict
page-cards-few = Each option was chosen by fewer than { $n } respondents: too few for reasons and concerns by option.
page-cards = Option by option
page-cards-answer = Answer by answer
page-card-for = Cited more often by those who chose it
page-card-against = Main concern
page-card-who = Chosen more often by
page-card-compared = { $share }, compared with { $others } of everyone else
page-expected-loss = Expected gap behind people’s first choice
page-group-more = Of { $group }, { $share } chose “{ $option }”, compared with { $others } of everyone else: { $points } more.
page-group-more-scale = Of { $group }, { $share } would answer { $option }, compared with { $others } of everyone else: { $points } more.
page-group-more-answer = Of { $group }, { $share } answered “{ $option }”, compared with { $others } of everyone else: { $points } more.
page-group-less = Of { $group }, { $share } chose “{ $option }”, compared with { $others } of everyone else: { $points } less.
page-group-less-scale = Of { $group }, { $share } would answer { $option }, compared with { $others } of everyone else: { $points } less.
page-group-less-answer = Of { $group }, { $share } answered “{ $option }”, compared with { $others } of everyone else: { $points } less.
page-groups-alike = No group’s share of { $figure } differs from everyone else’s by more than chance would explain.
page-few-voices = Fewer than three open answers were fit to publish, so none are shown.
page-fixed-reasons = These reasons come from a standard list for questions of this kind; none were written for this subject.
page-fixed-concerns = From a standard list for questions of this kind; none were written for this subject.
page-no-voices = This engine does not write well enough to be quoted, so there are no quotes. Ask real people why: the question is in the questionnaire.

# What a reader can take along, and the filters by answers.
page-save-chart = Save this chart:
page-copy = Copy
page-copied = Copied
page-copy-summary = Copy summary
page-download-md = Download summary (Markdown)
page-filter-choice = Chose
page-filter-comment = Comment
page-filter-comment-yes = Wrote one
page-matching-shown = { $n } of { $total } respondents

# The sample, and the report in another language.
page-is-sample = This is a sample report. It was made for demonstration from a capable model’s recorded answers, with roughly that model’s track record; no real people were asked. Your own reports are made by this service’s engine.
page-is-sample-default = This is a sample report. It was made by the small model that comes with Canvass, from the same brief as the capable model’s sample; no real people were asked.
page-sample-default = The same brief, by the small model that comes with Canvass
page-sample-capable = The same brief, by a capable model
page-is-sample-back = Go to the home page
page-again-en = Make this report in English
page-again-es = Make this report in Spanish
page-again-zh = Make this report in Chinese

# More.
page-people-banner = { $n_count ->
    [one] One person and a forecast
   *[other] { $n } people and a forecast
}
page-people-band = Real people answered, and a forecast was made from synthetic respondents. Each figure says where it comes from.
people-together =
    { $n_count ->
        [one] This is based on the forecast and one person’s answer together.
       *[other] This is based on the forecast and { $n } people’s answers together.
    }
people-leaning = “{ $option }” leads, but could still be overtaken.
people-leaning-answer = “{ $option }” is the likeliest answer, but could still be overtaken.
people-open = Which comes first is still open.
people-price-leaning = { $price } probably earns the most.
people-price-open = Which price earns the most is still open.
people-scale-open = About { $top } would answer { $top_answers }; whether that is more or less than half is still open.
page-people-settled = This is settled: further answers are unlikely to change it.
page-people-likelihood = How likely people are to act on it: { $mean } out of { $steps } on average ({ $level } interval: { $low } to { $high }); { $top } give one of the two highest ratings ({ $top_range }).
page-people-scale = On the scale: { $mean } out of { $steps } on average ({ $level } interval: { $low } to { $high }).
page-people-forecast-alone = { $n_count ->
    [one] This is the forecast alone. One person’s answers are on the report’s page.
   *[other] This is the forecast alone. The answers of { $n } people are on the report’s page.
}
page-people-as-one = Each figure combines people’s answers and the forecast in one estimate.
page-people-description = { $banner }. The forecast: { $headline }
page-people-forecast = Forecast
page-people-people = People
page-people-together = Together
page-people-below = Everything below is the forecast as it was made, before people were asked.
page-people-groups = People by group
page-people-group = Group
page-people-intervals = The forecast’s range is a simulation interval. The other ranges are { $level } intervals for what people would say.
page-people-until-verdict = { $n_count ->
    [one] After one more answer, the verdict will combine forecast and people. Until then, the forecast’s verdict stands.
   *[other] After { $n } more answers, the verdict will combine forecast and people. Until then, the forecast’s verdict stands.
}
page-people-joint-description = { $banner }. { $headline }
page-people-forecast-part = The forecast, before people were asked
people-count = { $count } of { $all } (weighted: { $share })
people-count-same = { $count } of { $all } ({ $share })
people-count-plain = { $count } of { $all }
page-people-weighted-why = Weighted shares differ from plain counts because answers are weighted by { $by }: groups with too few answers count for more and groups with too many count for less, so that the answers represent the audience.
page-people-weighted-why-supplied = Weighted shares differ from plain counts because the uploaded file gave its answers unequal weights.
page-people-weighted-why-lists = The share in brackets differs from the plain count because it also uses what people chose in the short lists.
page-people-groups-note = The groups of each kind add up to everyone who answered. Shares are shown for groups in which at least 20 people made a choice.
page-people-not-stated = Not stated
page-people-reasons = Why people chose as they did
page-people-concerns = What concerns people
page-people-only-motive = Only one was ticked: “{ $motive }”, by { $count }.
page-people-motives-note = { $n_count ->
    [one] One person answered this question. The forecast’s figure is the share of simulated respondents.
   *[other] { $n } people answered this question. The forecast’s figures are shares of simulated respondents.
}
page-people-comments = What people said
page-people-comments-how = { $n_count ->
    [one] One person wrote a comment. It is listed under the first reason that person ticked; no model read it. Anything that looks like an address, a phone number or a link is replaced by •••.
   *[other] { $n } people wrote a comment. Each is listed under the first reason its author ticked; no model read them. Anything that looks like an address, a phone number or a link is replaced by •••.
}
page-people-comments-hidden = The owner of this report does not share individual comments.
page-people-theme-other = No listed reason
page-people-theme-count = { $n_count ->
    [one] One comment
   *[other] { $n } comments
}
page-people-how = How people were asked
page-people-asker = Who asked
page-people-asker-unnamed = Not named; people were told that the survey is from someone who uses Canvass
page-people-reached = How they were reached
page-people-reached-link = { $n_count ->
    [one] One person through a link open to anyone who had it
   *[other] { $n } people through a link open to anyone who had it
}
page-people-reached-once = { $n_count ->
    [one] One person through a personal single-use link
   *[other] { $n } people through personal single-use links
}
page-people-reached-file = { $n_count ->
    [one] One person from an uploaded file; how they were reached is not known
   *[other] { $n } people from uploaded files; how they were reached is not known
}
page-people-dates = When
page-people-dates-range = { $first } to { $last }
page-people-counted = Answers counted
page-people-eligibility = Eligibility
page-people-weighting = Weighted by
page-people-weighting-none = Not weighted
page-people-weighting-supplied = weights in the uploaded file
page-people-design-effect = Design effect of the weights
page-people-effective-size = Effective sample size
page-people-question-asked = Question, word for word
page-people-options-asked = Options, word for word
page-people-assumption = The intervals assume that those who answered are like similar people who were not asked. People who choose to take part may differ, and weighting can’t fully correct for that.
page-people-more = Another { $people } people would probably be enough: { $odds }.
page-people-more-to-prove = People’s answers alone do not confirm this yet; another { $people } probably would: { $odds }.
page-people-unfinished = { $n_count ->
    [one] One person started but did not finish; that answer is not counted.
   *[other] { $n } people started but did not finish; their answers are not counted.
}
page-people-flagged = { $n_count ->
    [one] One answer looks automated. It is not counted unless the report’s owner accepts it.
   *[other] { $n } answers look automated. They are not counted unless the report’s owner accepts them.
}
page-people-screened-out = { $n_count ->
    [one] One person does not belong to the audience and is not counted.
   *[other] { $n } people do not belong to the audience and are not counted.
}
page-people-eligibility-unknown = { $n_count ->
    [one] For one person, it is not known whether they belong to the audience.
   *[other] For { $n } people, it is not known whether they belong to the audience.
}
people-unsettled-eligibility = This stays open because, for { $n } of { $people } people (more than a tenth), it is not known whether they belong to the audience.
people-unsettled-bound = This stays open because the people who answered differ from the audience by more than weighting can correct.
people-unsettled-missing = This stays open because some groups of the audience are missing: { $groups }.
people-missing-age-band = { $n_count ->
    [0] nobody aged { $value } yet
    [one] only one person aged { $value }
   *[other] only { $n } people aged { $value }
}
people-missing-sex-female = { $n_count ->
    [0] no women yet
    [one] only one woman
   *[other] only { $n } women
}
people-missing-sex-male = { $n_count ->
    [0] no men yet
    [one] only one man
   *[other] only { $n } men
}
people-missing-country = { $n_count ->
    [0] nobody in { $value } yet
    [one] only one person in { $value }
   *[other] only { $n } people in { $value }
}
people-missing-more = { $n_count ->
    [one] and one more group
   *[other] and { $n } more groups
}
survey-you = you
survey-title = A short survey
survey-asked-by = This survey is from { $asker }.
survey-asked-by-somebody = This survey is from someone who uses Canvass.
survey-why = Your answers will be compared with a forecast to see how accurate it was. This takes less than two minutes.
survey-anonymous = Your answers are anonymous. No name, e-mail or network address is kept, only what you answer and when. A cookie limits each browser to one answer.
survey-quoted = What you write in your own words may be quoted in a report, with addresses and phone numbers removed. Please don’t name anyone.
survey-kept-days = Your answers are deleted after { $days } days, or earlier if whoever runs this survey deletes them.
survey-kept-until-deleted = Your answers are kept until whoever runs this survey deletes them.
survey-start = Start
survey-next = Next
survey-finish = Finish
survey-skip = Skip
survey-back = Back
survey-place = { $n } of { $of }
survey-best = First choice
survey-worst = Last choice
survey-rather-not = Prefer not to say
survey-age = How old are you?
survey-sex = What is your sex?
survey-country = Which country do you live in?
survey-condition = Does this describe you: “{ $words }”?
survey-yes = Yes
survey-no = No
survey-screened-out = Thank you for your interest
survey-screened-out-explained = This survey is for a particular group of people, and your answers show that you are not in it this time. We count only that someone did not qualify. You can close this page.
survey-problem-missing = Please choose an answer.
survey-problem-same = Your first and last choice can’t be the same.
survey-problem-too-many = Please choose two at most.
survey-problem-too-long = Please write 1,000 characters at most.
survey-problem-unknown = That answer is not on the list. Please choose again.
survey-thanks = Thank you
survey-thanks-explained = Your answers have been saved. You can close this page.
survey-closed = This survey is closed
survey-closed-explained = It no longer accepts answers. Thank you for your interest.
survey-ended = This survey has ended
survey-ended-explained = Its closing date has passed. Thank you for your interest.
survey-full = Enough people have answered
survey-full-explained = This survey has all the answers it needs. Thank you for your interest.
survey-link-used = This link has already been used
survey-link-used-explained = Each link to this survey works once. Ask whoever sent it for another.
survey-crowded = Too many people at the moment
survey-crowded-explained = This survey can’t take more people right now. Please try again in an hour.
survey-elsewhere = That answer came from another site
survey-elsewhere-explained = Open the survey’s own link and answer there. Nothing was saved.
survey-too-fast = Too many answers at once
survey-too-fast-explained = Many answers are coming from your network. Wait a moment, then go back and send yours again.
upload-empty = It contains no data.
upload-too-many = It has more than 10,000 people.
upload-broken = This line can’t be read as CSV.
upload-no-array = It must be a JSON array with one element per person.
upload-no-person = It must be an option, or an object with a choice.
upload-unknown-field = It has an unknown field. Allowed are choice, age, sex, country, weight, comment and eligible.
upload-no-value = It must be text or a number.
upload-no-choice-column = No column contains the report’s options. Specify which one is the choice.
upload-no-choice = The choice is missing.
upload-unknown-choice = This is not one of the report’s options.
upload-age = The age must be between 1 and 120, or one of 18-29, 30-44, 45-64 and 65+.
upload-sex = The sex must be female or male, or left empty.
upload-country = No country has this code or name.
upload-weight = “{ $cell }” is not a valid weight: it must be a number from 0.001 to 1000.
upload-comment = The comment has more than 2,000 characters.
upload-cell = “{ $cell }”: { $why }
upload-no-column = There is no column with this name.
upload-eligible = Whether the person belongs to the audience must be yes or no, or left empty.
page-card-against-answer = Main doubt
page-card-few =
    { $n_count ->
        [0] Nobody chose it.
        [one] One respondent chose it: too few for reasons and concerns.
       *[other] { $n } respondents chose it: too few for reasons and concerns.
    }
page-card-who-answer = Given more often by
page-acceptance-belief = Is the right answer among these?
page-acceptance-pricing = Would they buy at any of these prices?
page-likelihood-naming = How well it would be remembered
page-likelihood-pricing = How likely they are to buy
page-likelihood-answer = How firm the answer is
page-risks-answer = Doubts cited
page-risk-answer = Doubt
page-risks-scale = What could change their answer
page-risk-scale = What could change it
page-card-against-scale = What could change their answer
page-drivers-note-plain = These are the reasons that simulated respondents gave, not proof of what motivates people.
check-lead-scale = Distance from one half
check-lead-pricing = Lead in revenue
page-fact-simulated = { $n } simulated respondents
page-fact-effective = worth { $n } real answers
page-fact-margin = ±{ $points } points
page-fact-survey = Survey of people (open)
page-left-out = Details such as groups and reasons are left out: on questions like this, this engine’s forecasts aren’t good enough for them.
page-drivers-how = How to read this

page-cross-table = By the earlier answer
page-cross-table-of = The same respondents were asked earlier: “{ $question }”
page-cross-table-rows = Earlier answer
page-cross-table-few = too few
page-cross-table-cells = Each cell is a share of its row, followed by the number of respondents.
page-cross-table-bold = Bold: a difference larger than this engine’s usual error for groups.
page-cross-table-cells-price = Each cell is the share of its row that would buy at that price.
page-groups-not-told-apart = Not shown, because the engine forecast the same shares for every group: { $attributes }.
