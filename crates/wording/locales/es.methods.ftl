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
summary-price =
    { $asked_none ->
        [yes] El { $buys_none } no compraría a ninguno de estos precios; descontándolo, a «{ $price }» compraría el { $accepting }.
       *[no] El { $accepting } pagaría «{ $price }» o más.
    }
summary-scale = De { $answered } encuestados simulados, el { $support } (intervalo del { $level }: de { $support_low } a { $support_high }) respondió { $top_answers }. En la escala de 1 a { $steps }, la media es { $scale_mean } (de { $scale_low } a { $scale_high }).
summary-scale-split = Las respuestas se dividen: muchas en los dos extremos y pocas en medio.
summary-belief = Esto es lo que la gente creería según la simulación; no dice qué es cierto.
next-price = Ofrécelo primero a «{ $price }» a algunos clientes reales: la gente dice que compraría con más facilidad de la que compra.
next-price-range = Prueba dos o tres de estos precios con clientes reales, entre ellos «{ $price }»: lo que hagan vale más que lo que digan.

page-price = Lo que la gente pagaría
page-price-note = La línea muestra quién compraría a cada precio o a uno mayor; la banda es su intervalo de simulación del 95 %. El índice de ingresos es el precio por los compradores; el mejor precio tiene 100.
page-price-best = Deja más ingresos: «{ $price }»
page-price-between = El que más ingresos deja (95 %): entre «{ $low }» y «{ $high }»
page-price-any = Cualquiera de estos precios podría ser el que más ingresos deja
page-price-none = No compraría a ninguno de estos precios: { $share } ({ $range })
page-price-levelled = Para algunos precios el motor dijo que más gente pagaría más. Eso no puede ser, así que esos porcentajes se igualaron.
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
