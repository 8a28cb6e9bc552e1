# Studies: a question asked in waves, and what its respondents were asked next.
study-title = Study
study-open = All waves and follow-ups
study-waves = Waves
study-wave = Wave { $n }
study-again = Ask again
study-again-explained =
    { $n_count ->
        [one] Puts the same question to { $n } new respondent, as the next wave of this study. It will be answered by { $engine } and cost { $credits }.
       *[other] Puts the same question to { $n } new respondents, as the next wave of this study. It will be answered by { $engine } and cost { $credits }.
    }
study-again-same-engine = If the earlier wave was made by the same engine, any difference is chance. Only another engine or real people can show a change.
study-error-wave = This report can’t be asked again. Choose one of your own completed reports that is not a follow-up.
study-older =
    { $n_count ->
        [one] Only the latest waves are compared here; { $n } earlier wave is left out.
       *[other] Only the latest waves are compared here; { $n } earlier waves are left out.
    }
study-chart = Shares by wave, with { $level } intervals
study-chart-note = The numbers below are the waves, evenly spaced whatever the time between them. Forecasts are of simulated respondents.
study-key-forecast = Forecast
study-key-people = People’s answers
study-answered = answered { $first }
study-answered-between = answered { $first } to { $last }
study-follow-ups = Follow-ups to the same respondents
