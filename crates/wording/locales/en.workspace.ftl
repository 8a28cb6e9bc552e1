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
work-malformed-explained = Go back to the page, load it again and send it once more. Nothing was changed.
work-too-large = That file is too large
work-too-large-explained = Send it in smaller parts: different people from different files are added up. Nothing was changed.
work-cross-site = That request came from another site
work-cross-site-explained = To protect your account, changes are only taken from our own pages. Nothing was changed.
work-unknown-host = That address is not known here
work-unknown-host-explained = This service answers under its own address and on the machine that it runs on. If you run it, set CANVASS_PUBLIC_URL to the address that people use. Nothing was changed.
work-too-many-tries = Too many tries
work-too-many-tries-explained = Wait a minute, then try again.
work-too-many-cancels = Too many cancelled reports
work-too-many-cancels-explained = In the last hour you cancelled ten reports that were already being worked on. That is free, so ten an hour is the limit. This report goes on; try again later. Reports that are still queued can be cancelled at any time.
work-sign-up-closed = New accounts are not open here
work-sign-up-closed-explained = Ask whoever runs this service to add an account for you.

# Entrance.
work-home-heading = Ask before you build
work-home-ask = Ask a question
work-home-ask-explained = Two to twenty options, and whom you want to hear from, in plain words.
work-home-sample = Respondents answer
work-home-sample-explained = Synthetic people drawn from census data answer, in a few minutes.
work-home-read = Read the report
work-home-read-explained = A verdict with its interval, the groups, the reasons and every single answer, with the limits stated plainly.
work-home-developers = Building on it?
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
work-engine-unmeasured = The engine in use has never been tested against real people, so reports trust it little and their intervals are wide. Whoever runs this service can test it with “{ $command }”: { $calls } questions, about { $tokens } tokens.
work-engine-price = At the configured prices, that is about { $cost }.
work-reports-empty = No report yet
work-reports-empty-explained = Ask a question, give the options, and read what synthetic respondents say.
work-filter-all = All
work-filter-running = Running
work-filter-completed = Completed
work-filter-failed = Failed
work-filter-cancelled = Cancelled
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
work-as-is-hint = Otherwise spelling and loaded words are corrected before anyone is asked. The changes are shown here, and the report lists every one.
work-asked-as = Will be asked as:
work-asked-own = Will be asked in your own words:
work-asked-unchanged = Nothing needs changing: it will be asked as you wrote it.
work-kind = Kind of question: { $kind }
work-audience = Audience
work-audience-hint = Whom to ask, such as “mothers in Mexico aged 25 to 40”. Left empty, it is read from the question.
work-audience-understood = Understood as:
work-audience-check = Check audience and wording
work-audience-inferred = Read from the question
work-sample-hint = 50 to 1,000; one credit each.
work-report-language = Language of the report
work-cost = Cost
work-cost-report = This report
work-cost-available = Available
work-cost-left = Left afterwards
work-cost-short = You don’t have enough credits for this sample.
work-cost-explained = The credits are held now and spent only for respondents who are interviewed.
work-start = Start the report
work-chars = { $chars } of { $max }
work-too-few-credits = This report needs { $required } credits and you have { $available }. Choose a smaller sample, or ask whoever runs this service for credits.
work-too-many-unfinished =
    { $n_count ->
        [one] { $n } report of yours is unfinished; wait until it has ended.
       *[other] { $n } reports of yours are unfinished; wait until some have ended.
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

# One report.
work-progress = Progress
work-progress-explained = You can close this page; the report goes on.
work-respondents-done = { $done } of { $total } respondents
work-estimate-moments = moments left
work-waiting-for-engine = The engine is not answering. The report goes on by itself once it does.
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
        [one] Nobody has been interviewed yet: the { $n } credit that is held goes back to you.
       *[other] Nobody has been interviewed yet: all { $n } credits that are held go back to you.
    }
work-cancel-costs =
    { $used_count ->
        [one] { $used } interview has begun and costs { $used } credit; { $released } go back to you. The answers so far are lost.
       *[other] { $used } interviews have begun and cost { $used } credits; { $released } go back to you. The answers so far are lost.
    }
work-failure-cancelled = The report was cancelled by its owner.
work-failed-cost = Charged: { $credits }.
work-finding = What the respondents said
work-winner = Most chosen
work-winner-tie = Most chosen, too close to call
work-support = Support
work-confidence = Confidence
work-credits-used = Cost
work-synthetic = These respondents are synthetic: this is a simulation, not a survey of people. The report says how far its engine was from real answers.
work-brief = What was asked
work-as-curl = Copy as curl

# Keys.
work-keys = API keys
work-keys-explained = Programs use a key to act for your account. Treat it like a password.
work-keys-empty = No key yet
work-keys-empty-explained = Create one above to call the interface from a program.
work-keys-full = You have 100 keys that work. Revoke one you no longer need first.
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
work-key-once = Copy it now. It is shown this once and can’t be shown again.
work-key-try = Try it
work-key-active = Active
work-key-expired = Expired
work-key-revoked = Revoked
work-key-revoke = Revoke
work-key-revoke-explained = Programs that use “{ $name }” are refused from now on. This can’t be undone.
work-key-revoke-button = Revoke the key

# Credits.
work-credits =
    { $n_count ->
        [one] { $n } credit
       *[other] { $n } credits
    }
work-credits-title = Credits
work-credits-explained = One credit pays for one respondent. Credits are held when a report starts and settled when it ends.
work-credits-available = Available
work-credits-held = Held
work-ledger = Ledger
work-ledger-empty = No entry yet
work-ledger-empty-explained = Credits that you receive and reports that you run are listed here.
work-ledger-entry = Entry
work-ledger-report = Report
work-ledger-when = When
work-ledger-grant = Credits received
work-ledger-hold = Held for a report
work-ledger-post = Report settled
work-ledger-void = Hold released

# API reference.
work-reference = API reference
reference-intro = Create a report, then ask for its status until it is completed or failed. Requests and answers are JSON.
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
reference-read-credits-explained = What is available to spend: credits held for unfinished reports are already taken off.
reference-create-report = Create a report
reference-create-report-explained = Holds one credit for each respondent and answers at once. Poll the report until it is completed or failed.
reference-read-report = Read a report
reference-read-report-explained = Its progress while it runs, then its result or why it failed. About every 5 seconds is often enough, every 15 while it is sampling.
reference-field-question = The research question.
reference-field-options = Candidate options, no two alike.
reference-field-sample-size = How many respondents to ask; one credit each.
reference-field-audience-description = Whom to ask; read from the question when it is left out.
reference-field-language = Language of the report: en, es or zh; en when it is left out.
reference-field-wording = as_is asks the question and options exactly as written; edited, the default, corrects spelling and loaded words and lists every change in the result.
reference-field-request-id = The identifier that creating the report answered with.
reference-field-idempotency-key = The same key and body within 24 hours give the same answer and no second report.
reference-status-200 = Success.
reference-status-202 = Accepted; poll the report.
reference-status-304 = The copy that you have is current.
reference-status-400 = The body is malformed or a field is invalid.
reference-status-401 = The API key is missing, invalid or revoked.
reference-status-402 = Too few credits to start the report.
reference-status-404 = No such report in this account.
reference-status-409 = The idempotency key was used with another body.
reference-status-429 = Too many requests; wait as long as Retry-After says.
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
work-language-auto = Automatic: as the question
work-language-follows-en = The report will be in English.
work-language-follows-es = The report will be in Spanish.
work-language-follows-zh = The report will be in Chinese.

# More.
work-people = Ask people
work-people-explained = Put the same questions to real people. It costs no credits. Their answers stand beside the forecast on the report's page; from ten answers on, forecast and people give the report's verdict together.
work-people-link = By link
work-people-asker = Who asks
work-people-asker-hint = People read it before they answer. Your e-mail address is never shown.
work-people-quota = Answers wanted
work-people-ends = Ends in
work-people-no-end = No end
work-people-days = { $n_count ->
    [one] One day
   *[other] { $n } days
}
work-people-one-time-links = Links that work once
work-people-settle = Close it once more answers would not change which option is first
work-people-open-button = Open the survey
work-people-open = Open
work-people-closed = Closed
work-people-ended = Ended
work-people-full = Full
work-people-counted = { $complete } of { $quota } answers
work-people-until = until
work-people-one-time = Each person has a link of their own that works once.
work-people-qr = The link as a QR code
work-people-links = Links that work once
work-people-links-once = Copy them now: they are not kept and can't be shown again. Give each person one.
work-people-close = Close
work-people-reopen = Open again
work-people-marked = { $n_count ->
    [one] One answer looks like a program's and is not counted. Below, you can count it or delete it.
   *[other] { $n } answers look like a program's and are not counted. Below, you can count or delete each of them.
}
work-people-delete-marked = Delete all of these
work-people-unfinished = { $n_count ->
    [one] One person began and has not finished.
   *[other] { $n } people began and have not finished.
}
work-people-delete-unfinished = Delete unfinished answers
work-people-crowded = So many answers are unfinished or look like a program's that nobody else can begin. Delete them below to make room.
work-people-end-unchanged = As it is
work-people-there-already = Exactly these rows were added before. They are not added again unless they are other people's answers.
work-people-other-people = These are other people: add them as well
work-people-extend = Change how many answers are wanted, or the end
work-people-delete = Delete the survey
work-people-delete-explained = The link stops working, and every answer that came by it is deleted for good. Answers from files stay.
work-people-delete-button = Delete it with its answers
work-people-file = Answers from elsewhere
work-people-paste = Paste a table
work-people-paste-hint = CSV with a header or JSON: choice, and where you know them age, sex, country, weight and comment. The same rows twice are counted once.
work-people-pick = Or choose a file
work-people-preview = Look at how it is read
work-people-read = { $n_count ->
    [one] One person was read. Nothing is kept yet.
   *[other] { $n } people were read. Nothing is kept yet.
}
work-people-unread = Nothing was added. These rows can't be read:
work-people-row = Row { $row }: { $why }
work-people-column = Column
work-people-taken = Taken as
work-people-column-choice = Choice
work-people-column-age = Age
work-people-column-sex = Sex
work-people-column-country = Country
work-people-column-weight = Weight
work-people-column-comment = Comment
work-people-column-ignored = Left out
work-people-column-eligible = Belongs to the audience (yes or no)
work-people-column-number = Column { $n }
work-people-column-hint = If a column is read wrongly, choose what it is and look again.
work-people-example = Example
work-people-by-option = So many people chose each option:
work-people-preview-again = Look again
work-people-set-apart = { $n_count ->
    [one] One person does not belong to the audience and is set apart: kept, not counted.
   *[other] { $n } people do not belong to the audience and are set apart: kept, not counted.
}
work-people-unknown = { $n_count ->
    [one] Of one person it is not known whether they belong to the audience. They are counted.
   *[other] Of { $n } people it is not known whether they belong to the audience. They are counted.
}
work-people-added = { $n_count ->
    [0] No new person was counted.
    [one] One person was added.
   *[other] { $n } people were added.
}
work-people-screened-out = { $n_count ->
    [one] One person who came does not belong to the audience and was not asked.
   *[other] { $n } people who came do not belong to the audience and were not asked.
}
work-people-add = Add these people
work-people-together = Forecast and people
work-people-answers = Single answers
work-people-choice = Choice
work-people-about = Who
work-people-comment = In their own words
work-people-flagged = Looks like a program
work-people-not-counted = Not counted
work-people-kept = Counted by you
work-people-keep = Count it
work-people-unkeep = Don't count it
work-people-loopback = This link works on this computer only, because it begins with { $origin }. Set CANVASS_PUBLIC_URL to the address at which others reach this server, and start it again.
work-people-hide-comment = Hide the comment
work-people-show-comment = Show the comment
work-people-comment-hidden = Comment hidden
work-people-comments-note = The report quotes comments, with addresses, telephone numbers and links replaced by •••. Hide a comment that should not appear in it.
work-finding-joint = What forecast and people say together
work-people-uploaded = From a file
work-people-delete-one = Delete
work-people-delete-all = Delete all answers
work-people-delete-all-explained = Every answer of people to this report is deleted for good, from the link and from files. The survey stays.
work-people-delete-all-button = Delete all of them
work-people-exists = This report has a survey already.
work-people-too-many = A report takes at most 10,000 counted answers.
work-people-bad-quota = The number of answers must be between 1 and 5,000, and not below what came in.
work-people-bad-asker = Who asks must be one line of at most 80 characters.
work-people-bad-file = The table can't be read. Look at how it is read first.
work-people-bad-field = One of the fields can't be read. Nothing was changed.
reference-open-survey = Ask people by link
reference-open-survey-explained = Opens a survey with the questionnaire of a completed report and answers with the link to send. It costs no credits; a report has at most one.
reference-read-survey = Read a survey
reference-read-survey-explained = Its state, its link and how many have answered.
reference-change-survey = Close, reopen or extend a survey
reference-change-survey-explained = What is left out stays as it is.
reference-delete-survey = Delete a survey
reference-delete-survey-explained = With every answer that came by its link.
reference-add-people = Add people's answers from elsewhere
reference-add-people-explained = An array of people, or CSV with a header: all of it or nothing. The same people sent again are not counted twice.
reference-read-people = Read people's answers
reference-read-people-explained = Forecast, people and both together for each option, people's groups, and the single answers.
reference-delete-people = Delete every answer of people
reference-delete-people-explained = A survey stays as it is, with its quota free again.
reference-change-answer = Count a marked answer, or count it no longer
reference-change-answer-explained = An answer that looks like a program's is not counted until its owner keeps it.
reference-delete-answer = Delete one person's answer
reference-delete-answer-explained = Its place in the quota is free again.
reference-field-quota = How many whole answers are wanted; 60 when it is left out.
reference-field-ends-at = When it ends; never when it is left out.
reference-field-one-time-links = As many links that work once. They are shown in this answer alone.
reference-field-asker = Who asks, as people are told.
reference-field-close-when-settled = Whether it closes itself once more answers would not change which option is first.
reference-field-state = open or closed.
reference-field-answer-id = The answer's own identifier.
reference-status-201 = Done.
reference-status-204 = Deleted.
reference-status-409-open-survey = The report is not completed, or has a survey already.
reference-status-409-add-people = The report is not completed, the key was used with another file, or there would be too many answers.
reference-status-409-read-people = The report is not completed.
reference-status-400-add-people = Some rows can't be read; nothing was added.

# The country of an account.
work-country-title = If you name no audience
work-country-explained = A question that names no audience is asked of adults in this country, unless its own words or money point to another. Without a country, the question’s language decides.
work-country = Country
work-country-none = None: the question’s language decides
work-country-changed = Saved. It counts from your next report on.

# Learning from an account's own studies.
work-learning-title = Learn from my studies
work-learning-explained = When at least { $people } people have answered one of your reports, it can become part of your own record. Later reports then say how near the forecasts came to your people, and measuring an engine for your account counts your studies above all others.
work-learning-kept = Kept for this: the question and its options, who was meant, how many people answered, and the share of each option, forecast and real. Nobody’s single answer. No other account gets any of it.
work-learning-start = I agree
work-learning-on = You agreed. Your studies are part of your record.
work-learning-stop = Withdraw
work-learning-stop-explained = Deletes what was kept. Your reports and people’s answers stay.
work-learning-begun = Saved. Studies that people have answered already are being added.
work-learning-ended = Withdrawn. What was kept of your studies is deleted.
