# Lo que la línea de órdenes dice de un informe: avance, resumen y archivos.
terminal-opening = Abriendo el motor
terminal-queued = A la espera de su turno
terminal-waiting-for-engine = A la espera del motor, que no responde
terminal-designing = Preparando el cuestionario
terminal-asking = Preguntando a las personas
terminal-analysing = Analizando las respuestas
terminal-respondents = { $done } de { $total } personas
terminal-left = faltan unos { $time }
terminal-seconds = { $n } s
terminal-minutes = { $n } min
terminal-resumed =
    { $n_count ->
        [one] Se retoma una ejecución anterior: ya ha respondido { $n } de { $total } personas.
       *[other] Se retoma una ejecución anterior: ya han respondido { $n } de { $total } personas.
    }
terminal-stopped = Detenido. Lo respondido se conserva en { $folder }; la misma orden continúa desde ahí.
terminal-failed = No hay informe: { $reason }
terminal-kept = Lo respondido se conserva en { $folder }; la misma orden continúa desde ahí.

terminal-asked =
    { $n_count ->
        [one] { $n } persona simulada
       *[other] { $n } personas simuladas
    }
terminal-engine = motor: { $engine }
terminal-legend = porcentaje
terminal-legend-interval = intervalo de simulación del 95 %
terminal-none-share = El { $share } preferiría no quedarse con ninguna
terminal-confidence = Confianza: { $level }
terminal-level-low = baja
terminal-level-medium = media
terminal-level-high = alta
terminal-skill = Acierto medido: { $skill } sobre 100 frente a encuestas a personas reales, donde 0 equivale a adivinar. Da con la opción favorita de la gente en el { $right } de los casos; por azar sería el { $chance }.
terminal-skill-none = Acierto medido: ninguno. Este motor nunca se ha comparado con encuestas a personas reales.
terminal-skill-guessing = Acierto medido: ninguno. Frente a encuestas a personas reales, este motor no acertó más que el azar.
terminal-segments = Los grupos que más se apartan
terminal-segments-none = Ningún grupo se aparta claramente de los demás.
terminal-segment = { $attribute }: { $value }
terminal-segment-finding = { $option } { $share } en este grupo; { $points } frente al resto, descontado el ruido
terminal-points = { $points } puntos
terminal-by-chance = puede ser azar
terminal-drivers = Motivos citados
terminal-risks = Preocupaciones citadas
terminal-quote = En sus palabras
terminal-speaker = { $name }, { $age } años
terminal-recommendation = Recomendación
terminal-notice = Simulado, no preguntado
terminal-files = Archivos
