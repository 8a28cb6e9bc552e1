# Informes uno junto a otro: en la página, en JSON, en la terminal y para agentes.
compare = Comparar
compare-title = Informes comparados
compare-changed =
    «{ $option }»: { $direction ->
        [down] baja
       *[other] sube
    } { $points } { $points_count ->
        [one] punto
       *[other] puntos
    } (entre { $low } y { $high }): ha cambiado.
compare-alike =
    «{ $option }»: { $direction ->
        [same] sin diferencia
        [down] baja { $points } { $points_count ->
            [one] punto
           *[other] puntos
        }
       *[other] sube { $points } { $points_count ->
            [one] punto
           *[other] puntos
        }
    } (entre { $low } y { $high }): no se distingue de cero.
compare-not-measured =
    «{ $option }»: { $direction ->
        [same] sin diferencia
        [down] baja { $points } { $points_count ->
            [one] punto
           *[other] puntos
        }
       *[other] sube { $points } { $points_count ->
            [one] punto
           *[other] puntos
        }
    }; no se ha medido hasta qué punto es fiable.
compare-table-difference = { $points } (de { $low } a { $high })
compare-summary-changed =
    { $changed } de { $all } diferencias { $changed_count ->
        [one] es un cambio.
       *[other] son cambios.
    }
compare-summary-alike = Ninguna diferencia se distingue de cero.
compare-summary-not-measured = Ninguna diferencia se puede valorar.
compare-basis-engines = Pronósticos de dos motores. Sus errores se tratan como independientes; si ambos se equivocan en el mismo sentido, los intervalos pecan de anchos y no de estrechos.
compare-basis-forecast-and-people = Un pronóstico y las respuestas de personas reales a la misma pregunta. Los intervalos incluyen el error del pronóstico y el azar de quién respondió.
compare-basis-people = Respuestas de personas reales a dos informes, que se toman por personas distintas. Los intervalos incluyen el azar de quién respondió.
compare-basis-measured = Dos pronósticos del mismo motor comparten su error, así que los intervalos de los porcentajes no sirven para su diferencia. Estos salen de lo que se midió: las diferencias del motor entre grupos de personas se desviaron { $error } puntos (desviación estándar) una vez reducidas al { $weight } de lo que el motor decía. No se ha medido hasta qué punto vale entre dos informes.
compare-basis-audiences = Dos pronósticos del mismo motor comparten su error, y sus diferencias entre grupos de personas no se midieron o no decían nada. Por eso no hay intervalos.
compare-basis-wordings = Dos pronósticos del mismo motor comparten su error. Nunca se ha medido si acierta lo que cambia con otra pregunta u otras opciones, así que no hay intervalos. Para saberlo, lo mejor es preguntar a personas reales.
compare-basis-repeated = Al mismo motor se le preguntó dos veces lo mismo sobre el mismo público. Cualquier diferencia es azar y no indica ningún cambio.
compare-basis-guess = En este tipo de preguntas, uno de los motores no acertó más que el azar. Las diferencias con su pronóstico no dicen nada.
compare-note-options = Los informes no tienen todas las opciones en común. Cada porcentaje se refiere a la elección entre las opciones de su propio informe.
compare-note-each = Cada diferencia se valora por separado, al { $level }: entre muchas que no existen, algunas parecen cambios.
compare-note-synthetic = Los pronósticos son de encuestados simulados, no de personas a las que se haya preguntado.
compare-label-people = { $name }, personas
compare-pair = { $to } frente a { $from }
compare-upper-end = Extremo superior ({ $answers })
compare-only-here = Solo en este informe: { $options }
compare-option = Opción
compare-chart = Porcentajes con intervalos del { $level }
compare-differences = Diferencias
compare-table = Tabla
compare-csv = Descargar CSV
compare-missing = no es una opción
compare-what = Qué se compara
compare-forecast-of =
    { $n_count ->
        [one] pronóstico, { $n } encuestado simulado
       *[other] pronóstico, { $n } encuestados simulados
    }
compare-people-of =
    { $n_count ->
        [one] respuestas de { $n } persona
       *[other] respuestas de { $n } personas
    }
compare-fault-count = Se comparan de dos a seis informes.
compare-fault-twice = El informe { $name } aparece dos veces.
compare-fault-unknown = El informe { $name } no existe en esta cuenta.
compare-fault-unfinished = El informe { $name } no está terminado.
compare-fault-nothing-shared = El informe { $name } no comparte ni opciones ni escala con el informe { $first }, así que no hay nada que comparar.
compare-fault-other-measure = Solo uno de los informes { $name } y { $first } tiene porcentajes de quienes comprarían a cada precio, así que no se pueden comparar.
compare-fault-title = Estos informes no se pueden comparar
compare-hint = Marca de dos a seis informes terminados.
compare-pick = Comparar: { $question }
