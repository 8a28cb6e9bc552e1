# Dates.
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
date = { $day } { $month } { $year }

# Public page: frame and byline.
page-own-back = Back to the workspace
page-own-private = Only you can see this page.
page-own-published = This report is published. This is your own view of it.
page-skip = Skip to the report
page-contents = Contents
page-synthetic = Synthetic respondents
page-who = Audience
page-when = When
page-language = Language
page-byline-respondents = Respondents
page-byline-count = { $n } simulated
page-made-with = Made with Canvass: research reports from synthetic respondents, honest about how far they are from people.
page-not-people = No person was asked. Every figure on this page is a simulation.
page-description = Simulated respondents, not people. { $headline }

# Public page: the choice.
page-chart-note = Bars show each option’s share of the simulated respondents; the thin line is the 95% simulation interval.
page-chart-note-lists = Bars show each option’s estimated share of first choices, from what simulated respondents picked as best and worst in short lists; the thin line is the 95% simulation interval.
page-table = The figures as a table
page-scale-of = Scale from { $min } ({ $min_label }) to { $max } ({ $max_label })

# Public page: segments, reasons, concerns.
page-heat-note = Each cell is the share that chose the option; darker is larger. Groups of fewer than 20 respondents are left out. How groups differ is the engine’s own idea of such people, not a finding about them: ask people before you act on a difference.
page-heat-marked = Marked rows differ from everyone else in their share of “{ $option }” by more than chance would explain.
page-heat-difference = The difference is in the share of “{ $option }”; p-values are adjusted for the number of comparisons.
page-heat-lists = Cells count everyone’s final choice; the chart goes by all lists, so its shares are others. The difference allows for chance.
page-heat-columns = Only the { $n } most chosen options have a column; the downloads have them all.
page-base = Respondents
page-everyone = Everyone
page-difference-points = Difference
page-by-option-note = Columns show how many of those who chose an option cite it; options chosen by fewer than 20 have no column.
page-quote-by = { $name }, { $age }, { $country }
page-theme-share = { $n } of { $all } open answers
page-more-themes = More themes

# Public page: confidence and method.
page-checks = What confidence rests on
page-checks-note = Each check sets a highest level; the lowest of them decides. What a lead is worth follows from the engine’s record.
check-engine-agreement = Engine’s record with people
page-points =
    { $points_count ->
        [one] { $points } point
       *[other] { $points } points
    }
page-of-hundred = { $score } of 100
page-engine-and-model = Engine and model
page-filters = Audience filters
page-filter-source-given = As described by whoever commissioned the report.
page-sample = Sample and population
page-sample-note = Profiles are drawn from population data, and answers are weighted to match the population. The last column shows the sample after weighting.
page-sample-share = In the sample
page-population-share = After weighting
page-skill-measured = This engine was tested on { $cases } survey questions that real people had answered. It scored { $skill }, where 0 is guessing that all answers are equally common and 100 is knowing people’s answers exactly. On questions with little-known results, which it can’t have remembered, it scored { $little }. It named people’s first choice in { $accuracy } of cases; a random pick would be right in { $chance }. Its shares were off by { $error } percentage points on average, and by far more on some questions. Its 95% intervals are wide enough for those: { $coverage } of them held people’s own share. Its forecast tells as much as asking { $people } people.
page-skill-guessing = Tested on { $cases } survey questions that real people had answered, this engine did no better than guessing. What it says is mixed with how people usually answer such lists, and is no evidence about the subject.
page-skill-unmeasured = This engine has never been tested against real people. Nobody knows how near it comes to their answers; for that reason alone, confidence is low.
page-own-studies =
    { $studies_count ->
        [one] On your own study: skill { $skill }. { $people } people answered it, after the forecast was made; 0 is a guess, 100 is knowing their answers exactly.
       *[other] On your own { $studies } studies: skill { $skill }. { $people } people answered them, each time after the forecast was made; 0 is a guess, 100 is knowing their answers exactly. The forecasts named people’s first choice in { $accuracy } of the studies.
    }
page-lambda-explained = { $lambda }: how much of the engine’s answer is kept; the rest is spread evenly over all answers.
page-readings = Times the engine was asked
page-readings-explained =
    { $n_count ->
        [one] Once about the whole audience, with the options in one order and in the opposite one; both are combined
       *[other] { $n } times about the whole audience, with the options in other orders and the question put another way; the answers are combined
    }
page-forms-explained =
    { $n_count ->
        [one] { $n } order of the options
       *[other] { $n } orders of the options, used in turn
    }
page-questionnaire-note = Word for word, as it was put to the simulated respondents.
page-asked-all = Asked of everyone
page-asked-none = Left to real people
page-asked-some = Asked of { $n }; { $used } answers were fit to use
page-orders = Orders in which the answers were shown
page-orders-note = Numbers refer to the answers as listed above.
page-same-answers = The same answers as for question { $number }.
page-form = Form { $number }
page-model-hash = Model file (SHA-256)
page-adapter = Taught with the adapter
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
page-nobody = Nobody in this sample fits these filters. Take one away to see more.
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
publication-unpublish-explained = The link stops working at once, and for good: if you publish the report again, it gets another one. You can still read it here.
publication-unpublish-button = Unpublish it now
publication-renew-explained = The old link stops working at once, also for those you gave it to, and for good. The report gets a new one.
publication-renew-button = Replace it now
publication-hide = Hide individual respondents
publication-show = Share individual respondents
publication-hidden = Readers see the findings, not the individual respondents.
publication-shown = Readers can also explore and download the individual respondents.
publication-hidden-later = Once published, readers see the findings, not the individual respondents.
publication-shown-later = Once published, readers can also explore and download the individual respondents.
page-verdict = Verdict
page-why = why
page-cards = Option by option
page-card-for = Named more than by others
page-card-against = Main concern
page-card-who = Chosen more by
page-expected-loss = Average loss if you choose it
page-group-more = { $group }: { $share } for “{ $option }”, { $points } points more than everyone else.
page-group-less = { $group }: { $share } for “{ $option }”, { $points } points less than everyone else.
page-groups-alike = No group differs from everyone else by more than chance would explain.
page-few-voices = Fewer than three open answers were fit to publish, so none are shown.
page-fixed-reasons = The reasons come from a list for all questions of this kind; this engine suggested none for this subject.
page-fixed-concerns = From a list for all questions of this kind; this engine suggested none for this subject.
page-no-voices = This engine does not write well enough to speak for people, so nobody is quoted. Ask real people why: the question is in the questionnaire.

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
page-is-sample = This is a sample report. A model that runs inside Canvass answered for made-up respondents; nobody was asked.
page-is-sample-back = To the start page
page-again-en = Make this report in English
page-again-es = Make this report in Spanish
page-again-zh = Make this report in Chinese

# More.
page-people-banner = { $n_count ->
    [one] One person and a forecast
   *[other] { $n } people and a forecast
}
page-people-band = Real people answered, and a forecast was made from synthetic respondents. Each figure says which it is.
people-together =
    { $n_count ->
        [one] That follows from the forecast and one person’s answer together.
       *[other] That follows from the forecast and { $n } people’s answers together.
    }
people-leaning = “{ $option }” leads, and could still be overtaken.
people-leaning-answer = “{ $option }” is the likeliest answer, and could still be overtaken.
people-open = It is still too close to call.
people-price-leaning = “{ $price }” probably earns most.
people-price-open = Which price earns most is still open.
people-scale-open = About { $top } would answer { $top_answers }; on which side of half is still open.
page-people-settled = It is settled: more answers would hardly change it.
page-people-likelihood = How likely people are to act on it: { $mean } out of { $steps } on average (95% interval: { $low } to { $high }); { $top } give one of the two highest marks ({ $top_range }).
page-people-scale = On the scale: { $mean } out of { $steps } on average (95% interval: { $low } to { $high }); { $top } give one of the two highest answers ({ $top_range }).
page-people-forecast-alone = { $n_count ->
    [one] This is the forecast alone. What one person answered is on the report’s page.
   *[other] This is the forecast alone. What { $n } people answered is on the report’s page.
}
page-people-as-one = Each figure is people and forecast as one estimate.
page-people-description = { $banner }. The forecast: { $headline }
page-people-forecast = Forecast
page-people-people = People
page-people-together = Together
page-people-below = From here on, this is the forecast as it was made, before people were asked.
page-people-groups = People by group
page-people-group = Group
page-people-intervals = The forecast’s range is a simulation interval. The other ranges are 95% intervals for what people would say.
page-people-until-verdict = { $n_count ->
    [one] One more answer, and forecast and people give one verdict together. Until then the forecast’s verdict stands.
   *[other] { $n } more answers, and forecast and people give one verdict together. Until then the forecast’s verdict stands.
}
page-people-joint-description = { $banner }. { $headline }
page-people-forecast-part = The forecast, before people were asked
people-count = { $count } of { $all } (weighted: { $share })
people-count-same = { $count } of { $all } ({ $share })
people-count-plain = { $count } of { $all }
page-people-weighted-why = Weighted shares differ from plain counts because answers are weighted by { $by }: groups with too few answers count for more, groups with too many for less, so that people stand for the audience.
page-people-weighted-why-supplied = Weighted shares differ from plain counts because the uploaded file gave its answers unequal weights.
page-people-weighted-why-lists = The share in brackets differs from the plain count because it also uses what people chose in the short lists.
page-people-groups-note = The groups of each kind add up to everyone who answered. Shares are shown for groups in which at least 20 people chose.
page-people-not-stated = Not stated
page-people-reasons = Why people chose as they did
page-people-concerns = What concerns people
page-people-motives-note = { $n_count ->
    [one] One person answered this question. The forecast’s figure is the share of simulated respondents.
   *[other] { $n } people answered this question. The forecast’s figures are shares of simulated respondents.
}
page-people-comments = What people said
page-people-comments-how = { $n_count ->
    [one] One person wrote a comment. It counts under the first reason that person ticked; no model read it. What looks like an address, a telephone number or a link is replaced by •••.
   *[other] { $n } people wrote a comment. Each counts under the first reason its author ticked; no model read them. What looks like an address, a telephone number or a link is replaced by •••.
}
page-people-comments-hidden = The owner of this report does not share single comments.
page-people-theme-other = No listed reason
page-people-theme-count = { $n_count ->
    [one] One comment
   *[other] { $n } comments
}
page-people-how = How people were asked
page-people-asker = Who asked
page-people-asker-unnamed = Not named; people were told that somebody who uses Canvass asks
page-people-reached = How they were reached
page-people-reached-link = { $n_count ->
    [one] One person by a link open to everybody who had it
   *[other] { $n } people by a link open to everybody who had it
}
page-people-reached-once = { $n_count ->
    [one] One person by a personal link that works once
   *[other] { $n } people by personal links that work once
}
page-people-reached-file = { $n_count ->
    [one] One person from an uploaded file; how that person was reached is not known here
   *[other] { $n } people from uploaded files; how those people were reached is not known here
}
page-people-dates = When
page-people-dates-range = { $first } to { $last }
page-people-counted = Answers counted
page-people-eligibility = Belonging to the audience
page-people-weighting = Weighted by
page-people-weighting-none = Not weighted
page-people-weighting-supplied = weights in the uploaded file
page-people-design-effect = Design effect of the weights
page-people-effective-size = Effective sample size
page-people-question-asked = Question, word for word
page-people-options-asked = Options, word for word
page-people-assumption = The intervals assume that people answered as others like them would have who were not asked. Those who choose to take part may differ from them, and weighting can’t fully correct that.
page-people-more = Asking { $people } more people would settle it: { $odds }.
page-people-more-to-prove = People’s answers alone do not prove it yet; { $people } more people would: { $odds }.
page-people-unfinished = { $n_count ->
    [one] One person began and did not finish; that answer is not counted.
   *[other] { $n } people began and did not finish; their answers are not counted.
}
page-people-flagged = { $n_count ->
    [one] One answer looks like a program's. It is not counted unless the report's owner keeps it.
   *[other] { $n } answers look like a program's. They are not counted unless the report's owner keeps them.
}
page-people-screened-out = { $n_count ->
    [one] One person does not belong to the audience and is not counted.
   *[other] { $n } people do not belong to the audience and are not counted.
}
page-people-eligibility-unknown = { $n_count ->
    [one] Of one person it is not known whether they belong to the audience.
   *[other] Of { $n } people it is not known whether they belong to the audience.
}
people-unsettled-eligibility = It stays open while so much is unknown: of { $n } of { $people } people, more than a tenth, it is not known whether they belong to the audience.
people-unsettled-bound = It stays open while few people stand for many: the answers come from another mix of people than the audience, more than weights can correct.
people-unsettled-missing = It stays open while some groups of the audience are missing: { $groups }.
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
survey-title = A short survey
survey-asked-by = { $asker } asks.
survey-asked-by-somebody = Somebody who uses Canvass asks.
survey-why = Your answers are set beside a forecast, to learn how near it came. It takes less than two minutes.
survey-anonymous = Your answers are anonymous. No name, e-mail or network address is kept, only what you answer and when. A cookie of this survey alone keeps one answer a browser.
survey-quoted = What you write in your own words may be quoted in a report, with addresses and telephone numbers taken out. Please name nobody.
survey-kept-days = What you answer is deleted after { $days } days, or earlier if whoever asks deletes it.
survey-kept-until-deleted = What you answer is kept until whoever asks deletes it.
survey-start = Start
survey-next = Next
survey-finish = Finish
survey-skip = Skip
survey-back = Back
survey-place = { $n } of { $of }
survey-best = First choice
survey-worst = Last choice
survey-rather-not = Rather not say
survey-age = How old are you?
survey-sex = What is your sex?
survey-country = Which country do you live in?
survey-condition = Does this describe you: “{ $words }”?
survey-yes = Yes
survey-no = No
survey-screened-out = Thank you for coming
survey-screened-out-explained = This survey asks a particular group of people, and by your answers you are not one of them this time. Only that somebody was not asked is counted. You can close this page.
survey-problem-missing = Please choose an answer.
survey-problem-same = First and last choice can't be the same.
survey-problem-too-many = Please choose two at most.
survey-problem-too-long = Please write 1,000 characters at most.
survey-problem-unknown = That answer is not on the list. Please choose again.
survey-thanks = Thank you
survey-thanks-explained = Your answers are kept. You can close this page.
survey-closed = This survey is closed
survey-closed-explained = It takes no more answers. Thank you for coming.
survey-ended = This survey has ended
survey-ended-explained = Its last day is over. Thank you for coming.
survey-full = Enough people have answered
survey-full-explained = This survey has all the answers it asked for. Thank you for coming.
survey-link-used = This link was used already
survey-link-used-explained = Each link of this survey works once. Ask whoever sent it for another.
survey-crowded = Too many people at the moment
survey-crowded-explained = This survey can't take more people right now. Please try again in an hour.
survey-elsewhere = That answer came from another site
survey-elsewhere-explained = Open the survey's own link and answer there. Nothing was kept.
survey-too-fast = Too many at once
survey-too-fast-explained = Many answers are coming from your network. Wait a moment, go back and send yours again.
upload-empty = There is nobody in it.
upload-too-many = It has more than 10,000 people.
upload-broken = This line can't be read as CSV.
upload-no-array = It must be a JSON array of people.
upload-no-person = It must be an option, or an object with a choice.
upload-unknown-field = There is a field that is none of choice, age, sex, country, weight, comment and eligible.
upload-no-value = It must be a text or a number.
upload-no-choice-column = No column holds the report’s options. Say which one is the choice.
upload-no-choice = The choice is missing.
upload-unknown-choice = This is none of the report's options.
upload-age = The age must be between 1 and 120, or one of 18-29, 30-44, 45-64 and 65+.
upload-sex = The sex must be female or male, or left empty.
upload-country = No country has this code or name.
upload-weight = “{ $cell }” is no weight: it must be a number from 0.001 to 1000.
upload-comment = The comment has more than 2,000 characters.
upload-cell = “{ $cell }”: { $why }
upload-no-column = There is no column of this name.
upload-eligible = Whether the person belongs to the audience must be yes or no, or left empty.
page-card-against-answer = What makes them doubt
page-card-few =
    { $n_count ->
        [0] Nobody chose it.
        [one] One respondent chose it: too few for reasons and concerns.
       *[other] { $n } respondents chose it: too few for reasons and concerns.
    }
page-card-who-answer = Answered more by
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
page-drivers-note-plain = What the simulated answers give as reasons; it doesn’t prove what moves people.
check-lead-scale = Distance from half
check-lead-pricing = Lead in revenue
