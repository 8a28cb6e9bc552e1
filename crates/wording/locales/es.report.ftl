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
page-own-private = Solo usted puede ver esta página.
page-own-published = Este informe está publicado; esta es la página tal como la ve usted.
page-skip = Ir al informe
page-contents = Contenido
page-synthetic = Encuestados sintéticos
page-who = A quién se preguntó
page-when = Fecha
page-language = Idioma
page-byline-respondents = Encuestados
page-byline-count = { $n } simulados
page-made-with = Hecho con Canvass: informes de investigación con encuestados sintéticos, honestos sobre cuánto distan de las personas.
page-not-people = No se preguntó a ninguna persona. Todas las cifras de esta página son una simulación.
page-description = { $headline }. Encuestados simulados, no personas.

# Public page: the choice.
page-chart-note = Las barras muestran la proporción de encuestados simulados que eligió cada opción; la línea fina es el intervalo de simulación del 95 %.
page-chart-note-lists = Las barras muestran la proporción estimada de primeras elecciones de cada opción, según lo que los encuestados simulados pusieron en primer y en último lugar en listas breves; la línea fina es el intervalo de simulación del 95 %.
page-table = Las cifras en una tabla
page-scale-of = Escala de { $min } ({ $min_label }) a { $max } ({ $max_label })

# Public page: segments, reasons, concerns.
page-heat-note = Proporción que elige cada opción; cuanto más oscuro, mayor. Las filas marcadas se diferencian del resto en su proporción de «{ $option }» más de lo que explicaría el azar. No se muestran grupos de menos de 20 encuestados, y los valores p están ajustados por el número de comparaciones. Las diferencias entre grupos reflejan la idea que el motor tiene de esas personas y no son un hallazgo sobre ellas: pregunte a personas reales antes de actuar en función de una diferencia.
page-heat-columns = Solo tienen columna las { $n } opciones más elegidas; las descargas las contienen todas.
page-base = Base
page-everyone = Todos
page-difference-points = Diferencia
page-by-option-note = Las columnas muestran cuántos de quienes eligieron una opción lo mencionan; las opciones elegidas por menos de 20 no tienen columna.
page-quote-by = { $name }, { $age }, { $country }
page-theme-share = { $share } de las respuestas abiertas ({ $n })
page-more-themes = Más temas

# Public page: confidence and method.
page-checks = En qué se basa la confianza
page-checks-note = Cada comprobación fija un nivel máximo; decide el más bajo. Lo que vale una ventaja se deduce del historial del motor en el idioma de este informe.
check-engine-agreement = Historial del motor frente a personas
page-points = { $points } puntos
page-engine-and-model = Motor y modelo
page-filters = Filtros de la audiencia
page-filter-source-given = Según la descripción de quien encargó el informe.
page-sample = La muestra frente a la población
page-sample-note = Los perfiles se extraen de datos de población y las respuestas se ponderan según los márgenes de esta; la última columna muestra en qué convierten los pesos a la muestra.
page-sample-share = En la muestra
page-population-share = Ponderado a la población
page-skill-measured = Comparado con las respuestas de personas reales a { $cases } preguntas de encuesta, este motor obtuvo { $skill } en una escala en la que 0 equivale a suponer que todas las respuestas son igual de frecuentes y 100, a acertar exactamente las de la gente; en las preguntas de resultado poco conocido, que por tanto no puede recordar, obtuvo { $little }. Su primera opción coincidió con la de la gente en el { $accuracy } de los casos, cuando una elección al azar acertaría en el { $chance }. Los porcentajes se desviaron { $error } puntos porcentuales de media, y el { $coverage } de sus intervalos del 95 % contenía el porcentaje real. Sus respuestas cuentan como las de { $people } personas.
page-skill-guessing = Comparado con { $cases } preguntas que personas reales habían contestado en encuestas, este motor no acertó más que el azar. Lo que dice se combina con cómo suele responder la gente a listas como esta, y no es una prueba sobre el tema.
page-skill-unmeasured = Este motor nunca se ha comparado con respuestas de personas reales. No se sabe cuánto se acerca a ellas, y ya solo por eso la confianza es baja.
page-lambda-explained = { $lambda }: la parte de la respuesta del motor que se conserva; el resto se reparte por igual entre todas las respuestas.
page-readings = Lecturas del motor
page-readings-explained =
    { $n_count ->
        [one] { $n } lectura del público en conjunto, que reúne varios órdenes de las opciones y formas de preguntar
       *[other] { $n } lecturas del público en conjunto, con otros órdenes de las opciones y otra forma de preguntar, combinadas
    }
page-forms-explained =
    { $n_count ->
        [one] { $n } orden de las opciones
       *[other] { $n } órdenes de las opciones, repartidos por turno
    }
page-questionnaire-note = Palabra por palabra, tal como se planteó a los encuestados simulados.
page-asked-all = Se preguntó a todos
page-asked-some = Se preguntó a { $n }
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
page-explore-note = Lea el perfil y las respuestas de cada encuestado simulado, fíltrelos y cruce cualquier pregunta con cualquier atributo.
page-voices-hidden = El propietario de este informe no comparte lo que dijo cada encuestado.
page-respondents-hidden = El propietario de este informe no comparte los encuestados individuales.
page-back = Volver al informe
page-explorer-title = Encuestados: { $title }
page-filter = Filtrar
page-filter-any = Cualquiera
page-apply = Aplicar
page-reset = Restablecer
page-cross = Tabla cruzada
page-cross-question = Pregunta
page-cross-attribute = según
page-cross-none = Sin tabla
page-cross-note = Proporciones ponderadas dentro de cada grupo; la primera fila indica cuántos encuestados tiene. Los grupos pequeños dicen poco.
page-cross-mean = Media
page-matching =
    { $n_count ->
        [0] Ningún encuestado coincide
        [one] { $n } encuestado
       *[other] { $n } encuestados
    }
page-nobody = Nadie en esta muestra cumple estos filtros. Quite alguno para ver más.
page-of-pages = Página { $page } de { $pages }
page-previous = Anterior
page-next = Siguiente
page-best = Primera: { $option }
page-worst = Última: { $option }
page-no-answer = No se le preguntó

# Publication, as its owner sees it.
publication = Página pública
publication-on = Cualquiera que tenga el enlace puede leer este informe.
publication-off = Este informe ya no está publicado: solo usted puede leerlo. Su antiguo enlace muestra la misma página que una dirección que nunca existió.
publication-private = Solo usted puede leer este informe. Cuando lo publique, podrá leerlo cualquiera que tenga el enlace.
publication-publish = Publicar
publication-unpublish = Dejar de publicar
publication-republish = Publicar con un enlace nuevo
publication-renew = Sustituir el enlace
publication-unpublish-explained = El enlace deja de funcionar de inmediato y para siempre: si vuelve a publicar el informe, tendrá otro. Usted podrá seguir leyéndolo aquí.
publication-unpublish-button = Dejar de publicarlo ahora
publication-renew-explained = El enlace anterior deja de funcionar de inmediato, también para quienes lo recibieron de usted, y no volverá a funcionar. El informe se publica con un enlace nuevo.
publication-renew-button = Sustituirlo ahora
publication-hide = Ocultar los encuestados individuales
publication-show = Compartir los encuestados individuales
publication-hidden = Los lectores ven los resultados, no los encuestados individuales.
publication-shown = Los lectores también pueden explorar y descargar los encuestados individuales.
publication-hidden-later = Cuando se publique, los lectores verán los resultados, no los encuestados individuales.
publication-shown-later = Cuando se publique, los lectores también podrán explorar y descargar los encuestados individuales.
page-verdict = Veredicto
page-why = por qué
page-cards = Opción por opción
page-card-for = Lo que distingue a quienes la eligen
page-card-against = Reparo que resolver
page-card-who = Más a favor
page-expected-loss = Pérdida media
page-group-more = { $group }: { $share } a favor de «{ $option }», { $points } puntos más que el resto.
page-group-less = { $group }: { $share } a favor de «{ $option }», { $points } puntos menos que el resto.
page-groups-alike = Ningún grupo se aparta del resto más de lo que explicaría el azar.
page-few-voices = Menos de tres encuestados dieron respuestas publicables, así que no se muestra ninguna.

# Personas reales junto a un pronóstico.
page-people-banner = { $n_count ->
    [one] Una persona y un pronóstico
   *[other] { $n } personas y un pronóstico
}
page-people-band = Respondieron personas reales y, además, se hizo un pronóstico con encuestados sintéticos. Cada cifra dice de dónde viene.
page-people-first = Con el pronóstico y las personas juntos, { $option } va en primer lugar por ahora.
page-people-settled = Con el pronóstico y las personas juntos, { $option } queda en primer lugar, y más respuestas apenas lo cambiarían.
page-people-forecast = Pronóstico
page-people-people = Personas
page-people-together = Juntos
page-people-groups = Personas por grupo
page-people-group = Grupo
page-people-intervals = El rango del pronóstico es un intervalo de simulación. Los demás son intervalos del 95 % de lo que dirían las personas.
page-people-more = { $n_count ->
    [one] Una persona más lo decidiría.
   *[other] Unas { $n } personas más lo decidirían.
}
page-people-unfinished = { $n_count ->
    [one] Una persona lo dejó a medias; cuenta lo que respondió.
   *[other] { $n } personas lo dejaron a medias; cuenta lo que respondieron.
}
page-people-flagged = { $n_count ->
    [one] Una respuesta parece de un programa. Cuenta hasta que su propietario la borre.
   *[other] { $n } respuestas parecen de un programa. Cuentan hasta que su propietario las borre.
}

# Una encuesta como la ve una persona.
survey-title = Una encuesta breve
survey-asked-by = Pregunta: { $asker }.
survey-asked-by-somebody = Pregunta alguien que usa Canvass.
survey-why = Sus respuestas se comparan con un pronóstico para saber cuánto se acercó. Lleva menos de dos minutos.
survey-anonymous = Sus respuestas son anónimas. No se guarda ningún nombre, correo ni dirección de red: solo lo que responde y cuándo. Una cookie exclusiva de esta encuesta permite una respuesta por navegador.
survey-kept-days = Lo que responda se borra a los { $days } días, o antes si lo borra quien pregunta.
survey-kept-until-deleted = Lo que responda se guarda hasta que lo borre quien pregunta.
survey-start = Empezar
survey-next = Siguiente
survey-skip = Omitir
survey-back = Atrás
survey-place = { $n } de { $of }
survey-best = Primera opción
survey-worst = Última opción
survey-rather-not = Prefiero no decirlo
survey-age = ¿Cuántos años tiene?
survey-sex = ¿Cuál es su sexo?
survey-country = ¿En qué país vive?
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
survey-too-fast = Demasiadas a la vez
survey-too-fast-explained = Llegan muchas respuestas desde su red. Espere un momento, vuelva atrás y envíe la suya otra vez.

# Archivos con respuestas de personas.
upload-empty = No contiene a nadie.
upload-too-many = Contiene más de 10 000 personas.
upload-broken = Esta línea no se puede leer como CSV.
upload-no-array = Debe ser una lista JSON de personas.
upload-no-person = Debe ser una opción o un objeto con choice.
upload-unknown-field = Hay un campo que no es choice, age, sex, country, weight ni comment.
upload-no-value = Debe ser un texto o un número.
upload-no-choice-column = Ninguna columna se llama opción, y la primera línea no es ninguna de las opciones.
upload-no-choice = Falta la elección.
upload-unknown-choice = No es ninguna de las opciones del informe.
upload-age = La edad debe estar entre 1 y 120, o ser 18-29, 30-44, 45-64 o 65+.
upload-sex = El sexo debe ser mujer u hombre, o quedar vacío.
upload-country = Ningún país tiene este código o nombre.
upload-weight = El peso debe ser mayor que 0 y como máximo 100.
upload-comment = El comentario tiene más de 2000 caracteres.
