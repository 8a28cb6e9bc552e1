# Dates.
month-1 = enero
month-2 = febrero
month-3 = marzo
month-4 = abril
month-5 = mayo
month-6 = junio
month-7 = julio
month-8 = agosto
month-9 = septiembre
month-10 = octubre
month-11 = noviembre
month-12 = diciembre
date = { $day } de { $month } de { $year }

# Public page: frame and byline.
page-own-back = Volver al espacio de trabajo
page-own-private = Solo tú puedes ver esta página.
page-own-published = Este informe está publicado. Esta es tu propia vista.
page-skip = Ir al informe
page-contents = Contenido
page-synthetic = Encuestados sintéticos
page-who = Público
page-when = Fecha
page-language = Idioma
page-byline-respondents = Encuestados
page-byline-count = { $n } simulados
page-made-with = Hecho con Canvass: informes de investigación con encuestados sintéticos, que dicen con franqueza cuánto se alejan de la gente.
page-not-people = No se preguntó a ninguna persona. Cada cifra de esta página es una simulación.
page-description = Encuestados simulados, no personas. { $headline }

# Public page: the choice.
page-chart-note = Las barras muestran el porcentaje de encuestados simulados que eligió cada opción; la línea fina es el intervalo de simulación del 95 %.
page-chart-note-lists = Las barras muestran el porcentaje estimado que tendría cada opción como favorita, según lo que los encuestados simulados escogieron como mejor y peor en listas cortas; la línea fina es el intervalo de simulación del 95 %.
page-table = Las cifras en una tabla
page-scale-of = Escala de { $min } ({ $min_label }) a { $max } ({ $max_label })

# Public page: segments, reasons, concerns.
page-heat-note = Cada celda es el porcentaje que eligió la opción; cuanto más oscura, mayor. No se muestran grupos de menos de 20 encuestados. Las diferencias entre grupos son la idea que el motor tiene de esas personas, no un hallazgo sobre ellas: pregunta a la gente antes de actuar por una diferencia.
page-heat-marked = Las filas marcadas se apartan del resto en su porcentaje de «{ $option }» más de lo que explicaría el azar.
page-heat-difference = La diferencia es la del porcentaje de «{ $option }»; los valores p están ajustados por el número de comparaciones.
page-heat-lists = Las celdas cuentan la elección final de cada encuestado; el gráfico se basa en todas las listas, y por eso sus porcentajes son otros. La diferencia ya descuenta el azar.
page-heat-columns = Solo tienen columna las { $n } opciones más elegidas; las descargas las incluyen todas.
page-base = Encuestados
page-everyone = Total
page-difference-points = Diferencia
page-by-option-note = Las columnas muestran cuántos de quienes eligieron una opción lo citan; las opciones elegidas por menos de 20 no tienen columna.
page-quote-by = { $name }, { $age }, { $country }
page-theme-share = { $n } de { $all } respuestas abiertas
page-more-themes = Más temas

# Public page: confidence and method.
page-checks = En qué se basa la confianza
page-checks-note = Cada comprobación fija un nivel máximo; decide el más bajo. Lo que vale una ventaja se deduce del historial del motor.
check-engine-agreement = Historial del motor con personas
page-points =
    { $points_count ->
        [one] { $points } punto
       *[other] { $points } puntos
    }
page-of-hundred = { $score } de 100
page-engine-and-model = Motor y modelo
page-filters = Filtros del público
page-filter-source-given = Según la descripción de quien encargó el informe.
page-sample = Muestra y población
page-sample-note = Los perfiles se extraen de datos de población y las respuestas se ponderan para que coincidan con ella. La última columna es la muestra ya ponderada.
page-sample-share = En la muestra
page-population-share = Ya ponderada
page-skill-measured = Este motor se puso a prueba con { $cases } preguntas de encuesta que personas reales habían contestado. Obtuvo { $skill }, donde 0 es suponer que todas las respuestas son igual de comunes y 100 es saber con exactitud lo que responde la gente. En preguntas de resultado poco conocido, que no puede haber recordado, obtuvo { $little }. Acertó la opción favorita de la gente en el { $accuracy } de los casos; al azar se acertaría en el { $chance }. Sus porcentajes se desviaron { $error } puntos porcentuales en promedio, y mucho más en algunas preguntas. Sus intervalos del 95 % son lo bastante anchos para abarcarlas: el { $coverage } contenía el porcentaje real. Su pronóstico dice tanto como preguntar a { $people } personas.
page-skill-guessing = Puesto a prueba con { $cases } preguntas de encuesta que personas reales habían contestado, este motor no acertó más que el azar. Lo que dice se combina con cómo suele responder la gente a listas como esta, y no es evidencia sobre el tema.
page-skill-unmeasured = Este motor nunca se ha puesto a prueba con personas reales. Nadie sabe cuánto se acerca a sus respuestas; solo por eso la confianza es baja.
page-own-studies =
    { $studies_count ->
        [one] En tu propio estudio: acierto { $skill }. Contestaron { $people } personas, después de hecho el pronóstico; 0 es adivinar y 100 es saber con exactitud lo que responden.
       *[other] En tus { $studies } estudios: acierto { $skill }. Contestaron { $people } personas, siempre después de hecho el pronóstico; 0 es adivinar y 100 es saber con exactitud lo que responden. Los pronósticos acertaron la opción favorita de la gente en el { $accuracy } de los estudios.
    }
page-lambda-explained = { $lambda }: cuánto se conserva de la respuesta del motor; el resto se reparte por igual entre todas las respuestas.
page-readings = Veces que se preguntó al motor
page-readings-explained =
    { $n_count ->
        [one] Una vez sobre todo el público, con las opciones en un orden y en el contrario; ambos se combinan
       *[other] { $n } veces sobre todo el público, con las opciones en otro orden y la pregunta hecha de otra forma; las respuestas se combinan
    }
page-forms-explained =
    { $n_count ->
        [one] { $n } orden de las opciones
       *[other] { $n } órdenes de las opciones, usados por turno
    }
page-questionnaire-note = Palabra por palabra, tal como se planteó a los encuestados simulados.
page-asked-all = Se preguntó a todos
page-asked-none = Queda para personas reales
page-asked-some = Se preguntó a { $n }; se usan { $used } respuestas
page-orders = Órdenes en que se mostraron las respuestas
page-orders-note = Los números remiten a las respuestas de la lista anterior.
page-same-answers = Las mismas respuestas que en la pregunta { $number }.
page-form = Formulario { $number }
page-model-hash = Archivo del modelo (SHA-256)
page-adapter = Entrenado con el adaptador
page-questionnaire-version = Versión del cuestionario
page-analysis-version = Versión del análisis

# Respondent explorer and downloads.
page-data = Datos
page-explore = Explorar los encuestados
page-explore-note = Lee el perfil y las respuestas de cada encuestado simulado, fíltralos y compara cualquier pregunta entre grupos.
page-voices-hidden = Quien encargó este informe no comparte lo que dijo cada encuestado.
page-respondents-hidden = Quien encargó este informe no comparte los encuestados uno por uno.
page-back = Volver al informe
page-explorer-title = Encuestados: { $title }
page-filter = Filtrar
page-filter-any = Cualquiera
page-apply = Aplicar
page-reset = Restablecer
page-cross = Comparar grupos
page-cross-question = Pregunta
page-cross-attribute = según
page-cross-none = Sin tabla
page-cross-note = Porcentajes ponderados dentro de cada grupo; la primera fila indica cuántos encuestados tiene. Los grupos pequeños dicen poco.
page-cross-mean = Promedio
page-matching =
    { $n_count ->
        [0] Ningún encuestado coincide
        [one] { $n } encuestado
       *[other] { $n } encuestados
    }
page-nobody = Nadie en esta muestra cumple estos filtros. Quita alguno para ver más.
page-of-pages = Página { $page } de { $pages }
page-previous = Anterior
page-next = Siguiente
page-best = Primera: { $option }
page-worst = Última: { $option }
page-no-answer = No se le preguntó

# Publication, as its owner sees it.
publication = Página pública
publication-on = Cualquiera que tenga el enlace puede leer este informe.
publication-off = Este informe ya no está publicado: solo tú puedes leerlo. Su antiguo enlace ya no funciona.
publication-private = Solo tú puedes leer este informe. Cuando lo publiques, podrá leerlo cualquiera que tenga el enlace.
publication-publish = Publicar
publication-unpublish = Dejar de publicar
publication-republish = Publicar con un enlace nuevo
publication-renew = Sustituir el enlace
publication-unpublish-explained = El enlace deja de funcionar de inmediato y para siempre: si vuelves a publicar el informe, tendrá otro. Tú podrás seguir leyéndolo aquí.
publication-unpublish-button = Dejar de publicarlo ahora
publication-renew-explained = El enlace anterior deja de funcionar de inmediato y para siempre, también para quienes lo recibieron de ti. El informe tendrá uno nuevo.
publication-renew-button = Sustituirlo ahora
publication-hide = Ocultar a cada encuestado
publication-show = Mostrar a cada encuestado
publication-hidden = Los lectores ven los resultados, pero no a cada encuestado.
publication-shown = Los lectores también pueden explorar y descargar las respuestas de cada encuestado.
publication-hidden-later = Cuando se publique, los lectores verán los resultados, pero no a cada encuestado.
publication-shown-later = Cuando se publique, los lectores también podrán explorar y descargar las respuestas de cada encuestado.
page-verdict = Veredicto
page-why = por qué
page-cards = Opción por opción
page-card-for = Lo citan más que el resto
page-card-against = Principal preocupación
page-card-who = Más elegida por
page-expected-loss = Pérdida promedio si la eliges
page-group-more = { $group }: { $share } a favor de «{ $option }», { $points } puntos más que el resto.
page-group-less = { $group }: { $share } a favor de «{ $option }», { $points } puntos menos que el resto.
page-groups-alike = Ningún grupo se aparta del resto más de lo que explicaría el azar.
page-few-voices = Menos de tres respuestas abiertas eran publicables, así que no se muestra ninguna.
page-fixed-reasons = Los motivos salen de una lista común a todas las preguntas de este tipo; el motor no propuso ninguno propio de este tema.
page-fixed-concerns = Salen de una lista común a todas las preguntas de este tipo; el motor no propuso nada propio de este tema.
page-no-voices = Este motor no escribe lo bastante bien como para hablar por los encuestados, así que no se cita a nadie. Pregúntales el porqué a personas reales: la pregunta está en el cuestionario.

# What a reader can take along, and the filters by answers.
page-save-chart = Guardar este gráfico:
page-copy = Copiar
page-copied = Copiado
page-copy-summary = Copiar el resumen
page-download-md = Descargar el resumen (Markdown)
page-filter-choice = Eligió
page-filter-comment = Comentario
page-filter-comment-yes = Escribió uno
page-matching-shown = { $n } de { $total } encuestados

# The sample, and the report in another language.
page-is-sample = Este informe es un ejemplo. Un modelo que funciona dentro de Canvass respondió por encuestados ficticios; no se preguntó a nadie.
page-is-sample-back = A la página de inicio
page-again-en = Hacer este informe en inglés
page-again-es = Hacer este informe en español
page-again-zh = Hacer este informe en chino

# More.
page-people-banner = { $n_count ->
    [one] Una persona y un pronóstico
   *[other] { $n } personas y un pronóstico
}
page-people-band = Respondieron personas reales y, además, se hizo un pronóstico con encuestados sintéticos. Cada cifra dice de dónde viene.
people-together =
    { $n_count ->
        [one] Es lo que dicen juntos el pronóstico y la respuesta de una persona.
       *[other] Es lo que dicen juntos el pronóstico y las respuestas de { $n } personas.
    }
people-leaning = «{ $option }» va por delante, pero aún la pueden alcanzar.
people-leaning-answer = «{ $option }» es la respuesta más probable, pero aún la pueden alcanzar.
people-open = Sigue habiendo empate técnico.
people-price-leaning = «{ $price }» es probablemente el que más ingresos deja.
people-price-open = Aún no se sabe qué precio deja más ingresos.
people-scale-open = Alrededor del { $top } respondería { $top_answers }; aún no se sabe si es más o menos de la mitad.
page-people-settled = Está decidido: más respuestas apenas cambiarían el resultado.
page-people-likelihood = Probabilidad de que la gente lo haga: { $mean } de { $steps } en promedio (intervalo del 95 %: de { $low } a { $high }); el { $top } da una de las dos notas más altas ({ $top_range }).
page-people-scale = En la escala: { $mean } de { $steps } en promedio (intervalo del 95 %: de { $low } a { $high }); el { $top } da una de las dos respuestas más altas ({ $top_range }).
page-people-forecast-alone = { $n_count ->
    [one] Aquí solo está el pronóstico. Lo que respondió una persona está en la página del informe.
   *[other] Aquí solo está el pronóstico. Lo que respondieron { $n } personas está en la página del informe.
}
page-people-as-one = Cada cifra reúne a las personas y el pronóstico en una sola estimación.
page-people-description = { $banner }. El pronóstico: { $headline }
page-people-forecast = Pronóstico
page-people-people = Personas
page-people-together = Juntos
page-people-below = A partir de aquí está el pronóstico tal como se hizo, antes de preguntar a nadie.
page-people-groups = Personas por grupo
page-people-group = Grupo
page-people-intervals = El rango del pronóstico es un intervalo de simulación. Los demás son intervalos del 95 % de lo que dirían las personas.
page-people-until-verdict = { $n_count ->
    [one] Con una respuesta más, el pronóstico y las personas darán un solo veredicto. Hasta entonces vale el del pronóstico.
   *[other] Con { $n } respuestas más, el pronóstico y las personas darán un solo veredicto. Hasta entonces vale el del pronóstico.
}
page-people-joint-description = { $banner }. { $headline }
page-people-forecast-part = El pronóstico, antes de preguntar a nadie
people-count = { $count } de { $all } (ponderado: { $share })
people-count-same = { $count } de { $all } ({ $share })
people-count-plain = { $count } de { $all }
page-people-weighted-why = Los porcentajes ponderados difieren del recuento porque las respuestas se ponderan por { $by }: los grupos con pocas respuestas cuentan más y los que tienen muchas, menos, para que las personas representen al público.
page-people-weighted-why-supplied = Los porcentajes ponderados difieren del recuento porque el archivo cargado da pesos distintos a sus respuestas.
page-people-weighted-why-lists = El porcentaje entre paréntesis difiere del recuento porque también usa lo que las personas eligieron en las listas cortas.
page-people-groups-note = Los grupos de cada tipo suman todas las personas que respondieron. Los porcentajes se muestran cuando al menos 20 personas del grupo eligieron.
page-people-not-stated = No consta
page-people-reasons = Por qué eligieron así
page-people-concerns = Qué preocupa a las personas
page-people-motives-note = { $n_count ->
    [one] Una persona respondió a esta pregunta. La cifra del pronóstico es el porcentaje de encuestados simulados.
   *[other] { $n } personas respondieron a esta pregunta. Las cifras del pronóstico son porcentajes de encuestados simulados.
}
page-people-comments = Lo que dijeron las personas
page-people-comments-how = { $n_count ->
    [one] Una persona escribió un comentario. Se cuenta en el primer motivo que marcó; no lo leyó ningún modelo. Lo que parece una dirección, un teléfono o un enlace se sustituye por •••.
   *[other] { $n } personas escribieron un comentario. Cada uno se cuenta en el primer motivo que marcó su autor; no los leyó ningún modelo. Lo que parece una dirección, un teléfono o un enlace se sustituye por •••.
}
page-people-comments-hidden = Quien encargó este informe no comparte los comentarios.
page-people-theme-other = Sin motivo de la lista
page-people-theme-count = { $n_count ->
    [one] Un comentario
   *[other] { $n } comentarios
}
page-people-how = Cómo se preguntó a las personas
page-people-asker = Quién preguntó
page-people-asker-unnamed = Sin nombre; se dijo que preguntaba alguien que usa Canvass
page-people-reached = Cómo se llegó a ellas
page-people-reached-link = { $n_count ->
    [one] Una persona por un enlace abierto a quien lo tuviera
   *[other] { $n } personas por un enlace abierto a quien lo tuviera
}
page-people-reached-once = { $n_count ->
    [one] Una persona por un enlace personal de un solo uso
   *[other] { $n } personas por enlaces personales de un solo uso
}
page-people-reached-file = { $n_count ->
    [one] Una persona de un archivo cargado; aquí no se sabe cómo se llegó a ella
   *[other] { $n } personas de archivos cargados; aquí no se sabe cómo se llegó a ellas
}
page-people-dates = Cuándo
page-people-dates-range = del { $first } al { $last }
page-people-counted = Respuestas contadas
page-people-eligibility = Pertenencia al público
page-people-weighting = Ponderación por
page-people-weighting-none = Sin ponderar
page-people-weighting-supplied = pesos del archivo cargado
page-people-design-effect = Efecto de diseño de los pesos
page-people-effective-size = Tamaño efectivo de la muestra
page-people-question-asked = Pregunta, literal
page-people-options-asked = Opciones, literales
page-people-assumption = Los intervalos suponen que las personas respondieron como lo habrían hecho otras parecidas a las que no se preguntó. Quienes deciden participar pueden ser distintos, y ponderar no lo corrige del todo.
page-people-more = Preguntar a { $people } personas más lo decidiría: { $odds }.
page-people-more-to-prove = Las respuestas por sí solas aún no lo demuestran; bastaría con { $people } personas más: { $odds }.
page-people-unfinished = { $n_count ->
    [one] Una persona empezó y no terminó; su respuesta no se cuenta.
   *[other] { $n } personas empezaron y no terminaron; sus respuestas no se cuentan.
}
page-people-flagged = { $n_count ->
    [one] Una respuesta parece de un bot. No se cuenta hasta que el dueño del informe la acepte.
   *[other] { $n } respuestas parecen de un bot. No se cuentan hasta que el dueño del informe las acepte.
}
page-people-screened-out = { $n_count ->
    [one] Una persona no pertenece al público y no se cuenta.
   *[other] { $n } personas no pertenecen al público y no se cuentan.
}
page-people-eligibility-unknown = { $n_count ->
    [one] De una persona no se sabe si pertenece al público.
   *[other] De { $n } personas no se sabe si pertenecen al público.
}
people-unsettled-eligibility = Queda sin decidir mientras falte tanto por saber: de { $n } de { $people } personas, más de una décima parte, no se sabe si pertenecen al público.
people-unsettled-bound = Queda sin decidir mientras unas pocas personas representen a muchas: quienes respondieron se parecen tan poco al público que la ponderación no basta para corregirlo.
people-unsettled-missing = Queda sin decidir mientras falten grupos del público: { $groups }.
people-missing-age-band = { $n_count ->
    [0] todavía nadie de { $value } años
    [one] solo una persona de { $value } años
   *[other] solo { $n } personas de { $value } años
}
people-missing-sex-female = { $n_count ->
    [0] todavía ninguna mujer
    [one] solo una mujer
   *[other] solo { $n } mujeres
}
people-missing-sex-male = { $n_count ->
    [0] todavía ningún hombre
    [one] solo un hombre
   *[other] solo { $n } hombres
}
people-missing-country = { $n_count ->
    [0] todavía nadie de { $value }
    [one] solo una persona de { $value }
   *[other] solo { $n } personas de { $value }
}
people-missing-more = { $n_count ->
    [one] y un grupo más
   *[other] y { $n } grupos más
}
survey-title = Una encuesta breve
survey-asked-by = Pregunta: { $asker }.
survey-asked-by-somebody = Pregunta alguien que usa Canvass.
survey-why = Sus respuestas se comparan con un pronóstico para saber cuánto se acercó. Lleva menos de dos minutos.
survey-anonymous = Sus respuestas son anónimas. No se guarda ningún nombre, correo ni dirección de red: solo lo que responde y cuándo. Una cookie exclusiva de esta encuesta permite una respuesta por navegador.
survey-quoted = Lo que escriba con sus palabras puede citarse en un informe, sin direcciones ni teléfonos. Por favor, no nombre a nadie.
survey-kept-days = Lo que responda se borra a los { $days } días, o antes si lo borra quien pregunta.
survey-kept-until-deleted = Lo que responda se guarda hasta que lo borre quien pregunta.
survey-start = Empezar
survey-next = Siguiente
survey-finish = Terminar
survey-skip = Omitir
survey-back = Atrás
survey-place = { $n } de { $of }
survey-best = Primera opción
survey-worst = Última opción
survey-rather-not = Prefiero no decirlo
survey-age = ¿Cuántos años tiene?
survey-sex = ¿Cuál es su sexo?
survey-country = ¿En qué país vive?
survey-condition = ¿Le describe esto: «{ $words }»?
survey-yes = Sí
survey-no = No
survey-screened-out = Gracias por su interés
survey-screened-out-explained = Esta encuesta se dirige a un grupo concreto de personas y, según sus respuestas, esta vez usted no forma parte de él. Solo se cuenta que a alguien no se le preguntó. Ya puede cerrar esta página.
survey-problem-missing = Elija una respuesta, por favor.
survey-problem-same = La primera y la última opción no pueden ser la misma.
survey-problem-too-many = Elija dos como máximo, por favor.
survey-problem-too-long = Escriba 1000 caracteres como máximo, por favor.
survey-problem-unknown = Esa respuesta no está en la lista. Elija otra vez, por favor.
survey-thanks = Muchas gracias
survey-thanks-explained = Sus respuestas están guardadas. Ya puede cerrar esta página.
survey-closed = Esta encuesta está cerrada
survey-closed-explained = Ya no admite respuestas. Gracias por venir.
survey-ended = Esta encuesta ha terminado
survey-ended-explained = Su último día ya pasó. Gracias por venir.
survey-full = Ya respondieron suficientes personas
survey-full-explained = Esta encuesta tiene todas las respuestas que pedía. Gracias por venir.
survey-link-used = Este enlace ya se usó
survey-link-used-explained = Cada enlace de esta encuesta funciona una sola vez. Pida otro a quien se lo envió.
survey-crowded = Hay demasiada gente en este momento
survey-crowded-explained = Esta encuesta no puede recibir a más personas por ahora. Vuelva a intentarlo dentro de una hora.
survey-elsewhere = Esa respuesta venía de otro sitio
survey-elsewhere-explained = Abra el enlace de la encuesta y responda allí. No se guardó nada.
survey-too-fast = Demasiadas a la vez
survey-too-fast-explained = Llegan muchas respuestas desde su red. Espere un momento, vuelva atrás y envíe la suya otra vez.
upload-empty = No contiene a nadie.
upload-too-many = Contiene más de 10 000 personas.
upload-broken = Esta línea no se puede leer como CSV.
upload-no-array = Debe ser una lista JSON de personas.
upload-no-person = Debe ser una opción o un objeto con choice.
upload-unknown-field = Hay un campo que no es choice, age, sex, country, weight, comment ni eligible.
upload-no-value = Debe ser un texto o un número.
upload-no-choice-column = Ninguna columna contiene las opciones del informe. Indique cuál es la elección.
upload-no-choice = Falta la elección.
upload-unknown-choice = No es ninguna de las opciones del informe.
upload-age = La edad debe estar entre 1 y 120, o ser 18-29, 30-44, 45-64 o 65+.
upload-sex = El sexo debe ser mujer u hombre, o quedar vacío.
upload-country = Ningún país tiene este código o nombre.
upload-weight = «{ $cell }» no es un peso: debe ser un número entre 0,001 y 1000.
upload-comment = El comentario tiene más de 2000 caracteres.
upload-cell = «{ $cell }»: { $why }
upload-no-column = No hay ninguna columna con este nombre.
upload-eligible = Si la persona pertenece al público debe ser sí o no, o quedar vacío.
page-card-against-answer = Lo que más les hace dudar
page-card-few =
    { $n_count ->
        [0] No la eligió nadie.
        [one] La eligió un solo encuestado: muy poco para dar motivos y preocupaciones.
       *[other] La eligieron { $n } encuestados: muy pocos para dar motivos y preocupaciones.
    }
page-card-who-answer = Más común entre
page-acceptance-belief = ¿Está aquí la respuesta correcta?
page-acceptance-pricing = ¿Comprarían a alguno de estos precios?
page-likelihood-naming = Qué tan fácil sería recordarlo
page-likelihood-pricing = Qué probable es que compren
page-likelihood-answer = Firmeza de la respuesta
page-risks-answer = Dudas citadas
page-risk-answer = Duda
page-risks-scale = Qué podría cambiar su respuesta
page-risk-scale = Qué podría cambiarla
page-card-against-scale = Lo que más podría cambiar su respuesta
page-drivers-note-plain = Lo que las respuestas simuladas dan como motivo; no demuestra qué mueve a la gente.
check-lead-scale = Distancia a la mitad
check-lead-pricing = Ventaja en ingresos
