# What the command line says about a report: progress, summary and files.
terminal-opening = Starting the engine
terminal-queued = Waiting for its turn
terminal-waiting-for-engine = Waiting for the engine, which is not responding
terminal-designing = Designing the questionnaire
terminal-asking = Simulating the respondents
terminal-analysing = Analyzing the answers
terminal-done = { $percent } done
terminal-left = about { $time } left
terminal-seconds = { $n } s
terminal-minutes = { $n } min
terminal-resumed = Resuming an earlier run: { $percent } is done.
terminal-stopped = Stopped. The answers so far are saved in { $folder }; run the same command to continue.
terminal-failed = The report failed: { $reason }
terminal-kept = The answers so far are saved in { $folder }; run the same command to continue.
terminal-edited = Your wording was edited as follows:
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
terminal-legend-interval = { $level } simulation interval
terminal-none-share = { $share } would rather have none of them
terminal-confidence = Confidence: { $level }
terminal-level-low = low
terminal-level-medium = medium
terminal-level-high = high
terminal-skill = Tested { $scope } (asked { $asked_in }): its forecasts closed { $skill } of the gap between guessing and people’s real percentages. It names people’s first choice in { $right } of cases; a random pick would be right in { $chance }.
terminal-skill-none = Measured skill: none. This engine has never been tested against surveys of real people.
terminal-skill-none-price = Measured skill on prices: none. On prices, this engine has never been tested against surveys of real people.
terminal-skill-guessing = Measured skill: none. Tested against surveys of real people, this engine did no better than guessing { $scope }.
terminal-own-studies =
    { $studies_count ->
        [one] On your own study: skill { $skill }.
       *[other] On your own { $studies } studies: skill { $skill }.
    }
terminal-segments = Groups that differ most
terminal-segments-none = No group differs clearly from everyone else.
terminal-segment = { $attribute }: { $value }
terminal-segment-finding = { $option }: { $share } here, { $others } of everyone else
terminal-by-chance = could be chance
terminal-drivers = Reasons cited
terminal-risks = Concerns cited
terminal-quote = In their words
terminal-recommendation = Recommendation
terminal-notice = Simulated, not surveyed
terminal-files = Files
terminal-none-share-answer = { $share } would say that none of them is right
terminal-none-share-pricing = { $share } would not buy at any of these prices
terminal-cross-table-marked = * differs by more than this engine’s usual error for groups
