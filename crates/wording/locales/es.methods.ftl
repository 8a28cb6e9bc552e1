# Lo que se dice según el tipo de pregunta: precios, funciones, escalas, creencias.
verdict-shortlist-rest = Conviene quedarse con { $keep }, y descartar las otras { $dropped }.
verdict-shortlist-answer-rest = La respuesta más común sería probablemente { $keep_or }; es poco probable que sea una de las otras { $dropped }.
verdict-guessing = Este motor no puede saberlo: hay que preguntar a la gente.
verdict-price = Conviene cobrar { $price }: de estos precios, es el que más ingresos deja.
verdict-price-leaning =
    { $has_price_others ->
        [no] { $price } es probablemente el precio que más ingresos deja.
       *[other] { $price } es probablemente el precio que más ingresos deja; también podría serlo { $price_others }.
    }
verdict-price-open =
    { $is_any_price ->
        [yes] El pronóstico no permite saber cuál de estos precios deja más ingresos.
       *[other] El pronóstico no permite saber qué precio deja más ingresos: podría ser { $price_or }.
    }
verdict-price-untested = Conviene probar con clientes los precios de { $price_from } a { $price_to }: este motor nunca se ha puesto a prueba con precios.
verdict-scale-most = La mayoría (el { $top }) respondería { $top_answers }.
verdict-scale-few = Menos de la mitad (el { $top }) respondería { $top_answers }.
verdict-scale-most-leaning = Probablemente más de la mitad (el { $top }) respondería { $top_answers }.
verdict-scale-few-leaning = Probablemente menos de la mitad (el { $top }) respondería { $top_answers }.
verdict-scale-open = Alrededor del { $top } respondería { $top_answers }; el pronóstico no permite saber si es la mayoría.
summary-price = De { $answered } encuestados simulados, el { $support } (intervalo del { $level }: del { $support_low } al { $support_high }) compraría a { $price }; el { $buys_none } no compraría a ninguno de estos precios.
summary-scale = De { $answered } encuestados simulados, el { $support } (intervalo del { $level }: del { $support_low } al { $support_high }) respondió { $top_answers }.
summary-scale-split = Las respuestas están polarizadas: muchas en los dos extremos y pocas en medio.
summary-belief = Esto es lo que la gente creería según la simulación; no dice qué es cierto.
next-price = Conviene ofrecerlo primero a algunos clientes reales a { $price }: la gente suele decir que compraría más de lo que luego compra.
next-price-range = Antes de elegir, conviene probar con clientes reales estos precios: { $prices_to_test }. La gente suele decir que compraría más de lo que luego compra.
next-price-untested = Conviene ofrecer cada precio ({ $prices_to_test }) a un grupo distinto de clientes y comparar cuánto deja cada uno. En las encuestas, la gente dice que compraría más de lo que luego compra.
next-price-lower = Conviene probar también precios más bajos: en este pronóstico, la mayoría no compraría a ninguno de estos.

page-price = Lo que la gente pagaría
page-price-note = La línea continua muestra qué porcentaje de todos los encuestados compraría a cada precio; la banda es su intervalo de simulación del { $level }. La línea discontinua es el índice de ingresos: el precio multiplicado por los compradores, donde 100 es el mejor precio.
page-price-note-range = La zona sombreada señala los precios que podrían dejar más ingresos.
page-price-best = El que probablemente deja más ingresos: { $price }
page-price-open = Podrían dejar más ingresos: { $prices }
page-price-none = No compraría a ninguno de estos precios: { $share } ({ $range })
page-price-levelled = Para algunos precios el motor dijo que más gente compraría a un precio mayor. Eso no puede ser, así que esos porcentajes se igualaron.
page-price-accepting = Compraría
page-price-revenue = Índice de ingresos
page-price-probability = Probabilidad de dejar más ingresos
page-reach = Qué combinaciones llegan a más gente
page-reach-note = Un conjunto de opciones llega a una persona si incluye al menos una de sus dos favoritas.
page-reach-bundle = { $options }: { $share } ({ $range })
page-best-worst = Diferencia entre mejor y peor
page-best-worst-note = De las veces que la opción apareció en una lista, el porcentaje en que fue la mejor menos el porcentaje en que fue la peor: de −100 a 100.
page-scale = La escala completa
page-scale-note = Promedio, contando de menos a más: { $mean } de { $steps } ({ $range }).
page-scale-split = Las respuestas están polarizadas: muchas en los dos extremos y pocas en medio.

page-names = Lo que sugieren los nombres
page-names-note = Lo que el motor asocia con cada nombre. Antes de decidir, hay que comprobar los significados y quién usa ya el nombre.
page-names-note-alike = Nombres que se confunden fácilmente porque se escriben de forma parecida.
page-names-mind = Hace pensar en
page-names-hard = Difícil de decir o escribir
page-names-alike = Se confunde con
page-names-meaning = Significados
page-names-in = { $language }:
verdict-shortlist-feature = Conviene empezar por { $keep_or }; { $drop } puede esperar.
verdict-shortlist-feature-rest = Conviene empezar por { $keep_or }; las otras { $dropped } pueden esperar.
summary-reach = Con { $bundle }, el { $reach } (del { $reach_low } al { $reach_high }) tendría al menos una de sus dos favoritas.
next-build = Si se hace más de una, primero { $build_first } y luego { $build_then }: así, el { $build_reach } tendría al menos una de sus dos favoritas.

# Precios de una misma oferta: los porcentajes son de quienes comprarían a cada precio.
verdict-none-price = La mayoría no compraría a ninguno de estos precios.
next-none-price = Conviene probar precios más bajos u otra oferta antes de elegir entre estos.
next-risk-price = A quienes pagarían como máximo { $leader } les preocupa sobre todo «{ $leader_risk }» ({ $leader_risk_share }): hay que resolverlo primero.
summary-segments-price = Quienes más se apartan son { $segment }: el { $segment_share } compraría a { $option }, frente al { $segment_rest } del resto.
summary-segments-answer = Quienes más se apartan son { $segment }: el { $segment_share } respondió «{ $option }», frente al { $segment_rest } del resto.
summary-segments-scale = Quienes más se apartan son { $segment }: el { $segment_share } respondería { $top_answers }, frente al { $segment_rest } del resto.
summary-worth-unmeasured-price =
    { $effective_count ->
        [one] En este pronóstico pesa más un reparto por igual entre los precios que lo que dijo el motor; en total, solo cuenta como una respuesta real.
       *[other] En este pronóstico pesa más un reparto por igual entre los precios que lo que dijo el motor; en total, solo cuenta como { $effective_size } respuestas reales.
    }
confidence-engine-unmeasured-price = No se sabe cuánto se acercan sus pronósticos a lo que la gente paga de verdad.
page-skill-unmeasured-price = Ninguno en cuestión de precios: las preguntas sobre precios se le plantean al motor de otra forma, así que su acierto en las demás no vale aquí. No se sabe cuánto se acerca a lo que respondería la gente, y eso ya basta para que la confianza sea baja.
page-chart-note-price = Las barras muestran qué porcentaje de todos los encuestados simulados compraría a cada precio (por eso no suman { $whole }); la línea fina es el intervalo de simulación del { $level }.
page-count-price = Comprarían (número)
page-heat-note-price = Cada celda es el porcentaje del grupo que compraría a ese precio; cuanto más oscura, mayor. No se muestran grupos de menos de 20 encuestados. Las diferencias entre grupos reflejan la idea que el motor tiene de esas personas; no son un hallazgo. Antes de basar una decisión en una de ellas, conviene preguntar a la gente.
page-group-more-price = Entre { $group }, el { $share } compraría a { $option }, frente al { $others } del resto: { $points } más.
page-group-less-price = Entre { $group }, el { $share } compraría a { $option }, frente al { $others } del resto: { $points } menos.
page-card-who-price = Comprarían más a este precio
page-cards-price = Cada porcentaje es el de quienes comprarían a ese precio; los motivos y las preocupaciones son solo de aquellos para quienes ese precio es el máximo.
page-people-price = Cada porcentaje es el de quienes comprarían a ese precio, por eso no suman { $whole }.
# Según el tipo: pares de opciones, interés y alcance de las funciones, saldo de una escala.
page-pairs = Qué opciones superan claramente a otras
page-pairs-naming = Qué nombres superan claramente a otros
page-pairs-ahead = «{ $option }» supera { $others }.
page-pairs-below =
    { $points_count ->
        [one] a «{ $option }» (por un punto)
       *[other] a «{ $option }» (por { $points } puntos)
    }
page-pairs-rest = En las demás comparaciones, la diferencia no basta para saber cuál va por delante.
page-pairs-none = En ninguna comparación la diferencia basta para saber cuál va por delante.
page-reach-each = Interés y alcance, una por una
page-reach-want = Primera opción
page-reach-alone = Entre sus dos favoritas
page-scale-net = El { $top } respondería { $top_answers } y el { $bottom }, { $bottom_answers }: un saldo de { $net } puntos (lo primero menos lo segundo). El saldo dice en qué extremo hay más gente, no si allí está la mayoría.
page-scale-net-column = Saldo (puntos)
page-scale-net-others = Saldo del resto
page-scale-net-only = Entre { $group }, el saldo es de { $net } puntos; entre el resto, de { $others }.
page-scale-groups = Saldo por grupo
page-scale-moves = La mayor diferencia de saldo se da por { $attribute }: de { $low } entre { $low_group } a { $high } entre { $high_group }.
page-chart-note-belief = Las barras muestran el porcentaje de encuestados simulados que eligió cada respuesta; la línea fina es el intervalo de simulación del { $level }.
