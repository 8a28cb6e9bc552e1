# Studies: a question asked in waves, and what its respondents were asked next.
study-title = Study
study-open = All waves and follow-ups
study-waves = Waves
study-wave = Wave { $n }
study-again = Ask again
study-again-explained =
    { $n_count ->
        [one] { $n } new respondent answers the same question, as the next wave of its study. The engine in use now is { $engine }. It costs { $credits }.
       *[other] { $n } new respondents answer the same question, as the next wave of its study. The engine in use now is { $engine }. It costs { $credits }.
    }
study-again-same-engine = If that is the engine of the earlier wave, any difference is chance. Another engine or real people can show more.
study-error-wave = This report can’t be asked again. Choose one of your own completed reports that is not a follow-up.
study-older =
    { $n_count ->
        [one] { $n } earlier wave is not compared here; the last ones are.
       *[other] { $n } earlier waves are not compared here; the last ones are.
    }
study-chart = Shares by wave, with { $level } intervals
study-chart-note = The numbers below are the waves, evenly spaced whenever they were asked. Forecasts are of simulated respondents.
study-key-forecast = Forecast
study-key-people = People’s answers
study-answered = answered { $first }
study-answered-between = answered { $first } to { $last }
study-follow-ups = Follow-ups to the same respondents
