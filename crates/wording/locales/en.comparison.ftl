# Reports beside each other: on the page, in JSON, in the terminal and for agents.
compare = Compare
compare-title = Reports compared
compare-changed =
    “{ $option }”: { $direction ->
        [down] down
       *[other] up
    } { $points } { $points_count ->
        [one] point
       *[other] points
    }, between { $low } and { $high }: changed.
compare-alike =
    “{ $option }”: { $direction ->
        [same] no difference
        [down] down { $points } { $points_count ->
            [one] point
           *[other] points
        }
       *[other] up { $points } { $points_count ->
            [one] point
           *[other] points
        }
    }, between { $low } and { $high }: can’t be told apart.
compare-not-measured =
    “{ $option }”: { $direction ->
        [same] no difference
        [down] down { $points } { $points_count ->
            [one] point
           *[other] points
        }
       *[other] up { $points } { $points_count ->
            [one] point
           *[other] points
        }
    }; how far that can be relied on was not measured.
compare-table-difference = { $points } ({ $low } to { $high })
compare-summary-changed =
    { $changed } of { $all } differences { $changed_count ->
        [one] is a change.
       *[other] are changes.
    }
compare-summary-alike = The reports can’t be told apart on any option.
compare-summary-not-measured = None of the differences can be judged.
compare-basis-engines = Forecasts by two engines. Their errors are taken as independent; where both err the same way, the intervals are too wide rather than too narrow.
compare-basis-forecast-and-people = A forecast and people’s answers to the same question. The intervals allow for the forecast’s error and for chance in who answered.
compare-basis-people = People’s answers to two reports, treated as different people. The intervals allow for chance in who answered.
compare-basis-measured = Two forecasts by one engine share its error, so the intervals of the shares don’t apply to their difference. The intervals here come from tests against real people: the engine’s differences between groups were off by { $error } points (standard deviation) after being scaled to { $weight } of their size. Whether that holds between two reports was not tested.
compare-basis-audiences = Two forecasts by one engine share its error, and its differences between groups of people were never tested, or proved to say nothing. So there are no intervals.
compare-basis-wordings = Two forecasts by one engine share its error. How well it forecasts the effect of another question or other options was never tested, so there are no intervals. Ask real people to find out.
compare-basis-repeated = One engine was asked the same thing about the same audience twice. Any difference is chance and says nothing about a change.
compare-basis-guess = On questions like this, an engine used here did no better than guessing. Differences from its forecast mean nothing.
compare-note-options = The reports don’t have all options in common. Each share is of choices among the options of its own report.
compare-note-each = Each difference is judged on its own, at { $level }: in a long list, a few will look like changes by chance.
compare-note-synthetic = Forecasts are of simulated respondents, not of people who were asked.
compare-label-people = { $name }, people
compare-pair = { $to } compared with { $from }
compare-upper-end = Upper end ({ $answers })
compare-only-here = Only in this report: { $options }
compare-option = Option
compare-chart = Shares with { $level } intervals
compare-differences = Differences
compare-table = Table
compare-csv = Download CSV
compare-missing = not an option
compare-what = What is compared
compare-forecast-of =
    { $n_count ->
        [one] forecast, { $n } simulated respondent
       *[other] forecast, { $n } simulated respondents
    }
compare-people-of =
    { $n_count ->
        [one] answers of { $n } person
       *[other] answers of { $n } people
    }
compare-fault-count = A comparison takes two to six reports.
compare-fault-twice = Report { $name } is named twice.
compare-fault-unknown = Report { $name } does not exist in this account.
compare-fault-unfinished = Report { $name } is not completed.
compare-fault-nothing-shared = Report { $name } shares neither an option nor a scale with report { $first }, so there is nothing to compare.
compare-fault-other-measure = Only one of the reports { $name } and { $first } has shares of those who would buy at a price, so they can’t be compared.
compare-fault-title = These reports can’t be compared
compare-hint = Tick two to six completed reports.
compare-pick = Compare: { $question }
