# Public page: frame and byline.
page-own-back = Volver al espacio de trabajo
page-own-private = Solo tú puedes ver esta página.
page-own-published = Este informe está publicado. Esta es la vista de quien lo creó.
page-skip = Ir al informe
page-contents = Contenido
page-synthetic = Encuestados sintéticos
page-who = Público
page-language = Idioma
page-made-with = Hecho con Canvass: informes de investigación con encuestados sintéticos, que dicen con claridad cuánto pueden alejarse de lo que respondería la gente.
page-not-people = No se preguntó a ninguna persona. Cada cifra de esta página es una simulación.
page-description = Encuestados simulados, no personas. { $headline }

# Public page: the choice.
page-chart-note = Las barras muestran el porcentaje de encuestados simulados que eligió cada opción; la línea fina es el intervalo de simulación del { $level }.
page-chart-note-lists = Las barras muestran qué porcentaje tendría cada opción como favorita, según las que los encuestados simulados eligieron como mejor y peor en listas cortas; la línea fina es el intervalo de simulación del { $level }.
page-table = Las cifras en una tabla
page-scale-of = Escala de { $min } ({ $min_label }) a { $max } ({ $max_label })

# Public page: segments, reasons, concerns.
page-heat-note = Cada celda es el porcentaje que eligió la opción; cuanto más oscura, mayor. No se muestran grupos de menos de 20 encuestados. Las diferencias entre grupos reflejan la idea que el motor tiene de esas personas; no son un hallazgo. Antes de basar una decisión en una de ellas, conviene preguntar a la gente.
page-heat-marked = Las filas marcadas se apartan del resto en su porcentaje de { $figure } más de lo que explicaría el azar.
page-heat-difference = «El resto» es el porcentaje de { $figure } fuera del grupo, y «Diferencia», los puntos en que el grupo lo supera o queda por debajo; los valores p están ajustados por el número de comparaciones.
page-heat-lists = Las celdas cuentan la elección final de cada encuestado; el gráfico se basa en todas las listas, y por eso sus porcentajes no coinciden con estos.
page-heat-columns = Solo tienen columna las { $n } opciones más elegidas; las descargas las incluyen todas.
page-base = Encuestados
page-everyone = Total
page-everyone-else = El resto
page-difference-points = Diferencia
page-by-option-note = Las columnas muestran qué porcentaje de quienes eligieron cada opción cita ese motivo; las opciones elegidas por menos de 20 encuestados no tienen columna.
page-quote-by = { $name }, { $age } años, { $place }
page-theme-share = { $n } de { $all } respuestas abiertas
page-more-themes = Más temas

# Public page: confidence and method.
page-checks = En qué se basa la confianza
page-checks-note = Cada comprobación pone un tope a la confianza; cuenta el más bajo. El acierto del motor es el más bajo de dos: el que tuvo en preguntas de resultado poco conocido y el que tuvo en las de este tipo. Cuánto pesa una ventaja depende del historial del motor, si lo hay.
check-engine-agreement = Historial del motor frente a personas reales
page-points =
    { $points_count ->
        [one] { $points } punto
       *[other] { $points } puntos
    }
page-of-hundred = { $score } menos de error que al azar
page-engine-and-model = Motor y modelo
page-filters = Filtros del público
page-filter-source-given = Según la descripción de quien encargó el informe.
page-sample = Muestra y población
page-sample-note = Los perfiles se extraen de datos de población y las respuestas se ponderan para que la muestra se parezca a la población. La última columna es la muestra ya ponderada.
page-sample-share = En la muestra
page-population-share = Ya ponderada
page-skill-measured = Se puso a prueba { $scope }: en { $cases } preguntas hechas { $asked_in } de resultado conocido, sus pronósticos se equivocaron un { $skill } menos que el azar. Acertó la opción favorita de la gente en el { $accuracy } de ellas; al azar se acertaría en el { $chance }.
page-skill-overall = En preguntas de encuesta de todo tipo hechas { $asked_in } ({ $cases }, sobre opiniones, hábitos y elecciones), sus porcentajes se desviaron { $error } puntos porcentuales en promedio, y mucho más en algunas.
page-skill-coverage = Sus intervalos del { $level } ya cuentan con ese error: en preguntas hechas { $asked_in }, el { $coverage } de ellos contenía el porcentaje real.
page-skill-little = En las preguntas de resultado poco conocido, que no pudo haber memorizado, se equivocaron un { $little } menos que el azar.
page-skill-score-little = Cuentan solo las preguntas de resultado poco conocido, que difícilmente pudo memorizar.
page-skill-guessing = Se puso a prueba con { $cases } preguntas de encuesta hechas { $asked_in } que personas reales habían contestado, y lo que acertó { $scope } puede deberse a la casualidad. Su pronóstico se combina con la forma en que la gente suele responder a preguntas como esta.
page-skill-unmeasured = Ninguno. No se sabe cuánto se acerca este motor a lo que respondería la gente, y eso ya basta para que la confianza sea baja.
page-own-studies =
    { $studies_count ->
        [one] En el estudio de esta cuenta: acierto { $skill }. Contestaron { $people } personas, después de hecho el pronóstico; 0 es responder al azar y 100 es saber con exactitud lo que responden.
       *[other] En los { $studies } estudios de esta cuenta: acierto { $skill }. Contestaron { $people } personas, siempre después de hecho el pronóstico; 0 es responder al azar y 100 es saber con exactitud lo que responden. Los pronósticos acertaron la opción favorita de la gente en el { $accuracy } de los estudios.
    }
page-lambda-explained = { $lambda }: cuánto se conserva de la respuesta del motor; el resto se reparte por igual entre todas las respuestas.
page-how =
    { $n_count ->
        [one] Para el pronóstico no se entrevistó a nadie ni se preguntó encuestado por encuestado. Al motor se le preguntó una vez por el público entero, con las opciones en un orden y en el contrario: ¿qué porcentaje daría cada respuesta? De ese pronóstico y de los datos de población se extrajeron { $respondents } encuestados, para poder comparar grupos. Con más encuestados el pronóstico no sería mejor.
       *[other] Para el pronóstico no se entrevistó a nadie ni se preguntó encuestado por encuestado. Al motor se le preguntó { $n } veces por el público entero, cambiando el orden de las opciones y la forma de preguntar: ¿qué porcentaje daría cada respuesta? De ese pronóstico y de los datos de población se extrajeron { $respondents } encuestados, para poder comparar grupos. Con más encuestados el pronóstico no sería mejor.
    }
page-forms-explained =
    { $n_count ->
        [one] { $n } orden, el mismo para todos
       *[other] { $n } órdenes distintos, usados por turnos
    }
page-questionnaire-note = Las preguntas, tal como se plantean a las personas. Las respuestas simuladas son a estas mismas preguntas.
page-asked-all = Todos los encuestados simulados
page-asked-none = Solo para personas reales
page-asked-some = Encuestados simulados: { $n }; respuestas utilizadas: { $used }
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
page-explore-note = El perfil y las respuestas de cada encuestado simulado, con filtros y una tabla que compara los grupos en cualquier pregunta.
page-voices-hidden = Quien encargó este informe no comparte lo que dijo cada encuestado.
page-respondents-hidden = Quien encargó este informe no comparte los datos de cada encuestado.
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
page-nobody = Nadie en esta muestra cumple estos filtros. Con menos filtros habrá más personas.
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
publication-hide = Ocultar las respuestas individuales
publication-show = Mostrar las respuestas individuales
publication-hidden = Quien lo lea verá los resultados, pero no las respuestas individuales.
publication-shown = Quien lo lea podrá también explorar y descargar las respuestas individuales.
publication-hidden-later = Cuando se publique, quien lo lea verá los resultados, pero no las respuestas individuales.
publication-shown-later = Cuando se publique, quien lo lea podrá también explorar y descargar las respuestas individuales.
page-verdict = Veredicto
page-cards-few = A cada opción la eligieron menos de { $n } encuestados: muy pocos para dar porcentajes de motivos y preocupaciones por opción.
page-cards = Opción por opción
page-cards-answer = Respuesta por respuesta
page-card-for = Motivos que citan más que el resto
page-card-against = Principal preocupación
page-card-who = Más elegida por
page-card-compared = { $share }, frente al { $others } del resto
page-expected-loss = Distancia promedio a la favorita
page-group-more = Entre { $group }, el { $share } eligió «{ $option }», frente al { $others } del resto: { $points } más.
page-group-more-scale = Entre { $group }, el { $share } respondería { $option }, frente al { $others } del resto: { $points } más.
page-group-more-answer = Entre { $group }, el { $share } respondió «{ $option }», frente al { $others } del resto: { $points } más.
page-group-less = Entre { $group }, el { $share } eligió «{ $option }», frente al { $others } del resto: { $points } menos.
page-group-less-scale = Entre { $group }, el { $share } respondería { $option }, frente al { $others } del resto: { $points } menos.
page-group-less-answer = Entre { $group }, el { $share } respondió «{ $option }», frente al { $others } del resto: { $points } menos.
page-groups-alike = En el porcentaje de { $figure }, ningún grupo se aparta del resto más de lo que explicaría el azar.
page-few-voices = Menos de tres respuestas abiertas eran publicables, así que no se muestra ninguna.
page-fixed-reasons = Los motivos salen de una lista común a todas las preguntas de este tipo; el motor no propuso ninguno propio de este tema.
page-fixed-concerns = Salen de una lista común a todas las preguntas de este tipo; el motor no propuso nada propio de este tema.
page-no-voices = Este motor no escribe lo bastante bien como para hablar por los encuestados, así que no se cita a nadie. El porqué hay que preguntárselo a personas reales: la pregunta está en el cuestionario.

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
page-is-sample = Este informe es un ejemplo. Se hizo como demostración, con respuestas grabadas de un modelo avanzado y un historial parecido al suyo; no se preguntó a nadie. Tus propios informes los hace el motor de este servicio.
page-is-sample-default = Este informe es un ejemplo. Lo hizo el modelo pequeño que viene con Canvass, con el mismo encargo que el ejemplo de un modelo avanzado; no se preguntó a nadie.
page-sample-default = El mismo encargo, con el modelo pequeño que viene con Canvass
page-sample-capable = El mismo encargo, con un modelo avanzado
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
        [one] Es lo que resulta de combinar el pronóstico y la respuesta de una persona.
       *[other] Es lo que resulta de combinar el pronóstico y las respuestas de { $n } personas.
    }
people-leaning = «{ $option }» lleva ventaja, pero aún podría perderla.
people-leaning-answer = «{ $option }» es la respuesta más probable, pero otra aún podría superarla.
people-open = Aún no se sabe cuál va en primer lugar.
people-price-leaning = { $price } es probablemente el precio que más ingresos deja.
people-price-open = Aún no se sabe qué precio deja más ingresos.
people-scale-open = Alrededor del { $top } respondería { $top_answers }; aún no se sabe si es la mayoría.
page-people-settled = Está decidido: más respuestas apenas cambiarían el resultado.
page-people-likelihood = Probabilidad de que la gente lo haga: { $mean } de { $steps } en promedio (intervalo del { $level }: de { $low } a { $high }); el { $top } da una de las dos notas más altas ({ $top_range }).
page-people-scale = En la escala: { $mean } de { $steps } en promedio (intervalo del { $level }: de { $low } a { $high }).
page-people-forecast-alone = { $n_count ->
    [one] Aquí solo está el pronóstico. Lo que respondió una persona está en la página del informe.
   *[other] Aquí solo está el pronóstico. Lo que respondieron { $n } personas está en la página del informe.
}
page-people-as-one = Cada cifra reúne a las personas y el pronóstico en una sola estimación.
page-people-description = { $banner }. El pronóstico: { $headline }
page-people-forecast = Pronóstico
page-people-people = Personas
page-people-together = En conjunto
page-people-below = A partir de aquí está el pronóstico tal como se hizo, antes de preguntar a nadie.
page-people-groups = Personas por grupo
page-people-group = Grupo
page-people-intervals = El rango del pronóstico es un intervalo de simulación. Los demás son intervalos del { $level } de lo que dirían las personas.
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
page-people-only-motive = Solo se marcó una respuesta: «{ $motive }» ({ $count }).
page-people-motives-note = { $n_count ->
    [one] Una persona respondió a esta pregunta. La cifra del pronóstico es el porcentaje de encuestados simulados.
   *[other] { $n } personas respondieron a esta pregunta. Las cifras del pronóstico son porcentajes de encuestados simulados.
}
page-people-comments = Lo que dijeron las personas
page-people-comments-how = { $n_count ->
    [one] Una persona escribió un comentario. Se cuenta en el primer motivo que marcó; no lo leyó ningún modelo. Lo que parece una dirección, un teléfono o un enlace se sustituye por •••.
   *[other] { $n } personas escribieron un comentario. Cada uno se cuenta en el primer motivo que marcó quien lo escribió; no los leyó ningún modelo. Lo que parece una dirección, un teléfono o un enlace se sustituye por •••.
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
page-people-question-asked = Pregunta (texto literal)
page-people-options-asked = Opciones (texto literal)
page-people-assumption = Los intervalos suponen que las personas respondieron como lo habrían hecho otras parecidas a las que no se preguntó. Quienes deciden participar pueden ser distintos, y ponderar no lo corrige del todo.
page-people-more = Podrían decidirlo { $people } personas más: { $odds }.
page-people-more-to-prove = Las respuestas por sí solas aún no lo demuestran; podrían bastar { $people } personas más: { $odds }.
page-people-unfinished = { $n_count ->
    [one] Una persona empezó y no terminó; su respuesta no se cuenta.
   *[other] { $n } personas empezaron y no terminaron; sus respuestas no se cuentan.
}
page-people-flagged = { $n_count ->
    [one] Una respuesta parece de un bot. No se cuenta hasta que quien encargó el informe la acepte.
   *[other] { $n } respuestas parecen de un bot. No se cuentan hasta que quien encargó el informe las acepte.
}
page-people-screened-out = { $n_count ->
    [one] Una persona no pertenece al público y no se cuenta.
   *[other] { $n } personas no pertenecen al público y no se cuentan.
}
page-people-eligibility-unknown = { $n_count ->
    [one] De una persona no se sabe si pertenece al público.
   *[other] De { $n } personas no se sabe si pertenecen al público.
}
people-unsettled-eligibility = Todavía no se puede dar por decidido: de { $n } de las { $people } personas, más de una décima parte, no se sabe si pertenecen al público.
people-unsettled-bound = Todavía no se puede dar por decidido: quienes respondieron se parecen tan poco al público que la ponderación no basta para corregirlo, y unas pocas personas representan a muchas.
people-unsettled-missing = No se puede dar por decidido mientras falten grupos del público: { $groups }.
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
survey-you =
    { $address ->
        [informal] tú
        [vos] vos
       *[other] usted
    }
survey-title = Una encuesta breve
survey-asked-by = Esta encuesta la hace { $asker }.
survey-asked-by-somebody = Esta encuesta la hace alguien que usa Canvass.
survey-why =
    { $address ->
        [informal] Tus respuestas se compararán con un pronóstico para saber cuánto acertó. Responder lleva menos de dos minutos.
        [vos] Tus respuestas se compararán con un pronóstico para saber cuánto acertó. Responder lleva menos de dos minutos.
       *[other] Sus respuestas se compararán con un pronóstico para saber cuánto acertó. Responder lleva menos de dos minutos.
    }
survey-anonymous =
    { $address ->
        [informal] Tus respuestas son anónimas. No se guardan tu nombre, tu correo ni tu dirección IP: solo lo que respondes y cuándo. Una cookie propia de esta encuesta limita cada navegador a una sola respuesta.
        [vos] Tus respuestas son anónimas. No se guardan tu nombre, tu correo ni tu dirección IP: solo lo que respondés y cuándo. Una cookie propia de esta encuesta limita cada navegador a una sola respuesta.
       *[other] Sus respuestas son anónimas. No se guardan su nombre, su correo ni su dirección IP: solo lo que responde y cuándo. Una cookie propia de esta encuesta limita cada navegador a una sola respuesta.
    }
survey-quoted =
    { $address ->
        [informal] Lo que escribas con tus palabras puede citarse en un informe, sin direcciones ni teléfonos. Por favor, no menciones a nadie por su nombre.
        [vos] Lo que escribas con tus palabras puede citarse en un informe, sin direcciones ni teléfonos. Por favor, no menciones a nadie por su nombre.
       *[other] Lo que escriba con sus palabras puede citarse en un informe, sin direcciones ni teléfonos. Por favor, no mencione a nadie por su nombre.
    }
survey-kept-days =
    { $address ->
        [informal] Tus respuestas se borran a los { $days } días, o antes si las borra quien hace la encuesta.
        [vos] Tus respuestas se borran a los { $days } días, o antes si las borra quien hace la encuesta.
       *[other] Sus respuestas se borran a los { $days } días, o antes si las borra quien hace la encuesta.
    }
survey-kept-until-deleted =
    { $address ->
        [informal] Tus respuestas se guardan hasta que las borre quien hace la encuesta.
        [vos] Tus respuestas se guardan hasta que las borre quien hace la encuesta.
       *[other] Sus respuestas se guardan hasta que las borre quien hace la encuesta.
    }
survey-start = Empezar
survey-next = Siguiente
survey-finish = Terminar
survey-skip = Omitir
survey-back = Atrás
survey-place = { $n } de { $of }
survey-best = Primera opción
survey-worst = Última opción
survey-rather-not = Prefiero no decirlo
survey-age =
    { $address ->
        [informal] ¿Cuántos años tienes?
        [vos] ¿Cuántos años tenés?
       *[other] ¿Cuántos años tiene?
    }
survey-sex =
    { $address ->
        [informal] ¿Cuál es tu sexo?
        [vos] ¿Cuál es tu sexo?
       *[other] ¿Cuál es su sexo?
    }
survey-country =
    { $address ->
        [informal] ¿En qué país vives?
        [vos] ¿En qué país vivís?
       *[other] ¿En qué país vive?
    }
survey-condition =
    { $address ->
        [informal] ¿Formas parte de este grupo de personas: «{ $words }»?
        [vos] ¿Formás parte de este grupo de personas: «{ $words }»?
       *[other] ¿Forma usted parte de este grupo de personas: «{ $words }»?
    }
survey-yes = Sí
survey-no = No
survey-screened-out =
    { $address ->
        [informal] Gracias por tu interés
        [vos] Gracias por tu interés
       *[other] Gracias por su interés
    }
survey-screened-out-explained =
    { $address ->
        [informal] Esta encuesta se dirige a un grupo concreto de personas y, según tus respuestas, esta vez no formas parte de él. Solo se registra que una persona quedó fuera. Ya puedes cerrar esta página.
        [vos] Esta encuesta se dirige a un grupo concreto de personas y, según tus respuestas, esta vez no formás parte de él. Solo se registra que una persona quedó fuera. Ya podés cerrar esta página.
       *[other] Esta encuesta se dirige a un grupo concreto de personas y, según sus respuestas, esta vez usted no forma parte de él. Solo se registra que una persona quedó fuera. Ya puede cerrar esta página.
    }
survey-problem-missing =
    { $address ->
        [informal] Elige una respuesta, por favor.
        [vos] Elegí una respuesta, por favor.
       *[other] Elija una respuesta, por favor.
    }
survey-problem-same = La primera y la última opción no pueden ser la misma.
survey-problem-too-many =
    { $address ->
        [informal] Elige dos como máximo, por favor.
        [vos] Elegí dos como máximo, por favor.
       *[other] Elija dos como máximo, por favor.
    }
survey-problem-too-long =
    { $address ->
        [informal] Escribe 1000 caracteres como máximo, por favor.
        [vos] Escribí 1000 caracteres como máximo, por favor.
       *[other] Escriba 1000 caracteres como máximo, por favor.
    }
survey-problem-unknown =
    { $address ->
        [informal] Esa respuesta no está en la lista. Elige otra vez, por favor.
        [vos] Esa respuesta no está en la lista. Elegí otra vez, por favor.
       *[other] Esa respuesta no está en la lista. Elija otra vez, por favor.
    }
survey-thanks = Muchas gracias
survey-thanks-explained =
    { $address ->
        [informal] Tus respuestas están guardadas. Ya puedes cerrar esta página.
        [vos] Tus respuestas están guardadas. Ya podés cerrar esta página.
       *[other] Sus respuestas están guardadas. Ya puede cerrar esta página.
    }
survey-closed = Esta encuesta está cerrada
survey-closed-explained =
    { $address ->
        [informal] Ya no admite respuestas. Gracias por tu interés.
        [vos] Ya no admite respuestas. Gracias por tu interés.
       *[other] Ya no admite respuestas. Gracias por su interés.
    }
survey-ended = Esta encuesta ha terminado
survey-ended-explained =
    { $address ->
        [informal] El plazo para responder ya terminó. Gracias por tu interés.
        [vos] El plazo para responder ya terminó. Gracias por tu interés.
       *[other] El plazo para responder ya terminó. Gracias por su interés.
    }
survey-full = Ya respondieron suficientes personas
survey-full-explained =
    { $address ->
        [informal] Esta encuesta ya tiene todas las respuestas que necesitaba. Gracias por tu interés.
        [vos] Esta encuesta ya tiene todas las respuestas que necesitaba. Gracias por tu interés.
       *[other] Esta encuesta ya tiene todas las respuestas que necesitaba. Gracias por su interés.
    }
survey-link-used = Este enlace ya se usó
survey-link-used-explained =
    { $address ->
        [informal] Cada enlace de esta encuesta funciona una sola vez. Pídele otro a quien te lo envió.
        [vos] Cada enlace de esta encuesta funciona una sola vez. Pedile otro a quien te lo envió.
       *[other] Cada enlace de esta encuesta funciona una sola vez. Pídale otro a quien se lo envió.
    }
survey-crowded = Hay demasiada gente en este momento
survey-crowded-explained =
    { $address ->
        [informal] Esta encuesta no puede recibir a más personas por ahora. Vuelve a intentarlo dentro de una hora.
        [vos] Esta encuesta no puede recibir a más personas por ahora. Volvé a intentarlo dentro de una hora.
       *[other] Esta encuesta no puede recibir a más personas por ahora. Vuelva a intentarlo dentro de una hora.
    }
survey-elsewhere = Esa respuesta venía de otro sitio web
survey-elsewhere-explained = Hay que abrir el enlace de la encuesta y responder allí. No se guardó nada.
survey-too-fast = Demasiadas respuestas a la vez
survey-too-fast-explained = Llegan muchas respuestas desde esta red. Hay que esperar un momento, volver atrás y enviar la respuesta otra vez.
upload-empty = No contiene datos.
upload-too-many = Contiene más de 10 000 personas.
upload-broken = Esta línea no se puede leer como CSV.
upload-no-array = Debe ser una lista JSON en la que cada elemento sea una persona.
upload-no-person = Debe ser una opción o un objeto con el campo choice.
upload-unknown-field = Hay un campo que no es choice, age, sex, country, weight, comment ni eligible.
upload-no-value = Debe ser un texto o un número.
upload-no-choice-column = Ninguna columna contiene las opciones del informe. Indica cuál contiene la opción elegida.
upload-no-choice = Falta la opción elegida.
upload-unknown-choice = No es ninguna de las opciones del informe.
upload-age = La edad debe estar entre 1 y 120, o ser 18-29, 30-44, 45-64 o 65+.
upload-sex = El sexo debe ser mujer u hombre, o quedar vacío.
upload-country = Ningún país tiene este código o nombre.
upload-weight = «{ $cell }» no es un peso válido: debe ser un número entre una milésima y 1000.
upload-comment = El comentario tiene más de 2000 caracteres.
upload-cell = «{ $cell }»: { $why }
upload-no-column = No hay ninguna columna con este nombre.
upload-eligible = La pertenencia al público debe ser sí o no, o quedar vacía.
page-card-against-answer = Lo que más les hace dudar
page-card-few =
    { $n_count ->
        [0] Nadie eligió esta opción.
        [one] Solo un encuestado eligió esta opción: no se dan porcentajes de sus motivos.
       *[other] Solo { $n } encuestados eligieron esta opción: muy pocos para dar porcentajes de sus motivos.
    }
page-card-who-answer = Más común entre
page-acceptance-belief = ¿Es correcta alguna de estas respuestas?
page-acceptance-pricing = ¿Comprarían a alguno de estos precios?
page-likelihood-naming = Facilidad para recordarlo
page-likelihood-pricing = Probabilidad de que compren
page-likelihood-answer = Firmeza de la respuesta
page-risks-answer = Dudas citadas
page-risk-answer = Duda
page-risks-scale = Qué podría cambiar su respuesta
page-risk-scale = Qué podría cambiarla
page-card-against-scale = Lo que más podría cambiar su respuesta
page-drivers-note-plain = Motivos que dan las respuestas simuladas; no demuestran qué mueve a la gente.
check-lead-scale = Distancia a la mitad
check-lead-pricing = Ventaja en ingresos
page-fact-simulated = { $n } respuestas simuladas
page-fact-effective = equivalen a { $n } reales
page-fact-margin = ±{ $points } puntos
page-fact-survey = Encuesta a personas (abierta)
page-left-out = Se omiten los grupos, los porcentajes de los motivos y otros detalles: en preguntas como esta, los pronósticos de este motor no dan para tanto.
page-drivers-how = Cómo leer esta tabla

page-cross-table = Según la respuesta anterior
page-cross-table-of = A los mismos encuestados ya se les preguntó: «{ $question }»
page-cross-table-rows = Respuesta anterior
page-cross-table-few = muy pocos
page-cross-table-cells = Porcentajes de cada fila; entre paréntesis, el número de encuestados.
page-cross-table-bold = En negrita, lo que se aparta del resto más que el error habitual de este motor en las diferencias entre grupos.
page-cross-table-cells-price = Porcentaje de cada fila que compraría a ese precio.
page-groups-not-told-apart = No se muestran, porque el motor pronosticó lo mismo para todos los grupos: { $attributes }.
