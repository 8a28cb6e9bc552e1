# Lo que la línea de órdenes dice de un informe: avance, resumen y archivos.
terminal-opening = Iniciando el motor
terminal-queued = En espera de turno
terminal-waiting-for-engine = En espera del motor, que no responde
terminal-designing = Preparando el cuestionario
terminal-asking = Simulando las respuestas
terminal-analysing = Analizando las respuestas
terminal-done = { $percent } completado
terminal-left = tiempo restante: { $time } aprox.
terminal-seconds = { $n } s
terminal-minutes = { $n } min
terminal-resumed = Se retoma una ejecución anterior, completada al { $percent }.
terminal-stopped = Detenido. Lo respondido se conserva en { $folder }; el mismo comando continúa desde ahí.
terminal-failed = No hay informe: { $reason }
terminal-kept = Lo respondido se conserva en { $folder }; el mismo comando continúa desde ahí.
terminal-edited = Tu redacción se edita antes de preguntar:
terminal-edited-text = { $name }: { $text }
terminal-as-is = Para preguntar exactamente como lo escribiste, añade --as-is.

terminal-asked =
    { $n_count ->
        [one] { $n } encuestado simulado
       *[other] { $n } encuestados simulados
    }
terminal-engine = motor: { $engine }
terminal-legend = porcentaje
terminal-legend-price = compraría
terminal-legend-interval = intervalo de simulación del { $level }
terminal-none-share = El { $share } no se quedaría con ninguna opción
terminal-confidence = Confianza: { $level }
terminal-level-low = baja
terminal-level-medium = media
terminal-level-high = alta
terminal-skill = Puesto a prueba { $scope } (hechas { $asked_in }): sus pronósticos se equivocaron un { $skill } menos que el azar. Acierta la opción favorita de la gente en el { $right } de los casos; al azar sería en el { $chance }.
terminal-skill-none = Acierto medido: ninguno. Este motor nunca se ha puesto a prueba con encuestas a personas reales.
terminal-skill-none-price = Acierto medido en precios: ninguno. En cuestión de precios, este motor nunca se ha puesto a prueba con encuestas a personas reales.
terminal-skill-guessing = Acierto medido: ninguno. Puesto a prueba con encuestas a personas reales, este motor no acertó más que el azar { $scope }.
terminal-own-studies =
    { $studies_count ->
        [one] En el estudio de esta cuenta: acierto { $skill }.
       *[other] En los { $studies } estudios de esta cuenta: acierto { $skill }.
    }
terminal-segments = Los grupos que más se apartan
terminal-segments-none = Ningún grupo se aparta claramente del resto.
terminal-segment = { $attribute }: { $value }
terminal-segment-finding = { $option }: { $share } en este grupo, { $others } en el resto
terminal-by-chance = podría deberse al azar
terminal-drivers = Motivos citados
terminal-risks = Preocupaciones citadas
terminal-quote = Con sus palabras
terminal-recommendation = Recomendación
terminal-notice = Simulado: no se preguntó a nadie
terminal-files = Archivos
terminal-none-share-answer = El { $share } diría que ninguna es correcta
terminal-none-share-pricing = El { $share } no compraría a ninguno de estos precios
terminal-cross-table-marked = * se aparta del resto más que el error habitual de este motor en las diferencias entre grupos
