# What the command line says about a report: progress, summary and files.
terminal-opening = Opening the engine
terminal-queued = Waiting for its turn
terminal-waiting-for-engine = Waiting for the engine, which is not answering
terminal-designing = Designing the questionnaire
terminal-asking = Asking the respondents
terminal-analysing = Analyzing the answers
terminal-respondents = { $done } of { $total } respondents
terminal-left = about { $time } left
terminal-seconds = { $n } s
terminal-minutes = { $n } min
terminal-resumed =
    { $n_count ->
        [one] Going on from an earlier run: { $n } of { $total } respondents has answered.
       *[other] Going on from an earlier run: { $n } of { $total } respondents have answered.
    }
terminal-stopped = Stopped. What was answered is kept in { $folder }; the same command goes on from there.
terminal-failed = There is no report: { $reason }
terminal-kept = What was answered is kept in { $folder }; the same command goes on from there.
terminal-edited = Your wording is edited before anyone is asked:
terminal-edited-text = { $name }: { $text }
terminal-as-is = To ask exactly as you wrote it, add --as-is.

terminal-asked =
    { $n_count ->
        [one] { $n } simulated respondent
       *[other] { $n } simulated respondents
    }
terminal-engine = engine: { $engine }
terminal-legend = share
terminal-legend-price = would buy
terminal-legend-interval = 95% simulation interval
terminal-none-share = { $share } would rather have none of them
terminal-confidence = Confidence: { $level }
terminal-level-low = low
terminal-level-medium = medium
terminal-level-high = high
terminal-skill = Measured skill: { $skill } of 100 against surveys of real people, where 0 is a guess. It names people’s first choice in { $right } of cases; a random pick would be right in { $chance }.
terminal-skill-none = Measured skill: none. This engine has never been tested against surveys of real people.
terminal-skill-none-price = Measured skill on prices: none. On prices, this engine has never been tested against surveys of real people.
terminal-skill-guessing = Measured skill: none. Tested against surveys of real people, this engine did no better than guessing.
terminal-own-studies =
    { $studies_count ->
        [one] On your own study: skill { $skill }.
       *[other] On your own { $studies } studies: skill { $skill }.
    }
terminal-segments = Groups that differ most
terminal-segments-none = No group differs clearly from everyone else.
terminal-segment = { $attribute }: { $value }
terminal-segment-finding = { $option } { $share } here; { $points } against everyone else, allowing for chance
terminal-points = { $points } points
terminal-by-chance = could be chance
terminal-drivers = Reasons cited
terminal-risks = Concerns cited
terminal-quote = In their words
terminal-speaker = { $name }, age { $age }
terminal-recommendation = Recommendation
terminal-notice = Simulated, not asked
terminal-files = Files
terminal-none-share-answer = { $share } would say that none of them is right
terminal-none-share-pricing = { $share } would buy at none of these prices
