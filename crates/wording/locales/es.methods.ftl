# Lo que se dice según el tipo de pregunta: precios, funciones, escalas, creencias.
verdict-shortlist-rest = Quédate con { $keep }; descarta las otras { $dropped }.
verdict-shortlist-answer-rest = La respuesta más común sería probablemente { $keep_or }; difícilmente una de las otras { $dropped }.
verdict-guessing = Este pronóstico no es mejor que una conjetura. Pregunta a personas reales.
verdict-price = Cobra «{ $price }»: de estos precios, es el que más ingresos deja.
verdict-price-leaning =
    { $has_price_others ->
        [no] «{ $price }» es probablemente el precio que más ingresos deja.
       *[other] «{ $price }» es probablemente el precio que más ingresos deja; también podría ser { $price_others }.
    }
verdict-price-open =
    { $is_any_price ->
        [yes] El pronóstico no permite saber cuál de estos precios deja más ingresos.
       *[other] El pronóstico no permite saber qué precio deja más ingresos: podría ser { $price_or }.
    }
verdict-scale-most = La mayoría (el { $top }) respondería { $top_answers }.
verdict-scale-few = Menos de la mitad (el { $top }) respondería { $top_answers }.
verdict-scale-most-leaning = Probablemente más de la mitad (el { $top }) respondería { $top_answers }.
verdict-scale-few-leaning = Probablemente menos de la mitad (el { $top }) respondería { $top_answers }.
verdict-scale-open = Alrededor del { $top } respondería { $top_answers }; el pronóstico no permite saber si es más o menos de la mitad.
summary-price = De { $answered } encuestados simulados, el { $support } (intervalo del { $level }: de { $support_low } a { $support_high }) compraría a «{ $price }»; el { $buys_none } no compraría a ninguno de estos precios.
summary-scale = De { $answered } encuestados simulados, el { $support } (intervalo del { $level }: de { $support_low } a { $support_high }) respondió { $top_answers }. En la escala de 1 a { $steps }, la media es { $scale_mean } (de { $scale_low } a { $scale_high }).
summary-scale-split = Las respuestas se dividen: muchas en los dos extremos y pocas en medio.
summary-belief = Esto es lo que la gente creería según la simulación; no dice qué es cierto.
next-price = Ofrécelo primero a «{ $price }» a algunos clientes reales: la gente dice que compraría más de lo que compra.
next-price-range = Prueba dos o tres de estos precios con clientes reales, entre ellos «{ $price }»: lo que hagan vale más que lo que digan.

page-price = Lo que la gente pagaría
page-price-note = La línea muestra cuántos de todos los encuestados comprarían a cada precio; la banda es su intervalo de simulación del 95 %. El índice de ingresos es el precio por los compradores; el mejor precio tiene 100.
page-price-best = Deja más ingresos: «{ $price }»
page-price-between = El que más ingresos deja (95 %): entre «{ $low }» y «{ $high }»
page-price-any = Cualquiera de estos precios podría ser el que más ingresos deja
page-price-none = No compraría a ninguno de estos precios: { $share } ({ $range })
page-price-levelled = Para algunos precios el motor dijo que más gente compraría a un precio mayor. Eso no puede ser, así que esos porcentajes se igualaron.
page-price-accepting = Compraría
page-price-revenue = Índice de ingresos
page-price-probability = Probabilidad de dejar más ingresos
page-reach = Lo que llega a más gente
page-reach-note = Un conjunto llega a una persona si incluye una de sus dos favoritas.
page-reach-bundle = { $options }: { $share } ({ $range })
page-best-worst = Saldo entre mejor y peor
page-best-worst-note = Cuánto más a menudo se escogió como lo mejor que como lo peor de las listas en que estaba: de −100 a 100.
page-score = Puntuación
page-scale = La escala completa
page-scale-note = De menos a más. Media: { $mean } de { $steps } ({ $range }). Extremo superior ({ $answers }): { $share }.
page-scale-split = Las respuestas se dividen: muchas en los dos extremos y pocas en medio.

page-names = Lo que dicen los nombres
page-names-note = Lo que el motor asocia con cada nombre. Antes de decidir, comprueba los significados y quién usa ya el nombre.
page-names-note-alike = Nombres que se confunden fácilmente, por sus letras.
page-names-mind = Hace pensar en
page-names-hard = Difícil de decir o escribir
page-names-alike = Se confunde con
page-names-meaning = Significados
page-names-in = { $language }:
verdict-shortlist-feature = Empieza por { $keep_or }; { $drop } puede esperar.
verdict-shortlist-feature-rest = Empieza por { $keep_or }; las otras { $dropped } pueden esperar.
summary-reach = En conjunto, { $bundle } le dan a un { $reach } de ellos (de { $reach_low } a { $reach_high }) una de sus dos favoritas.

# Precios de una misma oferta: los porcentajes son de quienes comprarían a cada precio.
verdict-none-price = La mayoría no compraría a ninguno de estos precios.
next-none-price = Prueba con precios más bajos o con otra oferta antes de elegir entre estos.
next-risk-price = A quienes pagarían hasta «{ $leader }» y no más les preocupa sobre todo «{ $leader_risk }» ({ $leader_risk_share }): resuélvelo primero.
summary-segments-price = Destaca un grupo, «{ $segment }»: allí el { $segment_share } compraría a «{ $option }», frente al { $segment_rest } del resto.
summary-worth-unmeasured-price =
    { $effective_count ->
        [one] En cuestión de precios, este motor nunca se ha puesto a prueba con personas reales, así que su pronóstico solo cuenta como preguntar a una persona.
       *[other] En cuestión de precios, este motor nunca se ha puesto a prueba con personas reales, así que su pronóstico solo cuenta como preguntar a { $effective_size } personas.
    }
confidence-engine-unmeasured-price = En cuestión de precios, este motor nunca se ha puesto a prueba con personas reales.
page-skill-unmeasured-price = En cuestión de precios, este motor nunca se ha puesto a prueba con personas reales: sobre ellos se le pregunta de otra manera que sobre lo demás. Nadie sabe cuánto se acerca a sus respuestas; solo por eso la confianza es baja.
page-chart-note-price = Las barras muestran cuántos de todos los encuestados simulados comprarían a cada precio, por eso no suman 100 %; la línea fina es el intervalo de simulación del 95 %.
page-count-price = Comprarían (número)
page-heat-note-price = Cada celda es el porcentaje del grupo que compraría a ese precio; cuanto más oscura, mayor. No se muestran grupos de menos de 20 encuestados. Las diferencias entre grupos son la idea que el motor tiene de esas personas, no un hallazgo sobre ellas: pregunta a la gente antes de actuar por una diferencia.
page-group-more-price = { $group }: el { $share } compraría a «{ $option }», { $points } puntos más que el resto.
page-group-less-price = { $group }: el { $share } compraría a «{ $option }», { $points } puntos menos que el resto.
page-card-who-price = Comprarían más a este precio
page-cards-price = El porcentaje es el de quienes comprarían a este precio; los motivos y las preocupaciones son de quienes pagarían hasta ahí y no más.
page-people-price = Cada porcentaje es el de quienes comprarían a ese precio, por eso no suman 100 %.
