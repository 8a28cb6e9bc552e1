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
page-own-published = This report is published; this is the page as you see it.
page-skip = Skip to the report
page-contents = Contents
page-synthetic = Synthetic respondents
page-who = Who was asked
page-when = When
page-language = Language
page-byline-respondents = Respondents
page-byline-count = { $n } simulated
page-made-with = Made with Canvass: research reports from synthetic respondents, honest about how far they are from people.
page-not-people = No person was asked. Every figure on this page is a simulation.
page-description = { $headline }. Simulated respondents, not people.

# Public page: the choice.
page-chart-note = Bars show each option’s share of simulated respondents; the thin line is the 95% simulation interval.
page-chart-note-lists = Bars show each option’s estimated share of first choices, from what simulated respondents put first and last in short lists; the thin line is the 95% simulation interval.
page-table = The figures as a table
page-scale-of = Scale from { $min } ({ $min_label }) to { $max } ({ $max_label })

# Public page: segments, reasons, concerns.
page-heat-note = Share choosing each option; the darker, the larger. Marked rows differ from everyone else in their share of “{ $option }” by more than chance would explain. Groups under 20 respondents are not shown, and p-values are adjusted for the number of comparisons. How groups differ is the engine’s own idea of such people and no finding about them: ask people before you act on a difference.
page-heat-columns = Only the { $n } most chosen options have a column; the downloads have all of them.
page-base = Base
page-everyone = Everyone
page-difference-points = Difference
page-by-option-note = Columns show how many of those who chose an option cite it; options chosen by fewer than 20 have none.
page-quote-by = { $name }, { $age }, { $country }
page-theme-share = { $share } of open answers ({ $n })
page-more-themes = More themes

# Public page: confidence and method.
page-checks = What confidence rests on
page-checks-note = Each check sets a highest level; the lowest decides. What a lead is worth follows from the engine’s record.
check-engine-agreement = Engine’s record against people
page-points = { $points } points
page-engine-and-model = Engine and model
page-filters = Audience filters
page-filter-source-given = As described by whoever commissioned the report.
page-sample = The sample against the population
page-sample-note = Profiles are drawn from population data, and answers are weighted to the population’s margins; the last column is what the weights make of the sample.
page-sample-share = In the sample
page-population-share = Weighted to the population
page-skill-measured = Held against { $cases } questions that real people had answered in surveys, this engine scored { $skill } on a scale where 0 is guessing that all answers are equally common and 100 is telling people’s answers exactly; on those whose results are little known, and so can’t be remembered, { $little }. Its first choice was theirs in { $accuracy } of cases, where a random pick would be right in { $chance }. A share was off by { $error } percentage points on average, and { $coverage } of its 95% intervals held people’s share. Its answers count as those of { $people } people.
page-skill-guessing = Held against { $cases } questions that real people had answered in surveys, this engine did no better than guessing. What it says is mixed with how people usually answer such lists, and is no evidence about the subject.
page-skill-unmeasured = This engine has never been held against real people’s answers. Nothing is known about how near it comes to them, and confidence is low for that reason alone.
page-lambda-explained = { $lambda }: how much of the engine’s answer is kept; the rest goes to all answers alike.
page-readings = Readings of the engine
page-readings-explained =
    { $n_count ->
        [one] { $n } reading of the whole audience, pooled over orders of the options and framings
       *[other] { $n } readings of the whole audience, in other orders of the options and another framing, pooled
    }
page-forms-explained =
    { $n_count ->
        [one] { $n } order of the options
       *[other] { $n } orders of the options, dealt in turn
    }
page-questionnaire-note = Word for word, as it was put to the simulated respondents.
page-asked-all = Asked of everyone
page-asked-some = Asked of { $n }
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
page-explore-note = Read every simulated respondent’s profile and answers, filter them, and cross any question with any attribute.
page-voices-hidden = The owner of this report does not share what single respondents said.
page-respondents-hidden = The owner of this report does not share individual respondents.
page-back = Back to the report
page-explorer-title = Respondents: { $title }
page-filter = Filter
page-filter-any = Any
page-apply = Apply
page-reset = Reset
page-cross = Cross-tabulate
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
publication-off = This report is no longer published: only you can read it. Its former link shows the same page as an address that never existed.
publication-private = Only you can read this report. Once published, anyone with its link can.
publication-publish = Publish
publication-unpublish = Unpublish
publication-republish = Publish under a new link
publication-renew = Replace the link
publication-unpublish-explained = The link stops working at once, and for good: if you publish the report again, it gets another one. You can still read it here.
publication-unpublish-button = Unpublish it now
publication-renew-explained = The old link stops working at once, also for those you gave it to, and never works again. The report is published under a new one.
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
page-card-for = Sets its choosers apart
page-card-against = Concern to answer
page-card-who = More for it
page-expected-loss = Lost on average
page-group-more = { $group }: { $share } for “{ $option }”, { $points } points more than the others.
page-group-less = { $group }: { $share } for “{ $option }”, { $points } points fewer than the others.
page-groups-alike = No group differs from the others by more than chance would explain.
page-few-voices = Fewer than three respondents could be put into words that may be published, so none are shown.
page-is-sample = This is a sample report. A model that runs inside Canvass answered for made-up respondents; nobody was asked.
page-is-sample-back = To the start page
page-again-en = Make this report in English
page-again-es = Make this report in Spanish
page-again-zh = Make this report in Chinese
