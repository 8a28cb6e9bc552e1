# Título del informe, público y cambios de redacción.
title = Informe de investigación: { $question }
change-white-space = Se eliminaron espacios sobrantes.
range = { $low } a { $high }

# A quién se preguntó.
audience-line = { $people } de { $ages } { $place }.
audience-people-all = Personas
audience-people-female = Mujeres
audience-people-male = Hombres
audience-age-one = { $min } años
audience-age-span = { $min } a { $max } años
audience-age-from = { $min } años o más
audience-world = de cualquier país
audience-in = en { $places }
audience-parts = { $parts } ({ $country })
audience-countries = { $n } países
audience-filters = Otros filtros: { $filters }.
audience-filter = { $field } ({ $values })
audience-traits = Además, a falta de estadísticas, se supone que todos cumplen esto: { $traits }.
audience-quote = «{ $words }»
audience-from-question = No se indicó ningún público, así que este se dedujo de la pregunta.
audience-adults-only = Solo se simula a personas adultas, a nadie menor de 18 años: el público empieza en los 18 años.
audience-own-customers = No hay datos de la clientela propia, así que se simula a personas de este público en general.
audience-clash-values = El público no puede existir: en { $field } pide a la vez { $values }.
audience-clash-ages = El público no puede existir: nadie tiene a la vez { $over } años o más y { $under } años o menos.
audience-clash-minors = Los encuestados son adultos: en este público no hay nadie de 18 años o más.
audience-clash-retired = El público no puede existir: con { $max } años o menos nadie se ha jubilado.
audience-clash-no-place = El público no puede existir: todos los lugares que nombra están también excluidos.
audience-clash-outside = El público no puede existir: { $part } no está en { $country }.
audience-field-sexes = sexo
audience-field-education = estudios
audience-field-income = ingresos del hogar
audience-field-area = zona
audience-field-employment = situación laboral
audience-field-occupations = grupo de ocupación (CIUO-08)
audience-field-household = hogar
audience-field-children = hijos en casa
audience-field-marital = estado civil
audience-sexes-female = mujer
audience-sexes-male = hombre
audience-area-urban = urbana
audience-area-rural = rural
audience-employment-employed = con empleo
audience-employment-unemployed = sin empleo
audience-employment-not-in-labour-force = no trabaja ni busca empleo
audience-employment-armed-forces = en las fuerzas armadas
audience-employment-student = estudiante
audience-employment-retired = jubilado/a
audience-employment-homemaker = se dedica al hogar
audience-employment-self-employed = por cuenta propia
audience-household-couple = pareja
audience-household-family-without-couple = familia sin pareja
audience-household-alone = de una sola persona
audience-household-non-family = convive con personas ajenas a la familia
audience-household-group-quarters = alojamiento colectivo
audience-household-with-children = con hijos
audience-children-0 = ninguno
audience-children-1 = 1
audience-children-2 = 2
audience-children-3 = 3
audience-children-4-or-more = 4 o más
audience-children-from = { $n } o más
audience-marital-never = soltero/a
audience-marital-married = casado/a
audience-marital-separated-divorced = separado/a o divorciado/a
audience-marital-widowed = viudo/a
audience-marital-cohabiting = en unión libre o de hecho
audience-convention-teenagers = «Adolescentes»: de 13 a 19 años.
audience-convention-young = «Joven»: de 18 a 35 años.
audience-convention-middle-aged = «Mediana edad»: de 40 a 59 años.
audience-convention-middle-old = «Mediana edad y mayores»: de 40 años o más.
audience-convention-young-middle = «Jóvenes y de mediana edad»: de 18 a 59 años.
audience-convention-seniors = «Personas mayores»: de 65 años o más.
audience-convention-older-60 = «Adultos mayores»: de 60 años o más.
audience-convention-gen-z = «Generación Z»: quienes nacieron de 1997 a 2012; 28 años como máximo en 2025.
audience-convention-millennials = «Milenials»: quienes nacieron de 1981 a 1996; de 29 a 44 años en 2025.
audience-convention-gen-x = «Generación X»: quienes nacieron de 1965 a 1980; de 45 a 60 años en 2025.
audience-convention-boomers = «Baby boomers»: quienes nacieron de 1946 a 1964; de 61 a 79 años en 2025.
audience-convention-silent = «Generación silenciosa»: quienes nacieron de 1928 a 1945; de 80 a 97 años en 2025.
audience-convention-large-family = «Familia numerosa»: con 3 hijos o más.
audience-convention-many-children = «Varios hijos»: 2 o más.
audience-convention-low-income = «Ingresos bajos»: los dos quintiles más bajos.
audience-convention-poor = «Pobre»: el quintil de ingresos más bajo.
audience-convention-lower-middle = «Media baja»: el segundo quintil de ingresos.
audience-convention-middle-income = «Ingresos medios»: los tres quintiles centrales.
audience-convention-upper-middle = «Media alta»: el cuarto quintil de ingresos.
audience-convention-high-income = «Ingresos altos»: los dos quintiles más altos.
audience-convention-wealthy = «Rico»: el quintil de ingresos más alto.
audience-convention-first-tier = «Ciudades de primer nivel»: Pekín, Shanghái, Cantón y Shenzhen.
audience-convention-new-first-tier = «Nuevas ciudades de primer nivel»: las de la lista de 2024 que figuran en los datos de población.
audience-convention-smaller-place = No hay datos de población de ese lugar por separado, así que se simula a personas de su país y se supone que viven allí.

# Overview.
# El veredicto: una frase con la que se puede actuar.
quoted = «{ $text }»
quoted-price = { $text }
# A number of things, as a word where the language writes small numbers so.
small-number =
    { $n_count ->
        [2] dos
        [3] tres
        [4] cuatro
        [5] cinco
        [6] seis
        [7] siete
        [8] ocho
        [9] nueve
       *[other] { $n }
    }
people-many = más de { $many }
people-one = { $low }
people-range = entre { $low } y { $high }
people-or-more = { $low } o más
people-odds =
    { $tenths_count ->
        [10] { $low } personas bastarían en la mitad de los casos, y { $high }, en casi todos
       *[other] { $low } personas bastarían en la mitad de los casos, y { $high }, en unos { $tenths } de cada 10
    }
people-odds-one =
    { $tenths_count ->
        [5] { $low } personas bastarían más o menos en la mitad de los casos
        [10] { $low } personas bastarían en casi todos los casos
       *[other] { $low } personas bastarían en unos { $tenths } de cada 10 casos
    }
verdict-clear = La mejor opción es «{ $option }».
verdict-clear-answer = La respuesta más común sería «{ $option }».
verdict-leaning = «{ $option }» va por delante; conviene confirmarlo con { $people } personas.
verdict-leaning-many = «{ $option }» lleva ventaja, pero es probable que no se pueda confirmar ni con mil personas.
verdict-leaning-answer = «{ $option }» es la respuesta más probable; conviene confirmarlo con { $people } personas.
verdict-leaning-answer-many = «{ $option }» sería la respuesta más común, pero es probable que no se pueda confirmar ni con mil personas.
verdict-shortlist = Conviene quedarse con { $keep }, y descartar { $drop }.
verdict-shortlist-answer = La respuesta más común sería probablemente { $keep_or }; es poco probable que sea { $drop_or }.
verdict-alike = Empate: las opciones gustan más o menos por igual. Hay que decidir con otro criterio.
verdict-alike-answer = Las respuestas de la gente se repartirían por igual.
verdict-unknown = El pronóstico no basta para saberlo: tendrían que responder { $people } personas.
verdict-unknown-untested = El pronóstico no permite saber cuál va primero: este motor nunca se ha puesto a prueba.
verdict-unknown-many = El pronóstico no basta para saberlo, y probablemente tampoco bastaría preguntar a mil personas.
verdict-none = La mayoría no se quedaría con ninguna opción.
verdict-none-answer = La mayoría diría que ninguna de estas respuestas es correcta.

# Lo que hay detrás.
summary-shares = De { $answered } encuestados simulados, el { $support } eligió «{ $option }» (intervalo del { $level }: del { $support_low } al { $support_high }) y el { $runner_up_support } eligió «{ $runner_up }».
summary-shares-lists = { $answered } encuestados simulados señalaron la mejor y la peor opción de varias listas cortas. Según esas respuestas, «{ $option }» sería la opción favorita del { $support } (intervalo del { $level }: del { $support_low } al { $support_high }) y «{ $runner_up }», del { $runner_up_support }.
summary-failed =
    { $failed_count ->
        [one] Falló la simulación de un encuestado, que no cuenta.
       *[other] Falló la simulación de { $failed } encuestados, que no cuentan.
    }
summary-probability = La probabilidad de que «{ $option }» sea la opción favorita de la gente es del { $probability }.
summary-probability-answer = La probabilidad de que «{ $option }» sea la respuesta más común es del { $probability }.
summary-worth =
    { $effective_count ->
        [one] Según el historial de este motor, su pronóstico aporta tanta información como preguntar a una persona; los intervalos lo tienen en cuenta.
       *[other] Según el historial de este motor, su pronóstico aporta tanta información como preguntar a { $effective_size } personas; los intervalos lo tienen en cuenta.
    }
summary-worth-unmeasured =
    { $effective_count ->
        [one] Este motor nunca se ha puesto a prueba con personas reales, así que a su pronóstico solo se le da el peso de una respuesta real.
       *[other] Este motor nunca se ha puesto a prueba con personas reales, así que a su pronóstico solo se le da el peso de { $effective_size } respuestas reales.
    }
summary-none = El { $none } no se quedaría con ninguna opción.
summary-none-answer = El { $none } diría que ninguna es correcta.
summary-segments = Quienes más se apartan son { $segment }: el { $segment_share } eligió «{ $option }», frente al { $segment_rest } del resto.
summary-guessing = Estas cifras valen poco más que una suposición al azar: de ellas no se puede concluir nada.
summary-driver = En conjunto, lo que más pesó fue «{ $driver }» ({ $driver_share }).

# Qué hacer ahora.
next-risk = A quienes eligen «{ $leader }» les preocupa sobre todo «{ $leader_risk }» ({ $leader_risk_share }): hay que resolverlo primero.
next-clear = Estas respuestas son simuladas: antes de apostar fuerte, conviene que lo confirmen { $people } personas reales.
next-clear-answer = Se puede contar con ello, pero conviene que lo confirmen { $people } personas reales: estas respuestas son simuladas.
next-clear-belief = Esto es lo que la gente probablemente cree, no lo que es cierto. Conviene que lo confirmen { $people } personas reales: estas respuestas son simuladas.
next-leaning = Antes de decidir, conviene preguntar a personas reales.
next-shortlist = Conviene que { $people } personas reales elijan entre las que quedan.
next-alike = Lo mejor es decidir por lo que cuesta cada opción, por su riesgo o por lo que el equipo sabe hacer mejor.
next-unknown = Conviene preguntar a personas reales: este informe incluye un cuestionario listo para usar.
next-leaning-many = Conviene elegir «{ $option }», salvo que otra cueste menos, sea menos arriesgada o se ajuste mejor a lo que el equipo sabe hacer.
next-odds = { $odds }.
next-shortlist-many = Es poco probable que una encuesta aclare cuál de ellas va primero: conviene decidir por lo que cuesta cada una, por su riesgo o por lo que el equipo sabe hacer mejor.
next-shortlist-many-answer = Probablemente ni preguntando a mil personas se sabría cuál de ellas es la más común: conviene un plan que sirva para { $keep }, no para una sola.
next-leaning-many-answer = Conviene contar con «{ $option }», sin descartar «{ $runner_up }».
next-unknown-untested = Conviene preguntar a personas reales: con { $survey_small } respuestas, cada porcentaje tendría un margen de error de unos { $survey_small_margin } puntos; con { $survey_large }, de unos { $survey_large_margin }. Este informe incluye un cuestionario listo para usar.
next-unknown-many = Conviene comparar opciones más distintas entre sí, o decidir por lo que cuesta cada una, por su riesgo o por lo que el equipo sabe hacer mejor.
next-unknown-many-answer = No conviene apoyarse en una sola respuesta, sino en un plan que sirva con cualquiera de ellas.
next-scale-many = Conviene un plan que funcione tanto si es el { $support_low } como si es el { $support_high }: probablemente ni preguntando a mil personas se sabría si es la mayoría.
next-none = Conviene buscar otras opciones antes de elegir entre estas.
next-none-answer = Conviene buscar la respuesta que falta antes de apoyarse en estas.

# Recommendation.
recommend-readings = La respuesta del motor cambió mucho con el orden de las opciones o la forma de preguntar. La clasificación no es de fiar hasta que la confirmen personas reales.
recommend-guessing = Conviene preguntar a personas reales: con { $survey_small } respuestas, cada porcentaje tendría un margen de error de unos { $survey_small_margin } puntos; con { $survey_large }, de unos { $survey_large_margin }. Este informe incluye un cuestionario listo para usar. También se puede usar otro motor: este, puesto a prueba con personas reales, no acertó más que el azar { $scope }.
recommend-low-confidence = La confianza es baja: este informe sirve para preparar pruebas con personas reales, no para decidir.

# Confidence.
confidence-engine-unmeasured = Este motor nunca se ha puesto a prueba con personas reales.
confidence-engine-skill = Puesto a prueba { $skill_scope }, hechas { $asked_in }, este motor solo se equivocó un { $skill } menos que el azar.
confidence-lead = Con ventajas como esta, el motor ha fallado demasiadas veces al señalar la opción favorita de la gente.
confidence-lead-tie = El pronóstico no es lo bastante preciso para asegurar cuál queda en primer lugar.
confidence-lead-likely = La ventaja es probable, pero el margen de error del pronóstico no descarta que gane otra.
confidence-lead-narrow = El resultado es probable, pero no seguro.
confidence-failure-rate = Falló el { $failure_rate } de las simulaciones.
confidence-readings = La respuesta del motor cambió { $apart } puntos porcentuales en promedio según el orden de las opciones o la forma de preguntar.
confidence-engine-guesses = Puesto a prueba con personas reales, este motor no acertó más que el azar { $scope }.
confidence-nothing = Se superan todas las comprobaciones: el acierto del motor, la ventaja, la tasa de fallos y la estabilidad de sus respuestas.

# Método.
notice-synthetic = Los encuestados son sintéticos. Sus perfiles proceden de datos de población reales, pero sus respuestas las da una máquina, no la gente. Cada cifra es una simulación.
notice-scripted = Este informe se hizo con el motor de demostración, que inventa respuestas al azar, sin ningún modelo detrás. Sirve para mostrar cómo funciona el servicio; nada de lo que dice es un hallazgo.
notice-unmeasured = En preguntas como esta, el motor de este informe nunca se ha puesto a prueba con personas reales. Por eso se da poco peso a lo que dice y todos los intervalos son amplios.
notice-guessing = El motor de este informe se puso a prueba con personas reales y no acertó más que el azar { $scope }. De este informe no se puede concluir nada sobre el tema.
source-us-persons = Oficina del Censo de EE. UU., American Community Survey PUMS 2011, ponderada a 2025 (dominio público)
source-ar-persons = INDEC, Encuesta Permanente de Hogares de Argentina, 2016, zonas urbanas (datos abiertos)
source-ages = Naciones Unidas, World Population Prospects 2024: edad y sexo en 2025 (CC BY 3.0 IGO)
source-education = Wittgenstein Centre, estudios por edad y sexo, 2020 (CC BY 4.0, según consta en otras fuentes), ajustados a los datos del Instituto de Estadística de la UNESCO que publica el Banco Mundial (CC BY 4.0)
source-labour = Banco Mundial, Indicadores del Desarrollo Mundial con estimaciones de la OIT: trabajo, población urbana, ingreso por habitante (CC BY 4.0)
source-occupations = ILOSTAT, empleo por ocupación, 2014–2019 (CC BY 4.0); su relación con los estudios se toma de Argentina
source-regions = Global Data Lab, datos subnacionales de desarrollo humano, 2019 (uso libre con atribución)
source-cities = GeoNames, ciudades (CC BY 4.0)
source-households = Naciones Unidas, tamaño y composición de los hogares 2022; la encuesta puede ser antigua (CC BY 3.0 IGO)
source-marital-cn = Censo de China de 2010 a través de Naciones Unidas, estado civil (con atribución)
source-us-names = Administración del Seguro Social y Oficina del Censo de EE. UU., nombres (dominio público)
source-ar-names = RENAPER, nombres de pila por década (CC BY 4.0); apellidos, de listas de personal de investigación
source-names = Nombres de los encuestados (solo para mostrarlos), de oficinas nacionales, Wikidata, listas de Wikipedia y listas hechas para este proyecto (detalles en THIRD-PARTY.md)

# Respuestas abiertas del motor de guion.
scripted-reason-1 = Elegí «{ $option }» porque { $reason }.
scripted-reason-2 = Para mí es «{ $option }»: { $reason }.
scripted-reason-3 = Sobre todo porque { $reason }.
scripted-reason-4 = Diría que { $reason }.
scripted-reason-none = Elegí «{ $option }», aunque no sabría decir exactamente por qué.
scripted-also-1 = Además, { $reason }.
scripted-also-2 = También creo que { $reason }.
scripted-concern-1 = Lo único que me preocupa es que { $concern }.
scripted-concern-2 = Aun así, { $concern }.
scripted-concern-3 = Lo que me frena es que { $concern }.
scripted-no-concern-1 = No hay nada que me preocupe.
scripted-no-concern-2 = No le veo ningún inconveniente.

# Fallos que el cliente puede leer.
failure-too-few = Solo salieron bien { $successful } de { $sampled } simulaciones; un informe necesita al menos la mitad.
failure-audience-empty = Nadie encaja en este público: con el filtro de { $filter } no queda nadie en los datos de población.
failure-audience-too-few = Los datos de población describen solo a { $drawable } personas de este público, muy pocas para { $wanted } encuestados.
failure-audience-no-data = No hay datos de población de { $country }.
audience-city-not-recorded = No hay datos por ciudad { $place }: se usa el estado o la región.
audience-not-recorded = No hay datos para filtrar por { $filter } { $place }: se supone que allí todos cumplen esa condición.
audience-loosened = Muy pocas personas de los datos de población cumplen todo eso, así que se quitó el filtro de { $filter }.
filter-age = edad
filter-sexes = sexo
filter-regions = lugar
filter-area = zona urbana o rural
filter-education = estudios
filter-employment = situación laboral
filter-occupations = ocupación
filter-income = ingresos
filter-household = hogar
filter-children = número de hijos
filter-marital = estado civil
respondent-label = Persona { $number }
failure-engine = El motor que responde por los encuestados no estaba disponible.
failure-engine-away = El motor que responde por los encuestados estuvo fuera de servicio demasiado tiempo. No se ha cobrado nada; inténtalo más tarde.
failure-internal = El informe no se pudo generar por un error interno.
failure-no-panel = Se eliminó el informe a cuyos encuestados se iba a preguntar de nuevo. No se cobró nada; pregunta a encuestados nuevos o a los de otro informe.
failure-exhausted = El informe no se pudo generar: se intentó varias veces sin avanzar.

# Idiomas.
language-en = Inglés
language-es = Español
language-zh = Chino

# Atributos y sus valores.
attribute-country = País
attribute-region = Región
attribute-age = Edad
attribute-age-band = Grupo de edad
attribute-sex = Sexo
attribute-education = Estudios
attribute-income = Ingresos del hogar
attribute-employment = Situación laboral
attribute-household = Hogar
value-sex-female = Mujer
value-sex-male = Hombre
value-age-band-18-29 = 18–29
value-age-band-30-44 = 30–44
value-age-band-45-64 = 45–64
value-age-band-65-plus = 65 o más
value-education-none = Sin estudios
value-education-some-primary = { $country ->
    [AR] Primario incompleto
   *[other] Primaria incompleta
}
value-education-primary = { $country ->
    [AR] Primario completo
   *[other] Primaria
}
value-education-lower-secondary = { $country ->
    [MX] Secundaria
    [ES] ESO
    [AR] Secundario incompleto
    [CO] Básica secundaria
    [CL] Básica completa
   *[other] Secundaria básica
}
value-education-upper-secondary = { $country ->
    [MX] Preparatoria
    [ES] Bachillerato o FP de grado medio
    [AR] Secundario completo
    [CO] Bachillerato
    [CL] Enseñanza media
   *[other] Secundaria completa (bachillerato)
}
value-education-short-cycle = { $country ->
    [MX] Técnico superior universitario
    [ES] FP de grado superior
    [AR] Terciario
    [CO] Técnico o tecnólogo
    [CL] Técnico de nivel superior
   *[other] Carrera técnica superior
}
value-education-bachelor = { $country ->
    [MX] Licenciatura
    [ES] Grado universitario
    [AR] Universitario completo
    [CO] Profesional universitario
    [CL] Universitaria completa
   *[other] Título universitario
}
value-education-master-or-more = { $country ->
    [MX] Maestría o más
    [ES] Máster o doctorado
    [AR] Posgrado
    [CO] Posgrado
    [CL] Posgrado
   *[other] Maestría o más
}
value-income-q1 = Primer quintil (el más bajo)
value-income-q2 = Segundo quintil
value-income-q3 = Tercer quintil (el central)
value-income-q4 = Cuarto quintil
value-income-q5 = Quinto quintil (el más alto)
value-employment-employed = Con empleo
value-employment-unemployed = { $country ->
    [ES] En paro
    [AR] Desocupado/a
    [CL] Cesante
    [CO] Desempleado/a
   *[other] Sin empleo
}
value-employment-not-in-labour-force = No trabaja ni busca empleo
value-employment-armed-forces = Fuerzas armadas
value-household-couple = Hogar con pareja
value-household-family-without-couple = Familia sin pareja
value-household-alone = Vive solo/a
value-household-non-family = Convive con personas ajenas a la familia
value-household-group-quarters = Alojamiento colectivo
attribute-city = Ciudad
attribute-area = Zona
attribute-worker-class = Categoría ocupacional
attribute-sector = Sector
attribute-occupation = Ocupación
attribute-children = Hijos propios en el hogar
attribute-earlier-choice = Respuesta anterior
attribute-marital = Estado civil
attribute-name = Nombre
value-area-urban = Urbana
value-area-rural = Rural
value-education-post-secondary = { $country ->
    [AR] Terciario o universitario
   *[other] Estudios posteriores a la secundaria
}
value-employment-student = Estudiante
value-employment-retired = { $country ->
    [CO] Pensionado/a
    [CL] Pensionado/a
   *[other] Jubilado/a
}
value-employment-homemaker = Se dedica al hogar
value-worker-class-employee = Asalariado/a
value-worker-class-self-employed = Por cuenta propia
value-worker-class-employer = Empleador/a
value-worker-class-family-worker = Ayuda en un negocio familiar
value-worker-class-private-employee = Asalariado/a del sector privado
value-worker-class-government-employee = Asalariado/a del sector público
value-worker-class-nonprofit-employee = Asalariado/a de una entidad sin fines de lucro
value-sector-agriculture = Agricultura
value-sector-industry = Industria
value-sector-services = Servicios
value-household-with-children = Con menores de 15 años
value-household-with-others = Con otras personas, sin menores de 15 años
value-marital-never = Soltero/a
value-marital-married = Casado/a
value-marital-separated-divorced = Separado/a o divorciado/a
value-marital-widowed = Viudo/a
value-marital-cohabiting = En unión libre o de hecho
value-occupation-isco-01 = Oficiales de las fuerzas armadas
value-occupation-isco-02 = Suboficiales de las fuerzas armadas
value-occupation-isco-03 = Tropa de las fuerzas armadas
value-occupation-isco-11 = Directores ejecutivos, altos cargos y legisladores
value-occupation-isco-12 = Directores administrativos y comerciales
value-occupation-isco-13 = Directores de producción y servicios especializados
value-occupation-isco-14 = Gerentes de hoteles, restaurantes, comercios y otros servicios
value-occupation-isco-21 = Profesionales de las ciencias y la ingeniería
value-occupation-isco-22 = Profesionales de la salud
value-occupation-isco-23 = Profesionales de la enseñanza
value-occupation-isco-24 = Profesionales de la administración y los negocios
value-occupation-isco-25 = Profesionales de la informática y las comunicaciones
value-occupation-isco-26 = Profesionales del derecho, lo social y la cultura
value-occupation-isco-31 = Técnicos de las ciencias y la ingeniería
value-occupation-isco-32 = Técnicos de la salud
value-occupation-isco-33 = Técnicos de la administración y los negocios
value-occupation-isco-34 = Técnicos jurídicos, sociales y culturales
value-occupation-isco-35 = Técnicos de la informática y las comunicaciones
value-occupation-isco-41 = Oficinistas
value-occupation-isco-42 = Empleados de atención al público
value-occupation-isco-43 = Empleados contables y de registro de materiales
value-occupation-isco-44 = Otro personal administrativo
value-occupation-isco-51 = Trabajadores de los servicios personales
value-occupation-isco-52 = Vendedores
value-occupation-isco-53 = Trabajadores de los cuidados personales
value-occupation-isco-54 = Personal de seguridad y protección
value-occupation-isco-61 = Agricultores y ganaderos para el mercado
value-occupation-isco-62 = Trabajadores forestales, pescadores y cazadores para el mercado
value-occupation-isco-63 = Agricultores, pescadores, cazadores y recolectores de subsistencia
value-occupation-isco-71 = Oficios de la construcción
value-occupation-isco-72 = Oficios de la metalurgia y la mecánica
value-occupation-isco-73 = Artesanos y trabajadores de las artes gráficas
value-occupation-isco-74 = Oficios de la electricidad y la electrónica
value-occupation-isco-75 = Oficios de la alimentación, la madera, la confección y afines
value-occupation-isco-81 = Operadores de instalaciones fijas y máquinas
value-occupation-isco-82 = Ensambladores
value-occupation-isco-83 = Conductores y operadores de equipos móviles
value-occupation-isco-91 = Personal de limpieza y asistentes
value-occupation-isco-92 = Peones agropecuarios, forestales y pesqueros
value-occupation-isco-93 = Peones de la minería, la construcción, la industria y el transporte
value-occupation-isco-94 = Ayudantes de cocina
value-occupation-isco-95 = Vendedores y trabajadores ambulantes
value-occupation-isco-96 = Recolectores de desechos y otras ocupaciones elementales
value-occupation-soc-11 = Dirección y gestión
value-occupation-soc-13 = Negocios y operaciones financieras
value-occupation-soc-15 = Informática y matemáticas
value-occupation-soc-17 = Arquitectura e ingeniería
value-occupation-soc-19 = Ciencias naturales y sociales
value-occupation-soc-21 = Servicios comunitarios y sociales
value-occupation-soc-23 = Servicios jurídicos
value-occupation-soc-25 = Educación, formación y bibliotecas
value-occupation-soc-27 = Arte, diseño, espectáculos, deporte y medios
value-occupation-soc-29 = Profesionales y técnicos de la salud
value-occupation-soc-31 = Apoyo en servicios de salud
value-occupation-soc-33 = Seguridad y protección
value-occupation-soc-35 = Preparación y servicio de comidas
value-occupation-soc-37 = Limpieza y mantenimiento de edificios y terrenos
value-occupation-soc-39 = Cuidado y servicios personales
value-occupation-soc-41 = Ventas
value-occupation-soc-43 = Apoyo administrativo y de oficina
value-occupation-soc-45 = Agricultura, pesca y silvicultura
value-occupation-soc-47 = Construcción y extracción
value-occupation-soc-49 = Instalación, mantenimiento y reparación
value-occupation-soc-51 = Producción
value-occupation-soc-53 = Transporte y traslado de materiales
value-occupation-soc-55 = Fuerzas armadas
value-occupation-skill-professional = Trabajo profesional
value-occupation-skill-technical = Trabajo técnico
value-occupation-skill-operative = Trabajo operativo
value-occupation-skill-unskilled = Trabajo no calificado
value-country-AE = Emiratos Árabes Unidos
value-country-AF = Afganistán
value-country-AL = Albania
value-country-AM = Armenia
value-country-AO = Angola
value-country-AR = Argentina
value-country-AT = Austria
value-country-AU = Australia
value-country-AZ = Azerbaiyán
value-country-BA = Bosnia y Herzegovina
value-country-BD = Bangladés
value-country-BE = Bélgica
value-country-BF = Burkina Faso
value-country-BG = Bulgaria
value-country-BH = Baréin
value-country-BI = Burundi
value-country-BJ = Benín
value-country-BO = Bolivia
value-country-BR = Brasil
value-country-BW = Botsuana
value-country-BY = Bielorrusia
value-country-CA = Canadá
value-country-CD = República Democrática del Congo
value-country-CF = República Centroafricana
value-country-CG = República del Congo
value-country-CH = Suiza
value-country-CI = Costa de Marfil
value-country-CL = Chile
value-country-CM = Camerún
value-country-CN = China
value-country-CO = Colombia
value-country-CR = Costa Rica
value-country-CU = Cuba
value-country-CY = Chipre
value-country-CZ = Chequia
value-country-DE = Alemania
value-country-DJ = Yibuti
value-country-DK = Dinamarca
value-country-DO = República Dominicana
value-country-DZ = Argelia
value-country-EC = Ecuador
value-country-EE = Estonia
value-country-EG = Egipto
value-country-ER = Eritrea
value-country-ES = España
value-country-ET = Etiopía
value-country-FI = Finlandia
value-country-FR = Francia
value-country-GA = Gabón
value-country-GB = Reino Unido
value-country-GE = Georgia
value-country-GH = Ghana
value-country-GM = Gambia
value-country-GN = Guinea
value-country-GQ = Guinea Ecuatorial
value-country-GR = Grecia
value-country-GT = Guatemala
value-country-GW = Guinea-Bisáu
value-country-HK = Hong Kong
value-country-HN = Honduras
value-country-HR = Croacia
value-country-HT = Haití
value-country-HU = Hungría
value-country-ID = Indonesia
value-country-IE = Irlanda
value-country-IL = Israel
value-country-IN = India
value-country-IQ = Irak
value-country-IR = Irán
value-country-IT = Italia
value-country-JM = Jamaica
value-country-JO = Jordania
value-country-JP = Japón
value-country-KE = Kenia
value-country-KG = Kirguistán
value-country-KH = Camboya
value-country-KP = Corea del Norte
value-country-KR = Corea del Sur
value-country-KW = Kuwait
value-country-KZ = Kazajistán
value-country-LA = Laos
value-country-LB = Líbano
value-country-LK = Sri Lanka
value-country-LR = Liberia
value-country-LS = Lesoto
value-country-LT = Lituania
value-country-LV = Letonia
value-country-LY = Libia
value-country-MA = Marruecos
value-country-MD = Moldavia
value-country-MG = Madagascar
value-country-MK = Macedonia del Norte
value-country-ML = Mali
value-country-MM = Myanmar
value-country-MN = Mongolia
value-country-MR = Mauritania
value-country-MU = Mauricio
value-country-MW = Malaui
value-country-MX = México
value-country-MY = Malasia
value-country-MZ = Mozambique
value-country-NA = Namibia
value-country-NE = Níger
value-country-NG = Nigeria
value-country-NI = Nicaragua
value-country-NL = Países Bajos
value-country-NO = Noruega
value-country-NP = Nepal
value-country-NZ = Nueva Zelanda
value-country-OM = Omán
value-country-PA = Panamá
value-country-PE = Perú
value-country-PG = Papúa Nueva Guinea
value-country-PH = Filipinas
value-country-PK = Pakistán
value-country-PL = Polonia
value-country-PR = Puerto Rico
value-country-PS = Territorios Palestinos
value-country-PT = Portugal
value-country-PY = Paraguay
value-country-QA = Catar
value-country-RO = Rumanía
value-country-RS = Serbia
value-country-RU = Rusia
value-country-RW = Ruanda
value-country-SA = Arabia Saudí
value-country-SD = Sudán
value-country-SE = Suecia
value-country-SG = Singapur
value-country-SI = Eslovenia
value-country-SK = Eslovaquia
value-country-SL = Sierra Leona
value-country-SN = Senegal
value-country-SO = Somalia
value-country-SS = Sudán del Sur
value-country-SV = El Salvador
value-country-SY = Siria
value-country-SZ = Esuatini
value-country-TD = Chad
value-country-TG = Togo
value-country-TH = Tailandia
value-country-TJ = Tayikistán
value-country-TL = Timor-Leste
value-country-TM = Turkmenistán
value-country-TN = Túnez
value-country-TR = Turquía
value-country-TT = Trinidad y Tobago
value-country-TW = Taiwán
value-country-TZ = Tanzania
value-country-UA = Ucrania
value-country-UG = Uganda
value-country-US = Estados Unidos
value-country-UY = Uruguay
value-country-UZ = Uzbekistán
value-country-VE = Venezuela
value-country-VN = Vietnam
value-country-XK = Kosovo
value-country-YE = Yemen
value-country-ZA = Sudáfrica
value-country-ZM = Zambia
value-country-ZW = Zimbabue
describe-who =
    { $sex ->
        [female] Es una mujer de { $age } años que vive en { $place }.
       *[other] Es un hombre de { $age } años que vive en { $place }.
    }
describe-who-anywhere =
    { $sex ->
        [female] Es una mujer de { $age } años.
       *[other] Es un hombre de { $age } años.
    }
describe-inside = { $inside }, { $country }
describe-urban = una zona urbana de { $place }
describe-rural = una zona rural de { $place }
describe-and = { $first } y { $last }
describe-details =
    { $sex ->
        [female] Ella { $details }.
       *[other] Él { $details }.
    }
describe-job = trabaja en el grupo ocupacional «{ $job }»
describe-education-none = no tiene estudios
describe-education-some-primary = no terminó la primaria
describe-education-primary = terminó la primaria
describe-education-lower-secondary = terminó la primera etapa de secundaria
describe-education-upper-secondary = terminó la segunda etapa de secundaria
describe-education-short-cycle = tiene un título de dos años
describe-education-bachelor = tiene un grado universitario
describe-education-master-or-more = tiene un máster o un título superior
describe-education-post-secondary = tiene estudios posteriores a la secundaria
describe-employment-employed = tiene empleo
describe-employment-unemployed = no tiene empleo y lo busca
describe-employment-not-in-labour-force = no trabaja ni busca empleo
describe-employment-armed-forces = sirve en las fuerzas armadas
describe-employment-student = estudia
describe-employment-retired =
    { $sex ->
        [female] está jubilada
       *[other] está jubilado
    }
describe-employment-homemaker = se dedica a las labores del hogar
describe-sector-agriculture = trabaja en la agricultura
describe-sector-industry = trabaja en la industria
describe-sector-services = trabaja en los servicios
describe-worker-class-self-employed = trabaja por cuenta propia
describe-worker-class-employer = emplea a otras personas
describe-worker-class-family-worker = ayuda sin sueldo en un negocio familiar
describe-worker-class-private-employee = tiene un puesto en una empresa
describe-worker-class-government-employee = tiene un puesto en el sector público
describe-worker-class-nonprofit-employee = tiene un puesto en una entidad sin fines de lucro
describe-marital-never =
    { $sex ->
        [female] es soltera
       *[other] es soltero
    }
describe-marital-married =
    { $sex ->
        [female] está casada
       *[other] está casado
    }
describe-marital-separated-divorced =
    { $sex ->
        [female] está separada o divorciada
       *[other] está separado o divorciado
    }
describe-marital-widowed =
    { $sex ->
        [female] es viuda
       *[other] es viudo
    }
describe-marital-cohabiting = vive en pareja sin casarse
describe-household-couple = vive en un hogar con pareja
describe-household-family-without-couple = vive con familiares en un hogar sin pareja
describe-household-alone =
    { $sex ->
        [female] vive sola
       *[other] vive solo
    }
describe-household-non-family = comparte vivienda con personas que no son familiares
describe-household-group-quarters = vive en un alojamiento colectivo
describe-household-with-children = vive con menores de 15 años
describe-household-with-others = vive con personas de 15 años o más
describe-income-q1 = tiene ingresos en el quinto más bajo de su país
describe-income-q2 = tiene ingresos en el segundo quinto de su país
describe-income-q3 = tiene ingresos en el quinto central de su país
describe-income-q4 = tiene ingresos en el cuarto quinto de su país
describe-income-q5 = tiene ingresos en el quinto más alto de su país
level-low = Baja
level-medium = Media
level-high = Alta
check-engine-skill = Acierto del motor
check-lead = Ventaja
check-failure-rate = Tasa de fallos
check-order-effect = Efecto del orden
check-readings = Cambio según el orden y la forma de preguntar
kind-single-choice = Opción única
kind-multiple-choice = Opción múltiple
kind-rating = Valoración
kind-best-worst = Mejor y peor
kind-open-text = Texto abierto

# Página pública.
page-options = Todas las opciones
page-segments = Grupos
page-drivers = Motivos citados
page-drivers-note = Motivos que dan las respuestas simuladas; no demuestran qué mueve a la gente. En la última columna, ×2 significa que quienes eligieron la opción que va primera citan el motivo el doble que el resto.
page-risks = Preocupaciones citadas
page-themes = Temas de las respuestas abiertas
page-recommendation = Recomendación
page-confidence = Confianza
page-method = Método
page-questionnaire = Cuestionario
page-sources = Fuentes
page-statistics = Muestra
page-notable = Destaca
page-none = No hay
page-not-measured = Sin medir
page-no-segments = Ningún grupo llega a 20 encuestados.
page-download-json = Descargar el informe (JSON)
page-download-csv = Descargar los encuestados (CSV)
page-changes = Cambios de redacción
page-asked-as = Se preguntó así:
page-as-is = A petición de quien encargó el informe, la pregunta y las opciones se presentaron exactamente como se escribieron.
page-option = Opción
page-option-answer = Respuesta
page-share = Porcentaje
page-count = Veces elegida
page-interval = Intervalo de simulación del { $level }
page-probability-best = Probabilidad de quedar primera
page-segment = Grupo
page-p-adjusted = Valor p ajustado
page-driver = Motivo
page-lift = Frente al resto
page-risk = Preocupación
page-severity = Gravedad
page-severity-note = Cada uno de los { $n } encuestados simulados a los que se preguntó pudo nombrar una. La gravedad es alta si la nombra al menos el { $high }, o al menos el { $medium } con una valoración de 1 a 5 que queda { $gap } puntos o más por debajo de la del resto; media, si se cumple solo una de estas dos últimas condiciones; y baja en los demás casos.
page-only-motive = Solo hubo una respuesta: «{ $motive }», del { $share } ({ $range }).
page-check = Comprobación
page-value = Valor
page-allows = Confianza máxima
page-engine = Motor
page-model = Modelo
page-seed = Semilla
page-forms = Órdenes de las opciones
page-lambda = Peso del motor (λ)
page-skill = Acierto medido
page-target = Encuestados pedidos
page-candidates = Personas que encajan (estimación)
page-sampled = Encuestados simulados
page-successful = Encuestados con respuestas válidas
page-failed = Encuestados sin respuesta por un fallo
page-worst-count = En último lugar
page-best-count = En primer lugar
page-acceptance = ¿Sirve alguna opción?
page-likelihood = Firmeza de la elección
page-likelihood-mean = Puntuación promedio
page-quality = Calidad de las respuestas simuladas
page-effective-size = El pronóstico equivale a preguntar a
page-people = { $n } personas
page-order-effect = Efecto del orden mostrado (p)
page-readings-apart = Cuánto cambió la respuesta con el orden y la forma de preguntar
page-diversity = Cuánto varía el pronóstico de un encuestado a otro
page-split-half = Coincidencia entre dos mitades de la muestra
page-split-half-winner = Misma opción en primer lugar en ambas mitades
page-near-duplicates = Respuestas abiertas que casi repiten otra
page-alike = { $n } dijeron casi lo mismo
page-notes = Sobre la redacción

# Workspace.
web-tagline = Informes de investigación con encuestados sintéticos, que dicen con claridad cuánto pueden alejarse de lo que respondería la gente.
web-question = Pregunta
web-status = Estado
web-status-queued = En cola
web-status-generating-questionnaire = Preparando el cuestionario
web-status-sampling = Simulando respuestas
web-status-completed = Terminado
web-status-failed = Fallido
web-status-cancelled = Cancelado
web-open = Abrir el informe
web-sign-in = Iniciar sesión
web-sign-in-explained = Este enlace sirve para iniciar sesión una sola vez, en este navegador.
web-sign-in-expired = Este enlace de acceso ya no sirve
web-sign-in-expired-explained = Ya se usó o caducó. Quien administra este servicio crea otro con «canvass account sign-in» y tu correo electrónico.
web-sign-out = Cerrar sesión
web-not-found = No hay nada en esta dirección
web-not-found-explained = Puede que el enlace esté mal escrito o que el contenido ya no esté publicado.
web-deleted = Este informe se borró
web-deleted-explained = Lo borró quien lo creó y ya no se puede leer.
web-trouble = Algo salió mal
web-trouble-explained = No se ha perdido nada. Vuelve a intentarlo en un momento.
web-too-many = Demasiadas solicitudes
web-too-many-explained = Llegan muchas solicitudes desde tu red. Vuelve a intentarlo en un momento.
web-busy = El servicio está ocupado
web-busy-explained = Mucha gente está leyendo en este momento. Vuelve a intentarlo en unos segundos.
web-slow = Esto está tardando demasiado
web-slow-explained = El servicio está muy ocupado en este momento. Vuelve a intentarlo dentro de un rato; si enviaste algo, comprueba antes si llegó.
web-home = Ir a la página de inicio

# Questionnaire: the client’s question put to one of several short lists; $ask says what to do with the list.
# Redacción presentada: por qué se editó y qué se observó en ella.
change-invisible = Se eliminaron caracteres invisibles.
change-doubled-mark = Se redujo a un solo signo la puntuación repetida.
change-spelling = Se corrigió una falta de ortografía.
change-question-mark = Se añadieron los signos de interrogación que faltaban.
change-list-marker = Se quitaron las marcas de lista de todas las opciones para que se lean igual.
change-quotes = Se quitaron las comillas de todas las opciones para que se lean igual.
change-end-mark = Se quitó la puntuación final para que todas las opciones terminen igual.
change-capital = Se puso mayúscula inicial para que todas las opciones empiecen igual.
change-wide-mark = Los signos de puntuación estrechos se cambiaron por los chinos.
change-opening = La pregunta empieza ahora con mayúscula.
change-abbreviation = Se escribió completa una abreviatura.
change-courtesy = Se quitaron saludos y agradecimientos.
change-praise = Se quitaron los elogios para que la redacción no favorezca ninguna respuesta.
change-pressure = Se quitaron las palabras que empujan hacia una respuesta.
change-second-question = Se dejó fuera la segunda pregunta: las opciones responden solo a una.
change-form = Se igualaron las mayúsculas y los signos para que ninguna opción llame más la atención.
change-currency = Se añadió la moneda del país del público.
change-proposed = Redactado de nuevo por el modelo: ortografía, redacción neutral o forma paralela; lo que se pregunta no cambia.
change-dearest-price = Se pregunta por el precio más alto al que cada persona todavía compraría: de ahí se deduce cuántas comprarían a cada precio.
inquiry-preference = preferencia
inquiry-naming = nombre o eslogan
inquiry-pricing = precio
inquiry-feature-priority = prioridad de funciones
inquiry-likelihood = probabilidad
inquiry-factual-belief = creencia sobre un hecho
note-language-en = La pregunta está escrita en inglés, a diferencia de este informe. A los encuestados se les planteó en ese idioma.
note-language-es = La pregunta está escrita en español, a diferencia de este informe. A los encuestados se les planteó en ese idioma.
note-language-zh = La pregunta está escrita en chino, a diferencia de este informe. A los encuestados se les planteó en ese idioma.
note-overlap = «{ $first }» y «{ $second }» se solapan: una misma respuesta podría corresponder a ambas.
note-two-questions = La pregunta parece plantear dos cosas a la vez, así que no queda claro a cuál se responde.
note-two-things = «{ $option }» une dos cosas, así que no queda claro cuál se eligió.
note-leading = La redacción elogia, critica o sugiere una respuesta, lo que puede influir en los resultados.
note-much-longer = «{ $option }» es mucho más larga que las demás opciones, lo que puede atraer la atención.
note-sentence = «{ $option }» está redactada como una oración, a diferencia de las demás opciones.
note-verb-form = «{ $option }» tiene una forma gramatical distinta de la de las demás opciones.

# Whom to ask.
audience-change = Indica un público para cambiarlo.
audience-change-place = Indica un lugar para cambiarlo.
audience-change-place-or-world = Indica un lugar, o escribe «en todo el mundo», para cambiarlo.
audience-from-account = No se indicó ningún público, así que se simula a personas adultas del país indicado en los ajustes.
audience-from-language = No se indicó ningún público, así que se simula a personas adultas de { $home }, porque la pregunta está en { $language }.
audience-from-question-account = No se indicó ningún público. El tipo de personas se dedujo de la pregunta y el país es el de los ajustes.
audience-from-question-language = No se indicó ningún público. El tipo de personas se dedujo de la pregunta; se supone que son de { $home }, porque la pregunta está en { $language }.
audience-place-from-question = El público no menciona ningún lugar, así que el lugar se dedujo de la pregunta y sus opciones.
audience-place-from-account = El público no menciona ningún lugar, así que se simula a personas del país indicado en los ajustes.
audience-place-from-language = El público no menciona ningún lugar, así que se simula a personas de { $home }, porque la pregunta está en { $language }.
audience-home-en = los países donde el idioma principal es el inglés
audience-home-es = los países donde el idioma principal es el español
audience-home-zh = la China continental
audience-words-and-place = { $words } ({ $place })
audience-language-en = inglés
audience-language-es = español
audience-language-zh = chino
audience-fitting = Unas { $n } personas encajan en este público.
audience-fitting-assumed = Unas { $n } personas cumplen los filtros. No hay datos de cuántas cumplen además esto: { $traits }; el público real puede ser menor.
age-band-one = { $first }
age-band-span = { $first }–{ $last }
age-band-from = { $first } o más
age-band-minors = Menos de 18
confidence-scale = El intervalo en torno al { $top } es demasiado amplio para saber si es la mayoría.
confidence-price = El pronóstico no es lo bastante preciso para asegurar cuál de estos precios deja más ingresos.
summary-shares-answer = De { $answered } encuestados simulados, el { $support } respondió «{ $option }» (intervalo del { $level }: del { $support_low } al { $support_high }) y el { $runner_up_support } respondió «{ $runner_up }».
summary-driver-answer = En conjunto, el motivo más citado fue «{ $driver }» ({ $driver_share }).
next-risk-naming = Falta comprobar que nadie más use «{ $leader }». Lo que más preocupa a quienes lo eligen: «{ $leader_risk }» ({ $leader_risk_share }).

# Lo que vale un motor para una pregunta, dicho antes de gastar nada. $scope es uno de los ámbitos.
worth-scope-all = en preguntas de encuesta
worth-scope-opinions = en preguntas sobre opiniones y hábitos
worth-scope-choices = en preguntas de elección entre productos, nombres o funciones
worth-scope-prices = en preguntas sobre precios
asked-in-en = en inglés
asked-in-es = en español
asked-in-zh = en chino
asked-in-all = en todos los idiomas
worth-knows = Se puso a prueba { $scope }: en { $cases } preguntas de encuesta de este tipo, de resultado conocido, los pronósticos de este motor se equivocaron un { $skill } menos que el azar. Acertó la opción favorita de la gente en el { $right } de ellas; al azar se acertaría en el { $chance }.
worth-guesses = Puesto a prueba con personas reales { $scope }, este motor no acertó más que el azar: con { $cases } preguntas de encuesta de este tipo obtuvo { $skill } (0 es el azar; 100, las respuestas de la gente), y eso puede deberse a la casualidad. El informe dirá que este motor no puede saberlo.
worth-pooled = Se contaron preguntas en todos los idiomas, porque hay pocas de este tipo en el idioma del informe.
worth-family-unmeasured = Este motor no se ha puesto a prueba { $scope }. En { $cases } preguntas de encuesta de todo tipo, sus pronósticos se equivocaron un { $skill } menos que el azar.
worth-family-unmeasured-guesses = Este motor no se ha puesto a prueba { $scope }, y en preguntas de encuesta de todo tipo no acertó más que el azar ({ $cases } preguntas). El informe dirá que este motor no puede saberlo.
worth-engine = El motor en uso es { $engine }.
worth-engine-knows = Puesto a prueba con personas reales, acierta más que el azar { $scopes }.
worth-engine-guesses = No acertó más que el azar { $scopes }.
worth-engine-better = Para usar uno mejor: «{ $command }».
worth-engine-scripted = El motor en uso es el de demostración: inventa las respuestas y solo sirve para pruebas y demostraciones. Para usar uno de verdad: «{ $command }».
worth-unmeasured = Este motor nunca se ha puesto a prueba con personas reales.
worth-remedy = Pregunta a personas reales o usa un motor mejor: «{ $command }».
worth-remedy-unmeasured = Usa el informe solo para preparar una encuesta, pregunta a personas reales o usa un motor ya puesto a prueba: «{ $command }».

# Cómo llama un prompt a los grupos según una elección anterior, y las frases sobre la tabla cruzada.
earlier-choice-asked = Lo que eligieron cuando se les preguntó «{ $question }»
cross-table-notable = De quienes antes eligieron «{ $earlier }», el { $share } elige ahora «{ $option }»; de los demás, el { $others }.
cross-table-notable-price = De quienes antes eligieron «{ $earlier }», el { $share } compraría a { $option }; de los demás, el { $others }.
cross-table-alike = La respuesta anterior no marca ninguna diferencia notable.
cross-table-note = No se ha puesto a prueba con personas reales cómo se relacionan las respuestas a dos preguntas. Las diferencias son las del motor, reducidas con el mismo factor que sus diferencias entre grupos.
cross-table-independent = Ninguna prueba con personas reales avala las diferencias entre grupos de este motor, así que las respuestas a las dos preguntas se sortean por separado. Que coincidan o no coincidan no significa nada.
cross-table-none = No se puede saber cómo se relacionan las dos respuestas: son muy pocos los encuestados de cada respuesta anterior, o el motor no dio un pronóstico útil para ellos.

# Grupos de personas dentro de una frase: «Entre las mujeres, el 61% eligió…».
group-any = las personas de este grupo: { $attribute }, «{ $value }»
group-age-minors = los menores de 18 años
group-age-one = las personas de { $first } años
group-age-span = las personas de { $first } a { $last } años
group-age-from = las personas de { $first } años o más
group-sex-female = las mujeres
group-sex-male = los hombres
group-country = las personas de { $value }
group-region = las personas de { $value }
group-city = las personas de { $value }
group-area-urban = las personas de zonas urbanas
group-area-rural = las personas de zonas rurales
group-education = las personas cuyo nivel de estudios es «{ $value }»
group-education-none = las personas sin estudios
group-education-some-primary = las personas que no terminaron la primaria
group-education-post-secondary = las personas con estudios superiores
group-income-q1 = las personas del quintil de ingresos más bajo
group-income-q2 = las personas del segundo quintil de ingresos
group-income-q3 = las personas del quintil central de ingresos
group-income-q4 = las personas del cuarto quintil de ingresos
group-income-q5 = las personas del quintil de ingresos más alto
group-employment-employed = las personas con empleo
group-employment-unemployed = las personas sin empleo
group-employment-not-in-labour-force = las personas que no trabajan ni buscan empleo
group-employment-armed-forces = los miembros de las fuerzas armadas
group-employment-student = los estudiantes
group-employment-retired = las personas jubiladas
group-employment-homemaker = las personas que se dedican al hogar
group-worker-class-employee = las personas asalariadas
group-worker-class-self-employed = las personas que trabajan por cuenta propia
group-worker-class-employer = los empleadores
group-worker-class-family-worker = las personas que ayudan en un negocio familiar
group-worker-class-private-employee = las personas asalariadas del sector privado
group-worker-class-government-employee = las personas asalariadas del sector público
group-worker-class-nonprofit-employee = las personas asalariadas de entidades sin fines de lucro
group-sector-agriculture = las personas que trabajan en la agricultura
group-sector-industry = las personas que trabajan en la industria
group-sector-services = las personas que trabajan en los servicios
group-occupation = las personas cuya ocupación es «{ $value }»
group-household-couple = las personas de hogares con pareja
group-household-family-without-couple = las personas de familias sin pareja
group-household-alone = las personas que viven solas
group-household-non-family = las personas que conviven con gente ajena a la familia
group-household-group-quarters = las personas de alojamientos colectivos
group-household-with-children = las personas que viven con menores de 15 años
group-household-with-others = las personas que viven con otras, sin menores de 15 años
group-marital-never = las personas solteras
group-marital-married = las personas casadas
group-marital-separated-divorced = las personas separadas o divorciadas
group-marital-widowed = las personas viudas
group-marital-cohabiting = las personas en unión libre o de hecho
group-earlier-choice = las personas que antes eligieron «{ $value }»
