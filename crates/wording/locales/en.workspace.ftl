# The workspace. Ids begin with `work-`, those of the API reference with `reference-`.
work-skip = Skip to the content
work-navigation = Sections
work-language = Language
work-moment = { $date }, { $time } UTC
work-optional = (optional)
work-save = Save
work-copy = Copy
work-copied = Copied
work-pages = Pages
work-newest = Back to the newest
work-older = Older
work-actions = Actions
work-created = Created

# Faults.
work-malformed = That form could not be read
work-malformed-explained = Go back, reload the page and send the form again. Nothing was changed.
work-too-large = That file is too large
work-too-large-explained = Split it into smaller files: people from different files are added together. Nothing was changed.
work-cross-site = That request came from another site
work-cross-site-explained = To protect your account, changes are only taken from our own pages. Nothing was changed.
work-unknown-host = Unknown address
work-unknown-host-explained = This service can be reached only at its own address and on the machine it runs on. If you run it, set CANVASS_PUBLIC_URL to the address people use. Nothing was changed.
work-too-many-tries = Too many attempts
work-too-many-tries-explained = Wait a minute, then try again.
work-too-many-cancels = Too many cancelled reports
work-too-many-cancels-explained = In the last hour you cancelled ten reports that had already started. Cancelling is free, so the limit is ten per hour. This report will continue; try again later. Queued reports can be cancelled at any time.
work-sign-up-closed = Sign-up is closed
work-sign-up-closed-explained = Ask whoever runs this service to add an account for you.

# Entrance.
work-home-heading = Ask before you build
work-home-ask = Ask a question
work-home-ask-explained = Your question, two to twenty options and the people you want to hear from, in plain words.
work-home-sample = Synthetic respondents answer
work-home-sample-explained = A model forecasts how such people would answer, and respondents based on census data show it group by group. It takes a few minutes.
work-home-read = Read the report
work-home-read-explained = A verdict with its interval, the groups, the reasons and every single answer, with the limits stated plainly.
work-home-developers = Want to build on it?
work-sign-up = Create an account
work-sign-up-credits =
    { $n_count ->
        [one] You start with { $n } credit.
       *[other] You start with { $n } credits: one pays for one respondent.
    }
work-sign-up-taken = This address may have an account already. Sign in with its password.
work-no-account = No account yet?
work-have-account = Already have an account?
work-email = E-mail address
work-email-wrong = This is not an e-mail address.
work-password = Password
work-password-hint = At least 10 characters. A few words that nobody would guess are best.
work-password-wrong = The password must have between 10 and 200 characters.
work-sign-in-wrong = The e-mail address or the password is wrong.

# Account.
work-account = Account
work-member-since = Member since
work-no-password = Your account has no password yet, so you won’t be able to sign in again once this session ends.
work-password-set = Set a password
work-password-set-explained = With it you can sign in from any browser.
work-password-change = Change the password
work-password-change-explained = All other sessions end at once.
work-password-current = Current password
work-password-current-wrong = This is not your current password.
work-password-new = New password
work-password-changed = Your password is set. All other sessions have ended.

# Signing out.
work-sign-out-question = Do you want to sign out?
work-sign-out-without-password = Your account has no password. Once you are signed out, only a sign-in link from whoever runs this service lets you in again. If you set a password now, you can sign in by yourself.
work-sign-out-anyway = Sign out without a password

# Reports.
work-reports = Reports
work-new-report = New report
work-engine-unmeasured = The engine in use has never been tested against real people, so reports give it little weight and their intervals are wide. Whoever runs this service can test it with “{ $command }”: { $calls } questions, about { $tokens } tokens.
work-engine-price = At the configured prices, that is about { $cost }.
work-reports-empty = No reports yet
work-reports-empty-explained = Ask a question, give the options, and read what synthetic respondents say.
work-filter-all = All
work-filter-running = Running
work-filter-completed = Completed
work-filter-failed = Failed
work-filter-cancelled = Cancelled
work-filter-archived = Archived
work-sort = Sort by
work-sort-date = Newest first
work-sort-name = Name
work-sort-verdict = Verdict
work-sort-newest-only = Only the newest { $n } reports are sorted this way; older ones are listed when sorted by date.
work-page-previous = Previous
work-page-next = Next
work-search = Search questions and options
work-search-button = Search
work-search-clear = Show all
work-search-empty = Nothing matches
work-respondents = Respondents

# New report.
work-question-hint = What do you want to decide? One question, as you would put it to a person.
work-options = Options
work-options-hint = 2 to 20, one per line. Paste a list as it is.
work-option-n = Option { $n }
work-option-up = Move option { $n } up
work-option-down = Move option { $n } down
work-option-remove = Remove option { $n }
work-option-moved = Now option { $n }
work-option-add = Add an option
work-options-as-text = Edit as text
work-options-as-list = Edit as a list
work-as-is = Ask exactly as I wrote it
work-as-is-hint = Otherwise spelling and loaded words are corrected before anyone is asked. The changes are shown here. A capable engine may correct a little more of the same kind; the report lists every change.
work-asked-as = Will be asked as:
work-asked-own = Will be asked in your own words:
work-asked-unchanged = Nothing needs changing: it will be asked as you wrote it.
work-kind = Kind of question: { $kind }
work-audience = Audience
work-audience-hint = Who to ask, such as “mothers in Mexico aged 25 to 40”. If you leave this empty, the audience is inferred from the question.
work-audience-understood = Understood as:
work-audience-check = Check audience and wording
work-audience-inferred = Inferred from the question
work-sample-hint = 50 to 1,000; one credit each.
work-report-language = Language of the report
work-cost = Cost
work-cost-report = This report
work-cost-available = Available
work-cost-left = Left afterwards
work-cost-short = You don’t have enough credits for this sample.
work-cost-explained = The credits are held now and spent only on respondents who are simulated.
work-visibility = Only you can read this report until you publish it. Reports created through the API can be read by anyone who has their link.
work-start = Start the report
work-chars = { $chars } of { $max }
work-too-few-credits = This report needs { $required } credits and you have { $available }. Choose a smaller sample, or ask whoever runs this service for credits.
work-too-many-unfinished =
    { $n_count ->
        [one] You have { $n } unfinished report; wait until it is done.
       *[other] You have { $n } unfinished reports; wait until some are done.
    }
work-error-empty = This must not be empty.
work-error-too-long = { $chars } characters are too many; { $max } are allowed.
work-error-control = This contains characters that can’t be shown.
work-error-option-count =
    { $n_count ->
        [one] 2 to 20 options are needed, not { $n }.
       *[other] 2 to 20 options are needed, not { $n }.
    }
work-error-repeats = It repeats option { $n }.
work-error-option = Option { $place }: { $message }
work-error-sample-size = The number of respondents must be between 50 and 1,000.
work-error-language = Choose one of the languages.
work-error-wording = Check this box or leave it empty.
work-form-deleted = The report that this form created has been deleted. Open a new form to create another.

# One report.
work-progress = Progress
work-progress-explained = You can close this page; the report will continue.
work-done = { $percent } done
work-phase-whole = asking the model how people would choose
work-phase-groups = asking the model about groups
work-phase-reasons = asking the model for reasons and concerns
work-phase-voices = writing what respondents say in their own words
work-estimate-moments = a few moments left
work-waiting-for-engine = The engine is not responding. The report will continue automatically once it does.
work-estimate-seconds = about { $n } seconds left
work-estimate-minutes =
    { $n_count ->
        [one] about a minute left
       *[other] about { $n } minutes left
    }
work-estimate-hours =
    { $n_count ->
        [one] about an hour left
       *[other] about { $n } hours left
    }
work-cancel = Cancel the report
work-cancel-button = Cancel it for good
work-cancel-free =
    { $n_count ->
        [one] No respondents have been simulated yet: the { $n } credit held will be returned to you.
       *[other] No respondents have been simulated yet: all { $n } credits held will be returned to you.
    }
work-cancel-costs =
    { $used_count ->
        [one] Simulation of { $used } respondent has begun, which costs { $used } credit; { $released } will be returned to you. The answers so far are lost.
       *[other] Simulation of { $used } respondents has begun, which costs { $used } credits; { $released } will be returned to you. The answers so far are lost.
    }
work-failure-cancelled = The report was cancelled by its owner.
work-failed-cost = Charged: { $credits }.
work-finding = What the simulated respondents chose
work-winner = Most chosen
work-winner-tie = Most chosen, but not clearly first
work-support = Support
work-confidence = Confidence
work-credits-used = Cost
work-synthetic = These respondents are synthetic: this is a simulation, not a survey of people. The report states what is known about its engine’s accuracy.
work-brief = What was asked
work-as-curl = Copy as curl
work-keeping = Archive or delete
work-archive = Archive
work-restore = Back to the list
work-archive-explained = Archived reports are left out of the list; the filter “Archived” shows them. Nothing else changes.
work-archived = This report is archived.
work-delete = Delete
work-delete-button = Delete for good
work-delete-running = The report is still running and is cancelled first.
work-delete-explained = The question, the result, the survey, people’s answers and what was learned from them are deleted. Public links to the report and the survey stop working. Credits already charged are not returned. Follow-ups keep this report’s question and what its respondents chose. Existing backups still contain the report. This can’t be undone.

# Keys.
work-keys = API keys
work-keys-explained = Programs use a key to act on behalf of your account. Treat it like a password.
work-keys-empty = No keys yet
work-keys-empty-explained = Create one above to call the API from a program.
work-keys-full = You have 100 active keys. Revoke one you no longer need first.
work-key-create = Create a key
work-key-create-button = Create the key
work-key-name = Name
work-key-name-example = Such as: nightly script
work-key-name-wrong = The name must have between 1 and 60 characters.
work-key-prefix = Begins with
work-key-last-used = Last used
work-key-unused = Never
work-key-expires = Expires
work-key-never = Never
work-key-days =
    { $n_count ->
        [one] in { $n } day
       *[other] in { $n } days
    }
work-key-made = Your new key:
work-key-once = Copy it now. It won’t be shown again.
work-key-try = Try it
work-key-active = Active
work-key-expired = Expired
work-key-revoked = Revoked
work-key-revoke = Revoke
work-key-revoke-explained = Programs that use “{ $name }” will stop working immediately. This can’t be undone.
work-key-revoke-button = Revoke the key

# Credits.
work-credits =
    { $n_count ->
        [one] { $n } credit
       *[other] { $n } credits
    }
work-credits-title = Credits
work-credits-explained = One credit pays for one respondent. Credits are held when a report starts and settled when it ends.
work-credits-grant = As an administrator, grant credits with this command: { $command }
work-credits-available = Available
work-credits-held = Held
work-ledger = Ledger
work-ledger-empty = No entries yet
work-ledger-empty-explained = Credits that you receive and reports that you run are listed here.
work-ledger-entry = Entry
work-ledger-report = Report
work-ledger-when = When
work-ledger-grant = Credits received
work-ledger-hold = Held for a report
work-ledger-post = Report settled
work-ledger-void = Hold released
work-ledger-deleted = Deleted report

# API reference.
work-reference = API reference
reference-intro = Create a report, then poll its status until it is completed or failed. Requests and responses are JSON.
reference-base = Base address
reference-auth = Authentication
reference-document = OpenAPI document
reference-operations = Operations
reference-parameters = Parameters
reference-body = Request body
reference-replies = Responses
reference-example = Example
reference-objects = Objects
reference-english = Descriptions of objects are in English.
reference-required = required
reference-read-credits = Read the credit balance
reference-read-credits-explained = The credits available to spend. Credits held for unfinished reports are already deducted.
reference-estimate-report = Estimate a report
reference-estimate-report-explained = Returns what a report would cost and how well its engine does on questions like this. Nothing is created or spent.
reference-create-report = Create a report
reference-create-report-explained = Holds one credit for each respondent and responds immediately. Poll the report until it is completed or failed. Anyone who has the completed report’s address, report_url, can read its page.
reference-read-report = Read a report
reference-read-report-explained = Its progress while it runs, then its result or why it failed. Poll about every 5 seconds, or every 15 while it is sampling.
reference-delete-report = Delete a report
reference-delete-report-explained = Deletes the question, the result, the survey and people’s answers for good. A running report is cancelled first and charged like any cancelled report.
reference-field-question = The research question.
reference-field-options = Options to choose from, no two the same.
reference-field-sample-size = How many respondents to simulate; one credit each.
reference-field-audience-description = Who to ask; inferred from the question if omitted.
reference-field-language = Language of the report: en, es or zh; en if omitted.
reference-field-wording = as_is asks the question and options exactly as written; edited, the default, corrects spelling and loaded words and lists every change in the result.
reference-field-request-id = The identifier returned when the report was created.
reference-field-idempotency-key = Sending the same key and body again within 24 hours returns the same response and creates no second report.
reference-status-200 = Success.
reference-status-202 = Accepted; poll the report.
reference-status-304 = The copy that you have is current.
reference-status-400 = The body is malformed or a field is invalid.
reference-status-401 = The API key is missing, invalid or revoked.
reference-status-402 = Too few credits to start the report.
reference-status-404 = No such report in this account.
reference-status-409 = The idempotency key was used with another body, or the report it created has been deleted.
reference-status-429 = Too many requests; wait as long as Retry-After says.
reference-status-429-delete-report = Too many requests, or too many running reports cancelled within an hour; wait as long as Retry-After says.
reference-status-500 = An error on our side; it is safe to try again.
reference-limit-chars = at most { $high } characters
reference-limit-chars-from = { $low } to { $high } characters
reference-limit-items = at most { $high } items
reference-limit-items-from = { $low } to { $high } items
reference-limit-range = at most { $high }
reference-limit-range-from = { $low } to { $high }
reference-limit-each = each at most { $high } characters
reference-limit-each-from = each { $low } to { $high } characters
reference-limit-default = { $high } by default

# Around a report: what it found, how long it takes, a sample, a duplicate, its language.
work-confidence-is = Confidence: { $level }
work-verdict-clear = Clear choice
work-verdict-leaning = One leads
work-verdict-shortlist = Shortlist
work-verdict-open = Still open
work-verdict-none = None wanted
work-takes-unknown = A report usually takes a few minutes.
work-takes-moments = A report takes only moments here.
work-takes-seconds = A report takes about { $n } seconds here.
work-takes-minutes =
    { $n_count ->
        [one] A report takes about a minute here.
       *[other] A report takes about { $n } minutes here.
    }
work-takes-hours =
    { $n_count ->
        [one] A report takes about an hour here.
       *[other] A report takes about { $n } hours here.
    }
work-sample = See a sample report
work-duplicate = Duplicate with changes
work-language-auto = Automatic: same as the question
work-language-follows-en = The report will be in English.
work-language-follows-es = The report will be in Spanish.
work-language-follows-zh = The report will be in Chinese.

# More.
work-people = Ask people
work-people-explained = Ask real people the same questions. This costs no credits. Their answers appear next to the forecast on the report’s page; from ten answers on, the report’s verdict combines forecast and people.
work-people-link = By link
work-people-asker = Who is asking
work-people-asker-hint = People see this before they answer. Your e-mail address is never shown.
work-people-quota = Answers wanted
work-people-ends = Ends in
work-people-no-end = No end date
work-people-days = { $n_count ->
    [one] One day
   *[other] { $n } days
}
work-people-one-time-links = Single-use links
work-people-settle = Close automatically when further answers can’t change the leader
work-people-open-button = Open the survey
work-people-open = Open
work-people-closed = Closed
work-people-ended = Ended
work-people-full = Full
work-people-counted = { $complete } of { $quota } answers
work-people-until = until
work-people-one-time = Each person has a personal link that works once.
work-people-qr = The link as a QR code
work-people-links = Single-use links
work-people-links-once = Copy them now: they are not saved and can’t be shown again. Give one to each person.
work-people-close = Close
work-people-reopen = Open again
work-people-marked = { $n_count ->
    [one] One answer looks automated and is not counted. You can count or delete it below.
   *[other] { $n } answers look automated and are not counted. You can count or delete each of them below.
}
work-people-delete-marked = Delete all of these
work-people-unfinished = { $n_count ->
    [one] One person started but has not finished.
   *[other] { $n } people started but have not finished.
}
work-people-delete-unfinished = Delete unfinished answers
work-people-crowded = So many answers are unfinished or look automated that no one else can start. Delete them below to make room.
work-people-end-unchanged = Keep as is
work-people-there-already = These exact rows were added before. They will not be added again unless they are from different people.
work-people-other-people = These are different people: add them too
work-people-extend = Change the number of answers or the end date
work-people-delete = Delete the survey
work-people-delete-explained = The link stops working, and every answer received through it is permanently deleted. Answers from files stay.
work-people-delete-button = Delete the survey and its answers
work-people-file = Answers from elsewhere
work-people-paste = Paste a table
work-people-paste-hint = CSV with a header row, or JSON. Include choice and, if you know them, age, sex, country, weight and comment. If you add the same table twice, it is counted once.
work-people-pick = Or choose a file
work-people-preview = Preview
work-people-read = { $n_count ->
    [one] One person was found. Nothing is saved yet.
   *[other] { $n } people were found. Nothing is saved yet.
}
work-people-unread = Nothing was added. These rows can’t be read:
work-people-row = Row { $row }: { $why }
work-people-column = Column
work-people-taken = Identified as
work-people-column-choice = Choice
work-people-column-age = Age
work-people-column-sex = Sex
work-people-column-country = Country
work-people-column-weight = Weight
work-people-column-comment = Comment
work-people-column-ignored = Ignored
work-people-column-eligible = Belongs to the audience (yes or no)
work-people-column-number = Column { $n }
work-people-column-hint = If a column was misread, choose what it contains and preview again.
work-people-example = Example
work-people-by-option = Number of people who chose each option:
work-people-preview-again = Preview again
work-people-set-apart = { $n_count ->
    [one] One person does not belong to the audience and is kept but not counted.
   *[other] { $n } people do not belong to the audience and are kept but not counted.
}
work-people-unknown = { $n_count ->
    [one] For one person, it is not known whether they belong to the audience. They are counted.
   *[other] For { $n } people, it is not known whether they belong to the audience. They are counted.
}
work-people-added = { $n_count ->
    [0] No new people were counted.
    [one] One person was added.
   *[other] { $n } people were added.
}
work-people-screened-out = { $n_count ->
    [one] One person who opened the survey does not belong to the audience and was not asked.
   *[other] { $n } people who opened the survey do not belong to the audience and were not asked.
}
work-people-add = Add these people
work-people-together = Forecast and people
work-people-answers = Individual answers
work-people-choice = Choice
work-people-about = Who
work-people-comment = In their own words
work-people-flagged = Looks automated
work-people-not-counted = Not counted
work-people-kept = Counted by you
work-people-keep = Count it
work-people-unkeep = Don’t count it
work-people-loopback = This link works on this computer only, because it begins with { $origin }. Set CANVASS_PUBLIC_URL to the address at which others reach this server, then restart it.
work-people-hide-comment = Hide the comment
work-people-show-comment = Show the comment
work-people-comment-hidden = Comment hidden
work-people-comments-note = The report quotes comments, with addresses, phone numbers and links replaced by •••. Hide any comment that should not appear.
work-finding-joint = What forecast and people show together
work-people-uploaded = From a file
work-people-delete-one = Delete
work-people-delete-all = Delete all answers
work-people-delete-all-explained = Every answer people gave to this report is permanently deleted, whether it came by link or from a file. The survey stays.
work-people-delete-all-button = Delete all of them
work-people-exists = This report has a survey already.
work-people-too-many = A report can have at most 10,000 counted answers.
work-people-bad-quota = The number of answers must be between 1 and 5,000, and no lower than the number already received.
work-people-bad-asker = “Who is asking” must be one line of at most 80 characters.
work-people-bad-file = The table can’t be read. Check the preview first.
work-people-bad-field = One of the fields can’t be read. Nothing was changed.
reference-open-survey = Ask people by link
reference-open-survey-explained = Opens a survey with a completed report’s questionnaire and returns the link to send. It costs no credits; a report can have only one survey.
reference-read-survey = Read a survey
reference-read-survey-explained = Its state, its link and how many have answered.
reference-change-survey = Close, reopen or extend a survey
reference-change-survey-explained = Omitted fields stay unchanged.
reference-delete-survey = Delete a survey
reference-delete-survey-explained = Also deletes every answer received through its link.
reference-add-people = Add people’s answers from elsewhere
reference-add-people-explained = A JSON array of people, or CSV with a header. Either all rows are added or none. The same people sent again are not counted twice.
reference-read-people = Read people’s answers
reference-read-people-explained = The forecast, people’s answers and both combined for each option, people’s groups, and the individual answers.
reference-delete-people = Delete all of people’s answers
reference-delete-people-explained = Any survey stays as it is, and its quota is free again.
reference-change-answer = Count a flagged answer, or stop counting it
reference-change-answer-explained = An answer that looks automated is not counted until the report’s owner accepts it.
reference-delete-answer = Delete one person’s answer
reference-delete-answer-explained = Its place in the quota is free again.
reference-field-quota = How many complete answers are wanted; 60 if omitted.
reference-field-ends-at = When it ends; never if omitted.
reference-field-one-time-links = How many single-use links to create. They are returned only in this response.
reference-field-asker = Who is asking, as shown to people.
reference-field-close-when-settled = Whether it closes automatically when further answers can’t change the leader.
reference-field-state = open or closed.
reference-field-answer-id = The answer’s identifier.
reference-status-201 = Done.
reference-status-204 = Deleted.
reference-status-409-open-survey = The report is not completed, or has a survey already.
reference-status-409-add-people = The report is not completed, the key was used with another file, or there would be too many answers.
reference-status-409-read-people = The report is not completed.
reference-status-400-add-people = Some rows can’t be read; nothing was added.

# The country of an account.
work-country-title = If you name no audience
work-country-explained = If a question names no audience, adults in this country are asked, unless its wording or currency points to another country. If no country is set, the question’s language decides.
work-country = Country
work-country-none = None: the question’s language decides
work-country-changed = Saved. This applies from your next report on.

# Learning from an account's own studies.
work-learning-title = Learn from my studies
work-learning-explained = When at least { $people } people have answered one of your reports, it can become part of your own record. Later reports then say how close the forecasts came to your people’s answers, and when an engine is measured for your account, your studies count most.
work-learning-kept = What is kept: the question and its options, the intended audience, how many people answered, and each option’s forecast and actual share. No individual answers are kept, and no other account gets any of this.
work-learning-start = I agree
work-learning-on = You agreed. Your studies are part of your record.
work-learning-stop = Withdraw
work-learning-stop-explained = Deletes what was kept. Your reports and people’s answers stay.
work-learning-begun = Saved. Studies that people have already answered are being added.
work-learning-ended = Withdrawn. What was kept of your studies is deleted.

work-verdict-guess = The engine can’t tell
work-worth-heading = How well this engine does here:
work-engine-link = About this engine, and better ones

# Follow-ups: another question to the respondents of an earlier report.
work-follow-up = Ask the same respondents
work-same-panel = Up to { $n } respondents who answered “{ $question }” are asked again. The audience and the number of respondents are taken from that report.
work-same-panel-earlier = The earlier report
work-error-panel = The respondents of this report can’t be asked again. Choose one of your own completed reports.
work-error-other-than-panel = This must match the earlier report, because the same respondents are asked again.
work-same-respondents = Same respondents as
work-publish-follow-up = This report also shows the earlier report’s question and what its respondents chose.

# Saved audiences.
work-audiences = Audiences
work-audiences-explained = Describe an audience once and save it under a name. Each report that uses it asks the same kind of people, and keeps the audience it was made with.
work-audience-keep-new = Save an audience
work-audience-name = Name
work-audience-name-example = Such as: young mothers
work-audience-kept-hint = Who to ask, such as “mothers in Mexico aged 25 to 40”.
work-audience-sample = Usual number of respondents
work-audience-keep-button = Save
work-audience-keep-as = Save this audience as
work-audience-kept = Saved audience
work-audience-kept-none = None: described below or inferred
work-audience-kept-now = The audience “{ $name }” is saved.
work-audience-ask = Ask
work-audience-delete-explained = The audience “{ $name }” is deleted. Reports that were made with it stay as they are.
work-audiences-empty = No saved audiences yet
work-audiences-empty-explained = Save one above, or when you create a report.
work-error-two-audiences = Choose a saved audience or describe one, not both.
work-error-kept-audience = This saved audience no longer exists. Choose another one, or describe whom to ask.
work-error-no-audience = Describe the audience first.
work-error-audience-name = Give it a name of 1 to { $max } characters.
work-error-audience-name-taken = You have saved another audience under this name.
work-error-audiences-full = You have saved 200 audiences. Delete one you no longer need first.
reference-keep-audience = Save an audience
reference-keep-audience-explained = Reads the audience, counts its people and saves it under a name. It is never changed. The same request again returns the same audience.
reference-list-audiences = List the saved audiences
reference-read-audience = Read a saved audience
reference-delete-audience = Delete a saved audience
reference-delete-audience-explained = Reports that were made with it keep their copy.
reference-field-name = The name of the audience.
reference-field-audience-filters = Who to ask, as the filters that results show, instead of a description. Without places, the whole world.
reference-field-audience-id = The identifier of a saved audience.
reference-field-default-sample-size = How many respondents a report has that names no number; 100 if omitted.
reference-status-404-read-audience = No such audience in this account.
reference-status-404-delete-audience = No such audience in this account.
reference-status-409-keep-audience = Another audience has this name, or 200 audiences are saved already.
