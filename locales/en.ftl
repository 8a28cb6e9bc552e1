# Report title, audience and wording changes.
title = Research report: { $question }
change-white-space = Extra white space was removed.
range = { $low } to { $high }

# Who was asked.
audience-line = { $people } aged { $ages } { $place }.
audience-people-all = Adults
audience-people-female = Women
audience-people-male = Men
audience-age-one = { $min }
audience-age-span = { $min } to { $max }
audience-age-from = { $min } and over
audience-world = anywhere in the world
audience-in = in { $places }
audience-parts = { $parts } ({ $country })
audience-countries = { $n } countries
audience-filters = Further filters: { $filters }.
audience-filter = { $field }: { $values }
audience-traits = Not a filter but taken as true of every respondent, since no statistic covers it: { $traits }.
audience-quote = “{ $words }”
audience-list-and = { $head } and { $last }
audience-list-and-before-i = { $head } and { $last }
audience-list-or = { $head } or { $last }
audience-list-or-before-o = { $head } or { $last }
audience-none-given = No audience was given and the question names none.
audience-from-question = No audience was given; this one was read from the question.
audience-adults-only = Only adults are asked, so the audience begins at 18.
audience-nobody = Nobody in the population data fits this audience: { $description }
audience-clash-values = The audience can’t exist: { $field } can’t be { $values } at the same time.
audience-clash-ages = The audience can’t exist: nobody is { $over } or older and { $under } or younger at the same time.
audience-clash-minors = Respondents are adults: the audience has nobody aged 18 or over.
audience-clash-retired = The audience can’t exist: people aged { $max } or younger are not retired.
audience-clash-no-place = The audience can’t exist: every place it names is also excluded.
audience-clash-outside = The audience can’t exist: { $part } is not in { $country }.
audience-field-sexes = sex
audience-field-education = education
audience-field-income = household income
audience-field-area = area
audience-field-employment = work
audience-field-occupations = occupation group (ISCO-08)
audience-field-household = household
audience-field-marital = marital status
audience-sexes-female = female
audience-sexes-male = male
audience-area-urban = urban
audience-area-rural = rural
audience-employment-employed = employed
audience-employment-unemployed = unemployed
audience-employment-not-in-labour-force = not in the labour force
audience-employment-armed-forces = in the armed forces
audience-employment-student = student
audience-employment-retired = retired
audience-employment-homemaker = homemaker
audience-employment-self-employed = self-employed
audience-household-couple = couple
audience-household-family-without-couple = family without a couple
audience-household-alone = living alone
audience-household-non-family = living with non-relatives
audience-household-group-quarters = group quarters
audience-household-with-children = with children
audience-marital-never = never married
audience-marital-married = married
audience-marital-separated-divorced = separated or divorced
audience-marital-widowed = widowed
audience-marital-cohabiting = cohabiting
audience-convention-teenagers = Teenagers are taken as 13 to 19.
audience-convention-young = “Young” is taken as 18 to 35.
audience-convention-middle-aged = “Middle-aged” is taken as 40 to 59.
audience-convention-middle-old = “Middle-aged and older” is taken as 40 and over.
audience-convention-young-middle = “Young and middle-aged” is taken as 18 to 59.
audience-convention-seniors = “Older people” are taken as 65 and over.
audience-convention-older-60 = “Older adults” are taken as 60 and over.
audience-convention-gen-z = Generation Z is taken as born 1997 to 2012, at most 28 in 2025.
audience-convention-millennials = Millennials are taken as born 1981 to 1996, 29 to 44 in 2025.
audience-convention-gen-x = Generation X is taken as born 1965 to 1980, 45 to 60 in 2025.
audience-convention-boomers = Baby boomers are taken as born 1946 to 1964, 61 to 79 in 2025.
audience-convention-silent = The silent generation is taken as born 1928 to 1945, 80 to 97 in 2025.
audience-convention-low-income = Low income is taken as the two lowest fifths.
audience-convention-poor = “Poor” is taken as the lowest fifth of incomes.
audience-convention-lower-middle = “Lower middle” is taken as the second fifth of incomes.
audience-convention-middle-income = Middle income is taken as the three middle fifths.
audience-convention-upper-middle = “Upper middle” is taken as the fourth fifth of incomes.
audience-convention-high-income = High income is taken as the two highest fifths.
audience-convention-wealthy = “Wealthy” is taken as the highest fifth of incomes.
audience-convention-first-tier = First-tier cities are taken as Beijing, Shanghai, Guangzhou and Shenzhen.
audience-convention-new-first-tier = New first-tier cities are those of the 2024 list that the population data have.

# Questionnaire.
question-likelihood = How likely would you be to act on this choice?
question-likelihood-min = Not at all likely
question-likelihood-max = Very likely
question-reason = Why did you make this choice, and does anything about it worry you?

# Overview.
headline-winner = “{ $option }” leads with { $support } of simulated respondents
headline-tie = Too close to call: “{ $option }” and “{ $runner_up }” are level among simulated respondents
summary-base =
    { $n_count ->
        [one] { $n } simulated respondent answered,
       *[other] { $n } simulated respondents answered,
    } out of { $sampled } sampled.
summary-winner = “{ $option }” was chosen by { $support } (95% simulation interval { $interval }), ahead of “{ $runner_up }” by { $lead } percentage points.
summary-tie = “{ $option }” was chosen by { $support } (95% simulation interval { $interval }) and “{ $runner_up }” by { $runner_up_support }; the difference of { $lead } percentage points is within what chance alone produces.
summary-probability = The probability that “{ $option }” is the most chosen option in this simulation is { $probability }.
summary-likelihood = Asked how likely they would be to act on their choice, they answered { $mean } on average on a scale from 1 to 5.
summary-segments =
    { $n_count ->
        [one] { $n } segment differs notably from the rest.
       *[other] { $n } segments differ notably from the rest.
    }
summary-no-segments = No segment differs notably from the rest.
summary-driver = The reason cited most in the simulated answers is “{ $driver }” ({ $share }).

# Recommendation.
recommend-winner = Go ahead with “{ $option }” as the working choice, and check it with real people before committing: these answers are simulated.
recommend-tie = These answers can't tell “{ $option }” and “{ $runner_up }” apart. Don't decide on them: ask real people about these two, or look for what would set them apart.
recommend-risk = Address the concern “{ $risk }” first; { $share } of simulated respondents cite it.
recommend-low-confidence = Treat this as a rehearsal and not as evidence: confidence is low.

# Confidence.
confidence-engine-unmeasured = Confidence is limited because the engine's skill has never been measured against real people.
confidence-engine-skill = Confidence is limited by the engine's measured skill of { $value } out of 100.
confidence-lead = Confidence is limited because a lead of { $value } percentage points is small against its simulation interval.
confidence-lead-tie = Confidence is limited because the leading options are too close to call.
confidence-failure-rate = Confidence is limited because { $value } of the interviews failed.
confidence-order-effect = Confidence is limited because the order in which options were shown appears to have moved the answers (p = { $value }).
confidence-nothing = No check limits confidence: engine skill, lead, failure rate and order effect all pass.

# Method.
notice-synthetic = The respondents are synthetic. Their profiles come from real population data, but their answers come from a machine and not from people. Treat every figure as a simulation.
notice-scripted = This report was made with the scripted engine, which makes answers up from a seed with no model behind it. It demonstrates the service; nothing in it is a finding.
source-us-persons = U.S. Census Bureau, American Community Survey PUMS 2011, weighted to 2025 (public domain)
source-us-given-names = U.S. Social Security Administration, given names by birth decade (public domain)
source-us-surnames = U.S. Census Bureau, surnames of the 2000 census (public domain)

# Open answers of the scripted engine.
scripted-reason-1 = I chose “{ $option }” because { $reason }.
scripted-reason-2 = For me it is “{ $option }”: { $reason }.
scripted-reason-3 = Mostly because { $reason }.
scripted-reason-4 = I would say { $reason }.
scripted-also-1 = Besides, { $reason }.
scripted-also-2 = I also think { $reason }.
scripted-concern-1 = My one worry is that { $concern }.
scripted-concern-2 = Still, { $concern }.
scripted-concern-3 = What holds me back is that { $concern }.
scripted-no-concern-1 = Nothing about it worries me.
scripted-no-concern-2 = I see no real downside.

# Failures that a client may read.
failure-too-few = Only { $successful } of { $sampled } interviews succeeded; a report needs at least half.
failure-engine = The engine that answers for respondents was unavailable.
failure-internal = The report could not be generated because of an internal error.
failure-exhausted = The report could not be generated: it was tried several times without progress.

# Languages.
language-en = English
language-es = Spanish
language-zh = Chinese

# Attributes and their values.
attribute-country = Country
attribute-region = Region
attribute-age = Age
attribute-age-band = Age group
attribute-sex = Sex
attribute-education = Education
attribute-income = Household income
attribute-employment = Employment
attribute-household = Household
value-country-US = United States
value-sex-female = Female
value-sex-male = Male
value-age-band-18-29 = 18–29
value-age-band-30-44 = 30–44
value-age-band-45-64 = 45–64
value-age-band-65-plus = 65 and over
value-education-none = No schooling
value-education-some-primary = Some primary school
value-education-primary = Primary school
value-education-lower-secondary = Lower secondary school
value-education-upper-secondary = Upper secondary school
value-education-short-cycle = Two-year degree
value-education-bachelor = Bachelor's degree
value-education-master-or-more = Master's degree or higher
value-income-q1 = Lowest fifth
value-income-q2 = Second fifth
value-income-q3 = Middle fifth
value-income-q4 = Fourth fifth
value-income-q5 = Highest fifth
value-employment-employed = Employed
value-employment-unemployed = Unemployed
value-employment-not-in-labour-force = Not in the labor force
value-employment-armed-forces = Armed forces
value-household-couple = Couple household
value-household-family-without-couple = Family without a couple
value-household-alone = Lives alone
value-household-non-family = Shares with non-relatives
value-household-group-quarters = Group quarters
level-low = Low
level-medium = Medium
level-high = High
check-engine-skill = Engine skill
check-lead = Lead
check-failure-rate = Failure rate
check-order-effect = Order effect
kind-single-choice = Single choice
kind-multiple-choice = Multiple choice
kind-rating = Rating
kind-best-worst = Best and worst
kind-open-text = Open text

# Public page.
page-asked-who =
    { $n_count ->
        [one] { $n } simulated respondent
       *[other] { $n } simulated respondents
    } · { $language } · engine: { $engine }
page-audience = Who was asked
page-overview = Overview
page-winner = Winner
page-options = All options
page-segments = Segments
page-drivers = Reasons cited
page-drivers-note = What the simulated answers cite as reasons; not proof of what moves people.
page-risks = Concerns cited
page-themes = Themes in open answers
page-recommendation = Recommendation
page-confidence = Confidence
page-method = Method
page-questionnaire = Questionnaire
page-respondents = Respondents
page-sources = Sources
page-statistics = Sampling
page-tie = Too close to call
page-notable = Notable
page-none = None
page-not-measured = Not measured
page-no-segments = No segment has at least 20 respondents.
page-segments-note = Segments under 20 respondents are not shown; p-values are adjusted for the number of comparisons.
page-download-json = Download report (JSON)
page-download-csv = Download respondents (CSV)
page-changes = Wording changes
page-option = Option
page-share = Share
page-count = Count
page-interval = 95% simulation interval
page-probability-best = Probability of being most chosen
page-lead = Lead
page-runner-up = Runner-up
page-support = Support
page-segment = Segment
page-segment-winner = Most chosen
page-difference = Difference
page-p-adjusted = Adjusted p
page-driver = Reason
page-lift = Lift
page-risk = Concern
page-severity = Severity
page-theme = Theme
page-quotes = Quotes
page-check = Check
page-value = Value
page-allows = Allows at most
page-question = Question
page-type = Type
page-respondent = Respondent
page-profile = Profile
page-answers = Answers
page-engine = Engine
page-model = Model
page-seed = Seed
page-forms = Option orders
page-lambda = Shrinkage (λ)
page-skill = Measured skill
page-winner-accuracy = Measured winner accuracy
page-target = Target respondents
page-candidates = Candidates
page-sampled = Sampled
page-successful = Successful
page-failed = Failed
page-completion-rate = Completion rate
page-failure-rate = Failure rate

# Workspace.
web-tagline = Research reports from synthetic respondents, honest about how far they are from people.
web-signed-in-as = Signed in as { $email }
web-credits =
    { $n_count ->
        [one] { $n } credit left
       *[other] { $n } credits left
    }
web-credits-held = { $n } held for unfinished reports
web-reports = Reports
web-no-reports = No report yet. Create one with the API: the first start of the service showed a key and a command.
web-question = Question
web-status = Status
web-status-queued = Queued
web-status-generating-questionnaire = Preparing the questionnaire
web-status-sampling = Interviewing
web-status-completed = Completed
web-status-failed = Failed
web-open = Open report
web-sign-in = Sign in
web-sign-in-explained = This link signs you in once, on this browser.
web-sign-in-expired = This sign-in link has been used or has expired.
web-sign-out = Sign out
web-signed-out = You are not signed in. Open the sign-in link that the service printed when it first started.
web-api-document = API description (OpenAPI)
web-not-found = There is nothing at this address
web-not-found-explained = The link may be mistyped, or what it led to is no longer published.
web-trouble = Something went wrong
web-trouble-explained = Nothing was lost. Please try again in a moment.
web-home = Go to the start page
