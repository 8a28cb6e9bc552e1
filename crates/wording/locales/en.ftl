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
audience-traits = Assumed of everyone, because no statistics cover it: { $traits }.
audience-quote = “{ $words }”
audience-from-question = No audience was specified, so it was inferred from the question.
audience-adults-only = Only adults are simulated, so the audience starts at age 18.
audience-own-customers = We have no data on your own customers, so the respondents are drawn from this audience in general.
audience-clash-values = This audience is contradictory: { $field } can’t be { $values } at the same time.
audience-clash-ages = This audience is contradictory: nobody is { $over } or older and { $under } or younger at the same time.
audience-clash-minors = Respondents must be adults, but this audience has no one aged 18 or over.
audience-clash-retired = This audience is contradictory: people aged { $max } or younger are not retired.
audience-clash-no-place = This audience is contradictory: every place it names is also excluded.
audience-clash-outside = This audience is contradictory: { $part } is not in { $country }.
audience-field-sexes = sex
audience-field-education = education
audience-field-income = household income
audience-field-area = area
audience-field-employment = work
audience-field-occupations = occupation group (ISCO-08)
audience-field-household = household
audience-field-children = children at home
audience-field-marital = marital status
audience-sexes-female = female
audience-sexes-male = male
audience-area-urban = urban
audience-area-rural = rural
audience-employment-employed = employed
audience-employment-unemployed = unemployed
audience-employment-not-in-labour-force = not in the labor force
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
audience-children-0 = none
audience-children-1 = 1
audience-children-2 = 2
audience-children-3 = 3
audience-children-4-or-more = 4 or more
audience-children-from = { $n } or more
audience-marital-never = never married
audience-marital-married = married
audience-marital-separated-divorced = separated or divorced
audience-marital-widowed = widowed
audience-marital-cohabiting = cohabiting
audience-convention-teenagers = “Teenagers” means 13 to 19.
audience-convention-young = “Young” means 18 to 35.
audience-convention-middle-aged = “Middle-aged” means 40 to 59.
audience-convention-middle-old = “Middle-aged and older” means 40 and over.
audience-convention-young-middle = “Young and middle-aged” means 18 to 59.
audience-convention-seniors = “Older people” means 65 and over.
audience-convention-older-60 = “Older adults” means 60 and over.
audience-convention-gen-z = “Generation Z” means born 1997 to 2012: at most 28 in 2025.
audience-convention-millennials = “Millennials” means born 1981 to 1996: 29 to 44 in 2025.
audience-convention-gen-x = “Generation X” means born 1965 to 1980: 45 to 60 in 2025.
audience-convention-boomers = “Baby boomers” means born 1946 to 1964: 61 to 79 in 2025.
audience-convention-silent = “Silent generation” means born 1928 to 1945: 80 to 97 in 2025.
audience-convention-large-family = A “large family” means 3 or more children.
audience-convention-many-children = “Several children” means 2 or more.
audience-convention-low-income = “Low income” means the two lowest fifths.
audience-convention-poor = “Poor” means the lowest fifth of incomes.
audience-convention-lower-middle = “Lower middle” means the second fifth of incomes.
audience-convention-middle-income = “Middle income” means the three middle fifths.
audience-convention-upper-middle = “Upper middle” means the fourth fifth of incomes.
audience-convention-high-income = “High income” means the two highest fifths.
audience-convention-wealthy = “Wealthy” means the highest fifth of incomes.
audience-convention-first-tier = “First-tier cities” means Beijing, Shanghai, Guangzhou and Shenzhen.
audience-convention-new-first-tier = “New first-tier cities” means the cities on the 2024 list that are in the population data.
audience-convention-smaller-place = There are no population data for this place alone, so respondents are drawn from its whole country and assumed to live there.

# Overview.
# The verdict: one sentence that a person can act on.
quoted = “{ $text }”
quoted-price = { $text }
# A number of things, as a word where the language writes small numbers so.
small-number =
    { $n_count ->
        [2] two
        [3] three
        [4] four
        [5] five
        [6] six
        [7] seven
        [8] eight
        [9] nine
       *[other] { $n }
    }
people-many = more than { $many }
people-one = { $low }
people-range = { $low } to { $high }
people-or-more = { $low } or more
people-odds =
    { $tenths_count ->
        [10] { $low } people would settle it about half the time, and { $high } almost always
       *[other] { $low } people would settle it about half the time, and { $high } about { $tenths } times in 10
    }
people-odds-one =
    { $tenths_count ->
        [5] { $low } people would settle it about half the time
        [10] { $low } people would almost always settle it
       *[other] { $low } people would settle it about { $tenths } times in 10
    }
verdict-clear = Choose “{ $option }”.
verdict-clear-answer = The most common answer would be “{ $option }”.
verdict-leaning = “{ $option }” leads; confirm it with { $people } people.
verdict-leaning-many = “{ $option }” leads narrowly; even asking a thousand people would probably not settle it.
verdict-leaning-answer = “{ $option }” is the likeliest answer; confirm it with { $people } people.
verdict-leaning-answer-many = “{ $option }” is narrowly the likeliest answer; even asking a thousand people would probably not settle it.
verdict-shortlist = Keep { $keep }; drop { $drop }.
verdict-shortlist-answer = The most common answer is probably { $keep_or }; it is unlikely to be { $drop_or }.
verdict-alike = It’s a tie: people like all of these about equally. Decide on other grounds.
verdict-alike-answer = People’s answers would split evenly.
verdict-unknown = The forecast can’t tell which comes first. Ask { $people } people.
verdict-unknown-untested = The forecast can’t tell which comes first: this engine was never tested.
verdict-unknown-many = The forecast can’t tell which comes first, and even asking a thousand people would probably not settle it.
verdict-none = Most people would rather have none of these.
verdict-none-answer = Most people would say that none of these is right.

# What stands behind it.
summary-shares = Of { $answered } simulated respondents, { $support } chose “{ $option }” ({ $level } interval: { $support_low } to { $support_high }) and { $runner_up_support } chose “{ $runner_up }”.
summary-shares-lists = { $answered } simulated respondents picked the best and the worst option from short lists. On that basis, { $support } ({ $level } interval: { $support_low } to { $support_high }) would choose “{ $option }” first and { $runner_up_support } would choose “{ $runner_up }”.
summary-failed =
    { $failed_count ->
        [one] One respondent could not be simulated and is left out.
       *[other] { $failed } respondents could not be simulated and are left out.
    }
summary-probability = The chance that “{ $option }” really is people’s first choice is { $probability }.
summary-probability-answer = The chance that “{ $option }” really is people’s most common answer is { $probability }.
summary-worth =
    { $effective_count ->
        [one] Judging by this engine’s record, its forecast is as informative as asking one person; the intervals reflect that.
       *[other] Judging by this engine’s record, its forecast is as informative as asking { $effective_size } people; the intervals reflect that.
    }
summary-worth-unmeasured =
    { $effective_count ->
        [one] This engine has never been tested against real people, so its forecast counts for no more than asking one person would.
       *[other] This engine has never been tested against real people, so its forecast counts for no more than asking { $effective_size } people would.
    }
summary-none = { $none } would rather have none of them.
summary-none-answer = { $none } would say that none of these is right.
summary-segments = Those who differ most are { $segment }: { $segment_share } chose “{ $option }”, compared with { $segment_rest } of everyone else.
summary-guessing = These figures are little better than a guess, so don’t draw conclusions from them.
summary-driver = Overall, “{ $driver }” mattered most ({ $driver_share }).

# What to do next.
next-risk = If you go with “{ $leader }”, first address the main worry of those who chose it: “{ $leader_risk }” ({ $leader_risk_share }).
next-clear = These answers are simulated: ask { $people } real people before you stake much on them.
next-clear-answer = You can plan on this, but check with { $people } real people first: these answers are simulated.
next-clear-belief = This is what people are likely to believe, not what is true. Check it with { $people } real people: these answers are simulated.
next-leaning = Ask real people before you commit.
next-shortlist = Ask { $people } real people to choose among the front-runners.
next-alike = Let cost, risk or your own strengths decide.
next-unknown = Ask real people; this report includes a questionnaire you can use.
next-leaning-many = Choose “{ $option }” unless cost, risk or your own strengths favor another.
next-odds = { $odds }.
next-shortlist-many = A survey is unlikely to show which of them comes first, so let cost, risk or your own strengths decide.
next-shortlist-many-answer = Even a large survey is unlikely to tell them apart, so plan for { $keep } alike.
next-leaning-many-answer = Plan for “{ $option }”, but allow for “{ $runner_up }” as well.
next-unknown-untested = Ask real people: with { $survey_small } answers, each percentage has a margin of error of about { $survey_small_margin } points; with { $survey_large }, about { $survey_large_margin }. This report includes a questionnaire you can use.
next-unknown-many = Look for options that differ more, or let cost, risk or your own strengths decide.
next-unknown-many-answer = Don’t rely on any single answer; plan for all of them.
next-scale-many = Plan for any share from { $support_low } to { $support_high }: even a large survey is unlikely to show which side of half it is on.
next-none = Look for other options before you choose among these.
next-none-answer = Find the answer that is missing before you rely on these.

# Recommendation.
recommend-readings = The engine’s answer changed a lot when the options were reordered or the question was reworded. Don’t rely on the ranking until real people confirm it.
recommend-guessing = Ask real people: with { $survey_small } answers, each percentage has a margin of error of about { $survey_small_margin } points; with { $survey_large }, about { $survey_large_margin }. This report includes a questionnaire you can use. Or use another engine: tested against real people, this one did no better than guessing { $scope }.
recommend-low-confidence = Use this forecast to plan what to ask or test, not to decide.

# Confidence.
confidence-engine-unmeasured = This engine has never been tested against real people.
confidence-engine-skill = Tested { $skill_scope } asked { $asked_in }, this engine’s forecasts closed only { $skill } of the gap between guessing and people’s real percentages.
confidence-lead = With leads of this size, the engine has too often been wrong about people’s first choice.
confidence-lead-tie = Given the forecast’s margin of error, the lead is too small to be sure which comes first.
confidence-lead-likely = The lead is likely to be real, but the forecast’s margin of error doesn’t rule out another first place.
confidence-lead-narrow = The result is likely, but not certain.
confidence-failure-rate = { $failure_rate } of the respondents could not be simulated.
confidence-readings = The engine’s answer shifted by { $apart } percentage points on average when the options were reordered or the question was reworded.
confidence-engine-guesses = Tested against real people, this engine did no better than guessing { $scope }, allowing for chance.
confidence-nothing = Every check passes: the engine’s skill, the lead, the failure rate and the consistency of its answers.

# Method.
notice-synthetic = The respondents are synthetic. Their profiles come from real population data, but their answers are generated by a computer, not given by people. Treat every figure as a simulation.
notice-scripted = This report was made with the scripted engine, which makes up answers at random with no model behind it. It only shows how the service works; its figures mean nothing.
notice-unmeasured = The engine behind this report has never been tested against real people on questions of this kind. Its forecast is therefore given little weight, and every interval is wide.
notice-guessing = The engine behind this report was tested against real people and did no better than guessing { $scope }. Nothing here is evidence about the subject.
source-us-persons = U.S. Census Bureau, American Community Survey PUMS 2011, weighted to 2025 (public domain)
source-ar-persons = INDEC, Permanent Household Survey of Argentina, 2016, urban areas (open data)
source-ages = United Nations, World Population Prospects 2024: age and sex in 2025 (CC BY 3.0 IGO)
source-education = Wittgenstein Centre, education by age and sex, 2020 (CC BY 4.0, according to third parties), adjusted to UNESCO UIS through the World Bank (CC BY 4.0)
source-labour = World Bank, World Development Indicators with modeled ILO estimates: work, urban population, income per person (CC BY 4.0)
source-occupations = ILOSTAT, employment by occupation, 2014–2019 (CC BY 4.0); how it varies with education is borrowed from Argentina
source-regions = Global Data Lab, subnational human development data, 2019 (free to use with attribution)
source-cities = GeoNames, cities (CC BY 4.0)
source-households = United Nations, Household Size and Composition 2022; the survey may be old (CC BY 3.0 IGO)
source-marital-cn = Census of China 2010 through the United Nations, marital status (attribution)
source-us-names = U.S. Social Security Administration and Census Bureau, names (public domain)
source-ar-names = RENAPER, given names by decade (CC BY 4.0); surnames of research staff
source-names = Names for display from national offices, Wikidata, Wikipedia lists and lists written for this project (details in THIRD-PARTY.md)

# Open answers of the scripted engine.
scripted-reason-1 = I chose “{ $option }” because { $reason }.
scripted-reason-2 = For me it is “{ $option }”: { $reason }.
scripted-reason-3 = Mostly because { $reason }.
scripted-reason-4 = I would say { $reason }.
scripted-reason-none = I chose “{ $option }”, though I could not say exactly why.
scripted-also-1 = Besides, { $reason }.
scripted-also-2 = I also think { $reason }.
scripted-concern-1 = My one worry is that { $concern }.
scripted-concern-2 = Still, { $concern }.
scripted-concern-3 = What holds me back is that { $concern }.
scripted-no-concern-1 = Nothing about it worries me.
scripted-no-concern-2 = I see no real downside.

# Failures that a client may read.
failure-too-few = Only { $successful } of { $sampled } respondents could be simulated; a report needs at least half.
failure-audience-empty = No one in the population data fits this audience once the filter on { $filter } is applied.
failure-audience-too-few = The population data describe only { $drawable } people of this audience, too few for { $wanted } respondents.
failure-audience-no-data = There are no population data for { $country }.
audience-city-not-recorded = There are no data by city { $place }, so the state or region is used instead.
audience-not-recorded = There are no data to filter by { $filter } { $place }, so we assumed that everyone there fits.
audience-loosened = Too few people in the population data fit all of that, so the filter on { $filter } was dropped.
filter-age = age
filter-sexes = sex
filter-regions = place
filter-area = urban or rural area
filter-education = education
filter-employment = work
filter-occupations = occupation
filter-income = income
filter-household = household
filter-children = number of children
filter-marital = marital status
respondent-label = Respondent { $number }
failure-engine = The engine that answers for respondents was unavailable.
failure-engine-away = The engine that answers for respondents was unavailable for too long. Nothing was charged; please try again later.
failure-internal = The report could not be generated because of an internal error.
failure-no-panel = The report whose respondents were to be asked again has been deleted. Nothing was charged; ask new respondents, or those of another report.
failure-exhausted = The report could not be generated: several attempts made no progress.

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
value-sex-female = Female
value-sex-male = Male
value-age-band-18-29 = 18–29
value-age-band-30-44 = 30–44
value-age-band-45-64 = 45–64
value-age-band-65-plus = 65 and over
value-education-none = No schooling
value-education-some-primary = { $country ->
    [US] Some elementary school
    [CA] Some elementary school
   *[other] Some primary school
}
value-education-primary = { $country ->
    [US] Elementary school
    [CA] Elementary school
   *[other] Primary school
}
value-education-lower-secondary = { $country ->
    [US] Some high school
    [CA] Some high school
    [GB] GCSEs or equivalent
    [IE] Junior Certificate
    [AU] Year 10
   *[other] Lower secondary school
}
value-education-upper-secondary = { $country ->
    [US] High school
    [CA] High school
    [GB] A levels or equivalent
    [IE] Leaving Certificate
    [AU] Year 12
   *[other] Upper secondary school
}
value-education-short-cycle = { $country ->
    [US] Associate degree
    [CA] College diploma
    [GB] HND or foundation degree
    [IE] Higher certificate
    [AU] Diploma
   *[other] Two-year degree
}
value-education-bachelor = { $country ->
    [US] Bachelor’s degree
    [CA] Bachelor’s degree
    [GB] Degree
    [IE] Degree
    [AU] Bachelor’s degree
   *[other] Bachelor's degree
}
value-education-master-or-more = { $country ->
    [US] Master’s degree or higher
    [CA] Master’s degree or higher
    [GB] Postgraduate degree
    [IE] Postgraduate degree
    [AU] Postgraduate degree
   *[other] Master's degree or higher
}
value-income-q1 = Lowest fifth
value-income-q2 = Second fifth
value-income-q3 = Middle fifth
value-income-q4 = Fourth fifth
value-income-q5 = Highest fifth
value-employment-employed = Employed
value-employment-unemployed = Unemployed
value-employment-not-in-labour-force = { $country ->
    [AU] Not in the labour force
    [CA] Not in the labour force
    [GB] Not in the labour force
    [IE] Not in the labour force
    [NZ] Not in the labour force
   *[other] Not in the labor force
}
value-employment-armed-forces = Armed forces
value-household-couple = Couple household
value-household-family-without-couple = Family without a couple
value-household-alone = Lives alone
value-household-non-family = Shares with non-relatives
value-household-group-quarters = Group quarters
attribute-city = City
attribute-area = Area
attribute-worker-class = Status in employment
attribute-sector = Sector
attribute-occupation = Occupation
attribute-children = Own children at home
attribute-earlier-choice = Earlier answer
attribute-marital = Marital status
attribute-name = Name
value-area-urban = Urban
value-area-rural = Rural
value-education-post-secondary = { $country ->
    [US] Beyond high school
    [CA] Beyond high school
    [GB] Higher education
    [IE] Third level
    [AU] Beyond Year 12
   *[other] Beyond secondary school
}
value-employment-student = Student
value-employment-retired = Retired
value-employment-homemaker = Looks after the home
value-worker-class-employee = Employee
value-worker-class-self-employed = Self-employed
value-worker-class-employer = Employer
value-worker-class-family-worker = Helps in a family business
value-worker-class-private-employee = Employee of a company
value-worker-class-government-employee = Employee of a government
value-worker-class-nonprofit-employee = Employee of a non-profit
value-sector-agriculture = Agriculture
value-sector-industry = Industry
value-sector-services = Services
value-household-with-children = With children under 15
value-household-with-others = With others, no children under 15
value-marital-never = Never married
value-marital-married = Married
value-marital-separated-divorced = Separated or divorced
value-marital-widowed = Widowed
value-marital-cohabiting = Lives with a partner
value-occupation-isco-01 = Commissioned armed forces officers
value-occupation-isco-02 = Non-commissioned armed forces officers
value-occupation-isco-03 = Armed forces, other ranks
value-occupation-isco-11 = Chief executives, senior officials and legislators
value-occupation-isco-12 = Administrative and commercial managers
value-occupation-isco-13 = Production and specialised services managers
value-occupation-isco-14 = Hospitality, retail and other services managers
value-occupation-isco-21 = Science and engineering professionals
value-occupation-isco-22 = Health professionals
value-occupation-isco-23 = Teaching professionals
value-occupation-isco-24 = Business and administration professionals
value-occupation-isco-25 = Information and communications technology professionals
value-occupation-isco-26 = Legal, social and cultural professionals
value-occupation-isco-31 = Science and engineering technicians
value-occupation-isco-32 = Health technicians
value-occupation-isco-33 = Business and administration associates
value-occupation-isco-34 = Legal, social, cultural and related associates
value-occupation-isco-35 = Information and communications technicians
value-occupation-isco-41 = General and keyboard clerks
value-occupation-isco-42 = Customer services clerks
value-occupation-isco-43 = Numerical and material recording clerks
value-occupation-isco-44 = Other clerical support workers
value-occupation-isco-51 = Personal service workers
value-occupation-isco-52 = Sales workers
value-occupation-isco-53 = Personal care workers
value-occupation-isco-54 = Protective services workers
value-occupation-isco-61 = Market-oriented skilled farmers
value-occupation-isco-62 = Market-oriented forestry, fishery and hunting workers
value-occupation-isco-63 = Subsistence farmers, fishers, hunters and gatherers
value-occupation-isco-71 = Building trades workers
value-occupation-isco-72 = Metal and machinery trades workers
value-occupation-isco-73 = Handicraft and printing workers
value-occupation-isco-74 = Electrical and electronic trades workers
value-occupation-isco-75 = Food processing, wood working, garment and other crafts
value-occupation-isco-81 = Stationary plant and machine operators
value-occupation-isco-82 = Assemblers
value-occupation-isco-83 = Drivers and mobile plant operators
value-occupation-isco-91 = Cleaners and helpers
value-occupation-isco-92 = Agricultural, forestry and fishery labourers
value-occupation-isco-93 = Labourers in mining, construction, manufacturing and transport
value-occupation-isco-94 = Food preparation assistants
value-occupation-isco-95 = Street sales and service workers
value-occupation-isco-96 = Refuse workers and other elementary workers
value-occupation-soc-11 = Management
value-occupation-soc-13 = Business and financial operations
value-occupation-soc-15 = Computer and mathematical
value-occupation-soc-17 = Architecture and engineering
value-occupation-soc-19 = Life, physical and social science
value-occupation-soc-21 = Community and social service
value-occupation-soc-23 = Legal
value-occupation-soc-25 = Education, training and library
value-occupation-soc-27 = Arts, design, entertainment, sports and media
value-occupation-soc-29 = Healthcare practitioners and technical
value-occupation-soc-31 = Healthcare support
value-occupation-soc-33 = Protective service
value-occupation-soc-35 = Food preparation and serving
value-occupation-soc-37 = Building and grounds cleaning and maintenance
value-occupation-soc-39 = Personal care and service
value-occupation-soc-41 = Sales
value-occupation-soc-43 = Office and administrative support
value-occupation-soc-45 = Farming, fishing and forestry
value-occupation-soc-47 = Construction and extraction
value-occupation-soc-49 = Installation, maintenance and repair
value-occupation-soc-51 = Production
value-occupation-soc-53 = Transportation and material moving
value-occupation-soc-55 = Military
value-occupation-skill-professional = Professional work
value-occupation-skill-technical = Technical work
value-occupation-skill-operative = Skilled manual or clerical work
value-occupation-skill-unskilled = Unskilled work
value-country-AE = United Arab Emirates
value-country-AF = Afghanistan
value-country-AL = Albania
value-country-AM = Armenia
value-country-AO = Angola
value-country-AR = Argentina
value-country-AT = Austria
value-country-AU = Australia
value-country-AZ = Azerbaijan
value-country-BA = Bosnia and Herzegovina
value-country-BD = Bangladesh
value-country-BE = Belgium
value-country-BF = Burkina Faso
value-country-BG = Bulgaria
value-country-BH = Bahrain
value-country-BI = Burundi
value-country-BJ = Benin
value-country-BO = Bolivia
value-country-BR = Brazil
value-country-BW = Botswana
value-country-BY = Belarus
value-country-CA = Canada
value-country-CD = Democratic Republic of the Congo
value-country-CF = Central African Republic
value-country-CG = Republic of the Congo
value-country-CH = Switzerland
value-country-CI = Côte d’Ivoire
value-country-CL = Chile
value-country-CM = Cameroon
value-country-CN = China
value-country-CO = Colombia
value-country-CR = Costa Rica
value-country-CU = Cuba
value-country-CY = Cyprus
value-country-CZ = Czechia
value-country-DE = Germany
value-country-DJ = Djibouti
value-country-DK = Denmark
value-country-DO = Dominican Republic
value-country-DZ = Algeria
value-country-EC = Ecuador
value-country-EE = Estonia
value-country-EG = Egypt
value-country-ER = Eritrea
value-country-ES = Spain
value-country-ET = Ethiopia
value-country-FI = Finland
value-country-FR = France
value-country-GA = Gabon
value-country-GB = United Kingdom
value-country-GE = Georgia
value-country-GH = Ghana
value-country-GM = Gambia
value-country-GN = Guinea
value-country-GQ = Equatorial Guinea
value-country-GR = Greece
value-country-GT = Guatemala
value-country-GW = Guinea-Bissau
value-country-HK = Hong Kong
value-country-HN = Honduras
value-country-HR = Croatia
value-country-HT = Haiti
value-country-HU = Hungary
value-country-ID = Indonesia
value-country-IE = Ireland
value-country-IL = Israel
value-country-IN = India
value-country-IQ = Iraq
value-country-IR = Iran
value-country-IT = Italy
value-country-JM = Jamaica
value-country-JO = Jordan
value-country-JP = Japan
value-country-KE = Kenya
value-country-KG = Kyrgyzstan
value-country-KH = Cambodia
value-country-KP = North Korea
value-country-KR = South Korea
value-country-KW = Kuwait
value-country-KZ = Kazakhstan
value-country-LA = Laos
value-country-LB = Lebanon
value-country-LK = Sri Lanka
value-country-LR = Liberia
value-country-LS = Lesotho
value-country-LT = Lithuania
value-country-LV = Latvia
value-country-LY = Libya
value-country-MA = Morocco
value-country-MD = Moldova
value-country-MG = Madagascar
value-country-MK = North Macedonia
value-country-ML = Mali
value-country-MM = Myanmar
value-country-MN = Mongolia
value-country-MR = Mauritania
value-country-MU = Mauritius
value-country-MW = Malawi
value-country-MX = Mexico
value-country-MY = Malaysia
value-country-MZ = Mozambique
value-country-NA = Namibia
value-country-NE = Niger
value-country-NG = Nigeria
value-country-NI = Nicaragua
value-country-NL = Netherlands
value-country-NO = Norway
value-country-NP = Nepal
value-country-NZ = New Zealand
value-country-OM = Oman
value-country-PA = Panama
value-country-PE = Peru
value-country-PG = Papua New Guinea
value-country-PH = Philippines
value-country-PK = Pakistan
value-country-PL = Poland
value-country-PR = Puerto Rico
value-country-PS = Palestinian Territories
value-country-PT = Portugal
value-country-PY = Paraguay
value-country-QA = Qatar
value-country-RO = Romania
value-country-RS = Serbia
value-country-RU = Russia
value-country-RW = Rwanda
value-country-SA = Saudi Arabia
value-country-SD = Sudan
value-country-SE = Sweden
value-country-SG = Singapore
value-country-SI = Slovenia
value-country-SK = Slovakia
value-country-SL = Sierra Leone
value-country-SN = Senegal
value-country-SO = Somalia
value-country-SS = South Sudan
value-country-SV = El Salvador
value-country-SY = Syria
value-country-SZ = Eswatini
value-country-TD = Chad
value-country-TG = Togo
value-country-TH = Thailand
value-country-TJ = Tajikistan
value-country-TL = Timor-Leste
value-country-TM = Turkmenistan
value-country-TN = Tunisia
value-country-TR = Türkiye
value-country-TT = Trinidad and Tobago
value-country-TW = Taiwan
value-country-TZ = Tanzania
value-country-UA = Ukraine
value-country-UG = Uganda
value-country-US = United States
value-country-UY = Uruguay
value-country-UZ = Uzbekistan
value-country-VE = Venezuela
value-country-VN = Vietnam
value-country-XK = Kosovo
value-country-YE = Yemen
value-country-ZA = South Africa
value-country-ZM = Zambia
value-country-ZW = Zimbabwe
describe-who =
    { $sex ->
        [female] She is a woman of { $age } who lives in { $place }.
       *[other] He is a man of { $age } who lives in { $place }.
    }
describe-who-anywhere =
    { $sex ->
        [female] She is a woman of { $age }.
       *[other] He is a man of { $age }.
    }
describe-inside = { $inside }, { $country }
describe-urban = an urban area of { $place }
describe-rural = a rural area of { $place }
describe-and = { $first } and { $last }
describe-details =
    { $sex ->
        [female] She { $details }.
       *[other] He { $details }.
    }
describe-job = works in the occupational group “{ $job }”
describe-education-none = has no schooling
describe-education-some-primary = began primary school without finishing it
describe-education-primary = finished primary school
describe-education-lower-secondary = finished lower secondary school
describe-education-upper-secondary = finished upper secondary school
describe-education-short-cycle = has a two-year degree
describe-education-bachelor = has a bachelor's degree
describe-education-master-or-more = has a master's degree or higher
describe-education-post-secondary = has studied beyond secondary school
describe-employment-employed = has a job
describe-employment-unemployed = is out of work and looking for it
describe-employment-not-in-labour-force = neither works nor looks for work
describe-employment-armed-forces = serves in the armed forces
describe-employment-student = is a student
describe-employment-retired = is retired
describe-employment-homemaker = looks after the home
describe-sector-agriculture = works in agriculture
describe-sector-industry = works in industry
describe-sector-services = works in services
describe-worker-class-self-employed = is self-employed
describe-worker-class-employer = employs others
describe-worker-class-family-worker = helps in a family business without pay
describe-worker-class-private-employee = is employed by a company
describe-worker-class-government-employee = is employed by a government
describe-worker-class-nonprofit-employee = is employed by a non-profit
describe-marital-never = has never been married
describe-marital-married = is married
describe-marital-separated-divorced = is separated or divorced
describe-marital-widowed = is widowed
describe-marital-cohabiting = lives with a partner
describe-household-couple = lives in a couple's household
describe-household-family-without-couple = lives with relatives in a household without a couple
describe-household-alone = lives alone
describe-household-non-family = shares a home with people who are not relatives
describe-household-group-quarters = lives in group quarters
describe-household-with-children = lives with children under 15
describe-household-with-others = lives with others but no children under 15
describe-income-q1 = has an income in the lowest fifth nationwide
describe-income-q2 = has an income in the second fifth nationwide
describe-income-q3 = has an income in the middle fifth nationwide
describe-income-q4 = has an income in the fourth fifth nationwide
describe-income-q5 = has an income in the highest fifth nationwide
level-low = Low
level-medium = Medium
level-high = High
check-engine-skill = Engine skill
check-lead = Lead
check-failure-rate = Failure rate
check-order-effect = Order effect
check-readings = Sensitivity to order and wording
kind-single-choice = Single choice
kind-multiple-choice = Multiple choice
kind-rating = Rating
kind-best-worst = Best and worst
kind-open-text = Open text

# Public page.
page-options = All options
page-segments = Groups
page-drivers = Reasons cited
page-drivers-note = These are the reasons that simulated respondents gave, not proof of what motivates people. The last column compares those who chose the leading option with everyone else.
page-risks = Concerns cited
page-themes = Themes in open answers
page-recommendation = Recommendation
page-confidence = Confidence
page-method = Method
page-questionnaire = Questionnaire
page-sources = Sources
page-statistics = Sample
page-notable = Stands out
page-none = None
page-not-measured = Not measured
page-no-segments = No group has at least 20 respondents.
page-download-json = Download report (JSON)
page-download-csv = Download respondents (CSV)
page-changes = Wording changes
page-asked-as = Asked as:
page-as-is = At the author’s request, the question and options were asked exactly as written.
page-option = Option
page-option-answer = Answer
page-share = Share
page-count = Chosen by
page-interval = { $level } simulation interval
page-probability-best = Chance of coming first
page-segment = Group
page-p-adjusted = Adjusted p-value
page-driver = Reason
page-lift = Leader vs. others
page-risk = Concern
page-severity = Severity
page-severity-note = Each of the { $n } simulated respondents who were asked could name one concern. Severity is high if at least { $high } name it, or if at least { $medium } name it and their 1–5 ratings are at least { $gap } points below everyone else’s; medium if only one of these last two conditions holds; otherwise low.
page-only-motive = Only one was named: “{ $motive }”, by { $share } ({ $range }).
page-check = Check
page-value = Value
page-allows = Maximum confidence
page-engine = Engine
page-model = Model
page-seed = Seed
page-forms = Orders of the options
page-lambda = Weight of the engine (λ)
page-skill = Measured skill
page-target = Respondents requested
page-candidates = People who fit (estimate)
page-sampled = Respondents drawn
page-successful = Respondents simulated
page-failed = Respondents failed
page-worst-count = Times put last
page-best-count = Times put first
page-acceptance = Is any of these acceptable?
page-likelihood = How firm the choice is
page-likelihood-mean = Average rating
page-quality = Quality of the simulated answers
page-effective-size = The forecast is as informative as asking
page-people = { $n } people
page-order-effect = Effect of the order shown (p)
page-readings-apart = Shift when options were reordered or the question reworded
page-diversity = How much the forecast varies between respondents
page-split-half = Agreement between two halves of the sample
page-split-half-winner = How often two random halves have the same option first
page-near-duplicates = Open answers that nearly repeat another
page-alike = { $n } gave much the same answer
page-notes = About the wording

# Workspace.
web-tagline = Research reports from synthetic respondents, open about how far they can differ from real people.
web-question = Question
web-status = Status
web-status-queued = Queued
web-status-generating-questionnaire = Preparing the questionnaire
web-status-sampling = Simulating respondents
web-status-completed = Completed
web-status-failed = Failed
web-status-cancelled = Cancelled
web-open = Open report
web-sign-in = Sign in
web-sign-in-explained = This link signs you in once, on this browser.
web-sign-in-expired = This sign-in link no longer works
web-sign-in-expired-explained = It has been used or has expired. Whoever runs this service makes a new one with “canvass account sign-in” and your e-mail address.
web-sign-out = Sign out
web-not-found = Page not found
web-not-found-explained = The link may be wrong, or the page may no longer be published.
web-deleted = This report has been deleted
web-deleted-explained = Its owner deleted it, so it can no longer be read.
web-trouble = Something went wrong
web-trouble-explained = Nothing was lost. Please try again in a moment.
web-too-many = Too many requests
web-too-many-explained = Many requests are coming from your network. Please try again in a moment.
web-busy = The service is busy
web-busy-explained = Many people are reading at the moment. Please try again in a few seconds.
web-slow = This is taking too long
web-slow-explained = The service is very busy right now. Please try again in a moment; if you sent something, first check whether it arrived.
web-home = Go to the home page

# Questionnaire: the client’s question put to one of several short lists; $ask says what to do with the list.

# Served wording: why it was edited, and what was noticed about it.
change-invisible = Invisible characters were removed.
change-doubled-mark = Doubled punctuation was reduced to one mark.
change-spelling = A misspelled word was corrected.
change-question-mark = The question’s missing punctuation was added.
change-list-marker = List markers were removed so that all options look alike.
change-quotes = Quotation marks were removed so that all options look alike.
change-end-mark = Final punctuation was removed so that all options end alike.
change-capital = The first letter was capitalized so that all options begin alike.
change-wide-mark = Narrow punctuation marks were replaced by Chinese ones.
change-opening = The question’s first letter was capitalized.
change-abbreviation = An abbreviation was written out.
change-courtesy = Greetings and thanks were left out.
change-praise = Praise was left out, so that the wording favors no answer.
change-pressure = Words that push toward one answer were left out.
change-second-question = The question asked two things; the part that the options do not answer was left out.
change-form = Capitalization and punctuation were made consistent, so that no option stands out.
change-currency = The currency of the audience’s country was added.
change-proposed = Reworded by the model for spelling, neutrality or consistency; what is asked is unchanged.
change-dearest-price = Asking for the highest price at which someone would still buy shows how many would buy at each price.
inquiry-preference = preference
inquiry-naming = name or slogan
inquiry-pricing = price
inquiry-feature-priority = feature priority
inquiry-likelihood = likelihood
inquiry-factual-belief = belief about a fact
note-language-en = The question is written in English, unlike this report, and respondents were asked in English.
note-language-es = The question is written in Spanish, unlike this report, and respondents were asked in Spanish.
note-language-zh = The question is written in Chinese, unlike this report, and respondents were asked in Chinese.
note-overlap = “{ $first }” and “{ $second }” overlap, so one answer could fit both.
note-two-questions = The question seems to ask two things at once, so it is unclear which one an answer is about.
note-two-things = “{ $option }” combines two things, so it is unclear which one was chosen.
note-leading = The wording praises, blames or suggests an answer, which can sway responses.
note-much-longer = “{ $option }” is much longer than the other options, which can draw attention to it.
note-sentence = “{ $option }” is worded as a sentence, unlike the other options.
note-verb-form = “{ $option }” has a different grammatical form from the other options.

# Whom to ask.
audience-change = Specify an audience to change this.
audience-change-place = Specify a place to change this.
audience-change-place-or-world = Specify a place, or write “worldwide”, to change this.
audience-from-account = No audience was specified, so the respondents are adults in the country given in the settings.
audience-from-language = No audience was specified, so the respondents are adults in { $home }, because the question is in { $language }.
audience-from-question-account = No audience was specified. The people were inferred from the question, and the country is the one given in the settings.
audience-from-question-language = No audience was specified. The people were inferred from the question, and they live in { $home }, because the question is in { $language }.
audience-place-from-question = The audience names no place, so the place was inferred from the question and its options.
audience-place-from-account = The audience names no place, so the respondents are from the country given in the settings.
audience-place-from-language = The audience names no place, so the respondents are from { $home }, because the question is in { $language }.
audience-home-en = the countries where English is the main language
audience-home-es = the countries where Spanish is the main language
audience-home-zh = mainland China
audience-words-and-place = { $words } ({ $place })
audience-language-en = English
audience-language-es = Spanish
audience-language-zh = Chinese
audience-fitting = About { $n } people fit this audience.
audience-fitting-assumed = About { $n } people fit the filters. How many of them also fit { $traits } is not known, so the real number may be smaller.
age-band-one = { $first }
age-band-span = { $first }–{ $last }
age-band-from = { $first } and over
age-band-minors = Under 18
confidence-scale = The interval around { $top } includes half, so this isn’t certain.
confidence-price = The forecast isn’t precise enough to be sure which of these prices earns the most.
summary-shares-answer = Of { $answered } simulated respondents, { $support } answered “{ $option }” ({ $level } interval: { $support_low } to { $support_high }) and { $runner_up_support } answered “{ $runner_up }”.
summary-driver-answer = Overall, the most cited reason was “{ $driver }” ({ $driver_share }).
next-risk-naming = Check that nobody else uses “{ $leader }”. The top concern of those who chose it: “{ $leader_risk }” ({ $leader_risk_share }).

# What an engine is worth for a question, said before anything is spent. $scope is one of the scopes.
worth-scope-all = on survey questions
worth-scope-opinions = on opinions and habits
worth-scope-choices = on choices among products, names and features
worth-scope-prices = on prices
asked-in-en = in English
asked-in-es = in Spanish
asked-in-zh = in Chinese
asked-in-all = in all languages
worth-knows = Tested { $scope }: on { $cases } survey questions of this kind whose real results are known, this engine’s forecasts closed { $skill } of the gap between guessing and people’s real percentages. It named people’s first choice in { $right } of them; a random pick would be right in { $chance }.
worth-guesses = Tested against real people { $scope }, this engine did no better than guessing: on { $cases } survey questions of this kind it scored { $skill }, where 0 is guessing and 100 is people’s own answers. That score may be chance. The report’s verdict will be that this engine can’t tell.
worth-pooled = Questions in all languages were counted, because there are few of this kind in the report’s language.
worth-family-unmeasured = This engine has not been tested { $scope }. On { $cases } survey questions of all kinds, its forecasts closed { $skill } of the gap between guessing and people’s real percentages.
worth-family-unmeasured-guesses = This engine has not been tested { $scope }, and on survey questions of all kinds it did no better than guessing ({ $cases } questions). The report’s verdict will be that this engine can’t tell.
worth-engine = The engine in use is { $engine }.
worth-engine-knows = Tested against real people, it beats guessing { $scopes }.
worth-engine-guesses = It did no better than guessing { $scopes }.
worth-engine-better = To use a better one: “{ $command }”.
worth-engine-scripted = The engine in use is scripted: it makes answers up, for tests and demonstrations. To use a real one: “{ $command }”.
worth-unmeasured = This engine has never been tested against real people.
worth-remedy = Ask real people, or use a better engine: “{ $command }”.
worth-remedy-unmeasured = Use the report only to prepare a survey, ask real people, or use an engine that has been tested: “{ $command }”.

# What a prompt calls the groups by an earlier choice, and the sentences about a cross table.
earlier-choice-asked = What they chose when asked “{ $question }”
cross-table-notable = Of those who chose “{ $earlier }” before, { $share } choose “{ $option }” now; of the others, { $others }.
cross-table-notable-price = Of those who chose “{ $earlier }” before, { $share } would buy at { $option }; of the others, { $others }.
cross-table-alike = No difference between the earlier answers stands out.
cross-table-note = How the answers to the two questions go together has not been tested against real people. The differences are the engine’s own, reduced by the same factor as its differences between groups.
cross-table-independent = No test against real people shows that this engine’s differences between groups can be relied on, so the answers to the two questions were drawn independently of each other. Don’t read anything into how they go together.
cross-table-none = This report can’t say how the two answers go together: too few respondents gave each earlier answer, or the engine gave no usable forecast for those who did.

# Groups of people inside a sentence: “Of women, 61% chose …”.
group-any = people in this group: { $attribute }, “{ $value }”
group-age-minors = people under 18
group-age-one = people aged { $first }
group-age-span = people aged { $first }–{ $last }
group-age-from = people aged { $first } and over
group-sex-female = women
group-sex-male = men
group-country = people in { $value }
group-region = people in { $value }
group-city = people in { $value }
group-area-urban = people in urban areas
group-area-rural = people in rural areas
group-education = people whose level of education is “{ $value }”
group-education-none = people with no schooling
group-education-some-primary = people who did not finish primary school
group-education-post-secondary = people who studied beyond secondary school
group-income-q1 = people in the lowest fifth of incomes
group-income-q2 = people in the second-lowest fifth of incomes
group-income-q3 = people in the middle fifth of incomes
group-income-q4 = people in the second-highest fifth of incomes
group-income-q5 = people in the highest fifth of incomes
group-employment-employed = people with a job
group-employment-unemployed = people who are out of work
group-employment-not-in-labour-force = people who neither work nor look for work
group-employment-armed-forces = people in the armed forces
group-employment-student = students
group-employment-retired = retired people
group-employment-homemaker = people who look after the home
group-worker-class-employee = employees
group-worker-class-self-employed = self-employed people
group-worker-class-employer = employers
group-worker-class-family-worker = people who help in a family business
group-worker-class-private-employee = people employed by a company
group-worker-class-government-employee = people employed by a government
group-worker-class-nonprofit-employee = people employed by a non-profit
group-sector-agriculture = people who work in agriculture
group-sector-industry = people who work in industry
group-sector-services = people who work in services
group-occupation = people in the occupation “{ $value }”
group-household-couple = people in couple households
group-household-family-without-couple = people in families without a couple
group-household-alone = people who live alone
group-household-non-family = people who share a home with non-relatives
group-household-group-quarters = people in group quarters
group-household-with-children = people who live with children under 15
group-household-with-others = people who live with others but no children under 15
group-marital-never = people who have never been married
group-marital-married = married people
group-marital-separated-divorced = separated or divorced people
group-marital-widowed = widowed people
group-marital-cohabiting = people who live with a partner
group-earlier-choice = people who chose “{ $value }” before
