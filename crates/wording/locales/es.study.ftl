# Estudios: una pregunta repetida en oleadas, y lo que después se preguntó a sus encuestados.
study-title = Estudio
study-open = Todas las oleadas y preguntas de seguimiento
study-waves = Oleadas
study-wave = Oleada { $n }
study-again = Volver a preguntar
study-again-explained =
    { $n_count ->
        [one] { $n } encuestado nuevo responde a la misma pregunta, como siguiente oleada de su estudio. El motor en uso es { $engine }. Cuesta { $credits }.
       *[other] { $n } encuestados nuevos responden a la misma pregunta, como siguiente oleada de su estudio. El motor en uso es { $engine }. Cuesta { $credits }.
    }
study-again-same-engine = Si es el motor de la oleada anterior, cualquier diferencia es azar. Otro motor o las personas reales pueden decir más.
study-error-wave = La pregunta de este informe no se puede repetir. Elige un informe tuyo ya terminado que no sea una pregunta de seguimiento.
study-older =
    { $n_count ->
        [one] { $n } oleada anterior no se compara aquí; solo las últimas.
       *[other] { $n } oleadas anteriores no se comparan aquí; solo las últimas.
    }
study-chart = Porcentajes por oleada, con intervalos del { $level }
study-chart-note = Los números de abajo son las oleadas, a la misma distancia sea cual sea su fecha. Los pronósticos son de encuestados simulados.
study-key-forecast = Pronóstico
study-key-people = Respuestas de personas
study-answered = respuestas del { $first }
study-answered-between = respuestas del { $first } al { $last }
study-follow-ups = Preguntas de seguimiento a los mismos encuestados
