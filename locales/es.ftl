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
audience-filter = { $field }: { $values }
audience-traits = No es un filtro, pero se dio por cierto para todas las personas encuestadas, porque ninguna estadística lo recoge: { $traits }.
audience-quote = «{ $words }»
audience-list-and = { $head } y { $last }
audience-list-and-before-i = { $head } e { $last }
audience-list-or = { $head } o { $last }
audience-list-or-before-o = { $head } u { $last }
audience-none-given = No se indicó ningún público y la pregunta no nombra ninguno.
audience-from-question = No se indicó ningún público; este se dedujo de la pregunta.
audience-adults-only = Solo se pregunta a personas adultas, así que el público empieza en los 18 años.
audience-nobody = Nadie en los datos de población encaja en este público: { $description }
audience-clash-values = El público no puede existir: { $field } no puede ser a la vez { $values }.
audience-clash-ages = El público no puede existir: nadie tiene a la vez { $over } años o más y { $under } años o menos.
audience-clash-minors = Las personas encuestadas son adultas: en el público no hay nadie de 18 años o más.
audience-clash-retired = El público no puede existir: nadie de { $max } años o menos está jubilado.
audience-clash-no-place = El público no puede existir: todos los lugares que nombra están también excluidos.
audience-clash-outside = El público no puede existir: { $part } no está en { $country }.
audience-field-sexes = sexo
audience-field-education = estudios
audience-field-income = ingresos del hogar
audience-field-area = zona
audience-field-employment = situación laboral
audience-field-occupations = grupo de ocupación (CIUO-08)
audience-field-household = hogar
audience-field-marital = estado civil
audience-sexes-female = mujer
audience-sexes-male = hombre
audience-area-urban = urbana
audience-area-rural = rural
audience-employment-employed = con empleo
audience-employment-unemployed = en paro
audience-employment-not-in-labour-force = fuera de la población activa
audience-employment-armed-forces = en las fuerzas armadas
audience-employment-student = estudiante
audience-employment-retired = con jubilación
audience-employment-homemaker = dedicación al hogar
audience-employment-self-employed = por cuenta propia
audience-household-couple = pareja
audience-household-family-without-couple = familia sin pareja
audience-household-alone = vive en solitario
audience-household-non-family = convive con personas ajenas a la familia
audience-household-group-quarters = alojamiento colectivo
audience-household-with-children = con hijos
audience-marital-never = nunca casado
audience-marital-married = casado
audience-marital-separated-divorced = separado o divorciado
audience-marital-widowed = viudo
audience-marital-cohabiting = en unión de hecho
audience-convention-teenagers = Por adolescentes se entiende de 13 a 19 años.
audience-convention-young = Por «joven» se entiende de 18 a 35 años.
audience-convention-middle-aged = Por «mediana edad» se entiende de 40 a 59 años.
audience-convention-middle-old = Por «mediana edad y mayores» se entiende 40 años o más.
audience-convention-young-middle = Por «jóvenes y de mediana edad» se entiende de 18 a 59 años.
audience-convention-seniors = Por «personas mayores» se entiende 65 años o más.
audience-convention-older-60 = Por «adultos mayores» se entiende 60 años o más.
audience-convention-gen-z = La generación Z abarca a los nacidos de 1997 a 2012, con 28 años como máximo en 2025.
audience-convention-millennials = Los milenials son los nacidos de 1981 a 1996, de 29 a 44 años en 2025.
audience-convention-gen-x = La generación X abarca a los nacidos de 1965 a 1980, de 45 a 60 años en 2025.
audience-convention-boomers = Los baby boomers son los nacidos de 1946 a 1964, de 61 a 79 años en 2025.
audience-convention-silent = La generación silenciosa abarca a los nacidos de 1928 a 1945, de 80 a 97 años en 2025.
audience-convention-low-income = Por ingresos bajos se entienden los dos quintos inferiores.
audience-convention-poor = Por «pobre» se entiende el quinto inferior de ingresos.
audience-convention-lower-middle = Por «media baja» se entiende el segundo quinto de ingresos.
audience-convention-middle-income = Por ingresos medios se entienden los tres quintos centrales.
audience-convention-upper-middle = Por «media alta» se entiende el cuarto quinto de ingresos.
audience-convention-high-income = Por ingresos altos se entienden los dos quintos superiores.
audience-convention-wealthy = Por «rico» se entiende el quinto superior de ingresos.
audience-convention-first-tier = Por ciudades de primer nivel se entienden Pekín, Shanghái, Cantón y Shenzhen.
audience-convention-new-first-tier = Las nuevas ciudades de primer nivel son las de la lista de 2024 que figuran en los datos de población.

# Cuestionario.
question-likelihood = ¿Qué probabilidad hay de que actúe según esta elección?
question-likelihood-min = Nada probable
question-likelihood-max = Muy probable
question-reason = ¿Por qué ha elegido esta opción y hay algo de ella que le preocupe?

# Panorama.
headline-winner = «{ $option }» va en cabeza con el { $support } de las personas simuladas
headline-tie = Demasiado igualado: «{ $option }» y «{ $runner_up }» están a la par entre las personas simuladas
summary-base =
    { $n_count ->
        [one] Respondió { $n } persona simulada
       *[other] Respondieron { $n } personas simuladas
    } de una muestra de { $sampled }.
summary-winner = «{ $option }» fue la opción elegida por el { $support } (intervalo de simulación del 95 %: { $interval }), por delante de «{ $runner_up }» por una diferencia de { $lead } puntos porcentuales.
summary-tie = «{ $option }» fue la opción elegida por el { $support } (intervalo de simulación del 95 %: { $interval }) y «{ $runner_up }», por el { $runner_up_support }; la diferencia de { $lead } puntos porcentuales está dentro de lo que produce el azar.
summary-probability = Probabilidad de que «{ $option }» sea la opción más elegida en esta simulación: { $probability }.
summary-likelihood = A la pregunta de con qué probabilidad actuarían según su elección, la respuesta media es { $mean } en una escala de 1 a 5.
summary-segments =
    { $n_count ->
        [one] { $n } segmento difiere de forma notable del resto.
       *[other] { $n } segmentos difieren de forma notable del resto.
    }
summary-no-segments = Ningún segmento difiere de forma notable del resto.
summary-driver = El motivo más citado en las respuestas simuladas es «{ $driver }» ({ $share }).

# Recomendación.
recommend-winner = Tome «{ $option }» como opción de trabajo y contrástela con personas reales antes de comprometerse: estas respuestas son simuladas.
recommend-tie = Con estas respuestas no se puede distinguir entre «{ $option }» y «{ $runner_up }». No decida a partir de ellas: pregunte a personas reales por estas dos opciones o busque qué las diferenciaría.
recommend-risk = Atienda primero la preocupación «{ $risk }»: la cita el { $share } de las personas simuladas.
recommend-low-confidence = Considérelo un ensayo y no una prueba: la confianza es baja.

# Confianza.
confidence-engine-unmeasured = La confianza es limitada porque nunca se ha medido el acierto del motor frente a personas reales.
confidence-engine-skill = La confianza está limitada por el acierto medido del motor: { $value } sobre 100.
confidence-lead = La confianza es limitada porque una ventaja de { $value } puntos porcentuales es pequeña frente a su intervalo de simulación.
confidence-lead-tie = La confianza es limitada porque las primeras opciones están demasiado igualadas.
confidence-failure-rate = La confianza es limitada porque falló el { $value } de las entrevistas.
confidence-order-effect = La confianza es limitada porque el orden en que se mostraron las opciones parece haber influido en las respuestas (p = { $value }).
confidence-nothing = Ninguna comprobación limita la confianza: el acierto del motor, la ventaja, la tasa de fallos y el efecto del orden son satisfactorios.

# Método.
notice-synthetic = Las personas encuestadas son sintéticas. Sus perfiles proceden de datos de población reales, pero sus respuestas las da una máquina y no personas. Tome cada cifra como una simulación.
notice-scripted = Este informe se hizo con el motor de guion, que inventa las respuestas a partir de una semilla, sin ningún modelo detrás. Sirve para mostrar el servicio; nada de lo que contiene es un hallazgo.
source-us-persons = Oficina del Censo de EE. UU., American Community Survey PUMS 2011, ponderada a 2025 (dominio público)
source-us-given-names = Administración del Seguro Social de EE. UU., nombres de pila por década de nacimiento (dominio público)
source-us-surnames = Oficina del Censo de EE. UU., apellidos del censo de 2000 (dominio público)

# Respuestas abiertas del motor de guion.
scripted-reason-1 = Elegí «{ $option }» porque { $reason }.
scripted-reason-2 = Para mí es «{ $option }»: { $reason }.
scripted-reason-3 = Sobre todo porque { $reason }.
scripted-reason-4 = Diría que { $reason }.
scripted-also-1 = Además, { $reason }.
scripted-also-2 = También creo que { $reason }.
scripted-concern-1 = Lo único que me preocupa es que { $concern }.
scripted-concern-2 = Aun así, { $concern }.
scripted-concern-3 = Lo que me frena es que { $concern }.
scripted-no-concern-1 = No hay nada que me preocupe.
scripted-no-concern-2 = No le veo ninguna pega.

# Fallos que el cliente puede leer.
failure-too-few = Solo salieron bien { $successful } de { $sampled } entrevistas; un informe necesita al menos la mitad.
failure-engine = El motor que responde por los encuestados no estaba disponible.
failure-internal = El informe no se pudo generar por un error interno.
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
value-country-US = Estados Unidos
value-sex-female = Mujer
value-sex-male = Hombre
value-age-band-18-29 = 18–29
value-age-band-30-44 = 30–44
value-age-band-45-64 = 45–64
value-age-band-65-plus = 65 o más
value-education-none = Sin estudios
value-education-some-primary = Primaria incompleta
value-education-primary = Primaria
value-education-lower-secondary = Secundaria, primera etapa
value-education-upper-secondary = Secundaria, segunda etapa
value-education-short-cycle = Título de dos años
value-education-bachelor = Grado universitario
value-education-master-or-more = Máster o superior
value-income-q1 = Quinto más bajo
value-income-q2 = Segundo quinto
value-income-q3 = Quinto central
value-income-q4 = Cuarto quinto
value-income-q5 = Quinto más alto
value-employment-employed = Con empleo
value-employment-unemployed = En paro
value-employment-not-in-labour-force = Fuera de la población activa
value-employment-armed-forces = Fuerzas armadas
value-household-couple = Hogar con pareja
value-household-family-without-couple = Familia sin pareja
value-household-alone = Vive en solitario
value-household-non-family = Convive con personas ajenas a la familia
value-household-group-quarters = Alojamiento colectivo
level-low = Baja
level-medium = Media
level-high = Alta
check-engine-skill = Acierto del motor
check-lead = Ventaja
check-failure-rate = Tasa de fallos
check-order-effect = Efecto del orden
kind-single-choice = Opción única
kind-multiple-choice = Opción múltiple
kind-rating = Valoración
kind-best-worst = Mejor y peor
kind-open-text = Texto abierto

# Página pública.
page-asked-who =
    { $n_count ->
        [one] { $n } persona simulada
       *[other] { $n } personas simuladas
    } · { $language } · motor: { $engine }
page-audience = A quién se preguntó
page-overview = Panorama
page-winner = Opción ganadora
page-options = Todas las opciones
page-segments = Segmentos
page-drivers = Motivos citados
page-drivers-note = Lo que las respuestas simuladas citan como motivo; no demuestra qué mueve a las personas.
page-risks = Preocupaciones citadas
page-themes = Temas de las respuestas abiertas
page-recommendation = Recomendación
page-confidence = Confianza
page-method = Método
page-questionnaire = Cuestionario
page-respondents = Personas encuestadas
page-sources = Fuentes
page-statistics = Muestra
page-tie = Demasiado igualado
page-notable = Notable
page-none = Ninguno
page-not-measured = Sin medir
page-no-segments = Ningún segmento llega a 20 personas.
page-segments-note = No se muestran los segmentos de menos de 20 personas; los valores p están ajustados al número de comparaciones.
page-download-json = Descargar el informe (JSON)
page-download-csv = Descargar las respuestas (CSV)
page-changes = Cambios de redacción
page-option = Opción
page-share = Porcentaje
page-count = Recuento
page-interval = Intervalo de simulación del 95 %
page-probability-best = Probabilidad de ser la más elegida
page-lead = Ventaja
page-runner-up = Segunda opción
page-support = Apoyo
page-segment = Segmento
page-segment-winner = La más elegida
page-difference = Diferencia
page-p-adjusted = p ajustado
page-driver = Motivo
page-lift = Razón entre grupos
page-risk = Preocupación
page-severity = Gravedad
page-theme = Tema
page-quotes = Citas
page-check = Comprobación
page-value = Valor
page-allows = Permite como máximo
page-question = Pregunta
page-type = Tipo
page-respondent = Persona
page-profile = Perfil
page-answers = Respuestas
page-engine = Motor
page-model = Modelo
page-seed = Semilla
page-forms = Órdenes de opciones
page-lambda = Contracción (λ)
page-skill = Acierto medido
page-winner-accuracy = Acierto medido de la opción ganadora
page-target = Tamaño previsto
page-candidates = Candidatos
page-sampled = Muestra
page-successful = Completadas
page-failed = Fallidas
page-completion-rate = Tasa de finalización
page-failure-rate = Tasa de fallos

# Workspace.
web-tagline = Informes de investigación con encuestados sintéticos, francos sobre cuánto distan de las personas.
web-signed-in-as = Sesión iniciada como { $email }
web-credits =
    { $n_count ->
        [one] Queda { $n } crédito
       *[other] Quedan { $n } créditos
    }
web-credits-held = { $n } reservados para informes sin terminar
web-reports = Informes
web-no-reports = Aún no hay informes. Cree uno con la API: al iniciarse por primera vez, el servicio mostró una clave y una orden.
web-question = Pregunta
web-status = Estado
web-status-queued = En cola
web-status-generating-questionnaire = Preparando el cuestionario
web-status-sampling = Entrevistando
web-status-completed = Terminado
web-status-failed = Fallido
web-open = Abrir el informe
web-sign-in = Iniciar sesión
web-sign-in-explained = Este enlace inicia sesión una sola vez, en este navegador.
web-sign-in-expired = Este enlace de inicio de sesión ya se ha usado o ha caducado.
web-sign-out = Cerrar sesión
web-signed-out = No ha iniciado sesión. Abra el enlace que el servicio mostró al iniciarse por primera vez.
web-api-document = Descripción de la API (OpenAPI)
web-not-found = No hay nada en esta dirección
web-not-found-explained = Puede que el enlace esté mal escrito o que el contenido ya no esté publicado.
web-trouble = Algo ha fallado
web-trouble-explained = No se ha perdido nada. Vuelva a intentarlo en un momento.
web-home = Ir a la página de inicio
