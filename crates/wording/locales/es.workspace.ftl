# El espacio de trabajo. Los identificadores empiezan por `work-`; los de la referencia de la API, por `reference-`.
work-skip = Ir al contenido
work-navigation = Secciones
work-language = Idioma
work-moment = { $date }, { $time } UTC
work-optional = (opcional)
work-save = Guardar
work-copy = Copiar
work-copied = Copiado
work-pages = Páginas
work-newest = Volver a lo más reciente
work-older = Más antiguos
work-actions = Acciones
work-created = Creado

# Fallos.
work-malformed = No se pudo leer ese formulario
work-malformed-explained = Vuelve a la página, cárgala de nuevo y envíalo otra vez. No se ha cambiado nada.
work-too-large = Ese archivo es demasiado grande
work-too-large-explained = Envíalo en partes más pequeñas: las personas de varios archivos se suman. No se ha cambiado nada.
work-cross-site = Esa solicitud venía de otro sitio
work-cross-site-explained = Para proteger tu cuenta, solo se aceptan cambios hechos desde nuestras páginas. No se ha cambiado nada.
work-unknown-host = Este servicio no reconoce esta dirección
work-unknown-host-explained = Este servicio responde en su propia dirección y en el equipo en el que se ejecuta. Si lo administras tú, pon en CANVASS_PUBLIC_URL la dirección que usan las personas. No se ha cambiado nada.
work-too-many-tries = Demasiados intentos
work-too-many-tries-explained = Espera un minuto e inténtalo de nuevo.
work-too-many-cancels = Demasiados informes cancelados
work-too-many-cancels-explained = En la última hora has cancelado diez informes que ya estaban en marcha. Como es gratis, el límite es de diez por hora. Este informe sigue adelante; inténtalo más tarde. Los informes que aún están en cola se pueden cancelar en cualquier momento.
work-sign-up-closed = Aquí no se pueden crear cuentas
work-sign-up-closed-explained = Pide una cuenta a quien administra este servicio.

# Entrada.
work-home-heading = Pregunta antes de lanzar
work-home-ask = Haz una pregunta
work-home-ask-explained = Escribe de dos a veinte opciones y a quién quieres preguntar, con tus propias palabras.
work-home-sample = Los encuestados responden
work-home-sample-explained = Encuestados sintéticos, con perfiles tomados de datos censales, responden en unos minutos.
work-home-read = Lee el informe
work-home-read-explained = Un veredicto con su intervalo, los grupos, los motivos y cada una de las respuestas, con sus límites bien claros.
work-home-developers = ¿Quieres integrarlo?
work-sign-up = Crear una cuenta
work-sign-up-credits =
    { $n_count ->
        [one] Empiezas con { $n } crédito.
       *[other] Empiezas con { $n } créditos: cada uno paga un encuestado.
    }
work-sign-up-taken = Puede que esta dirección ya tenga cuenta. Inicia sesión con su contraseña.
work-no-account = ¿Aún no tienes cuenta?
work-have-account = ¿Ya tienes cuenta?
work-email = Correo electrónico
work-email-wrong = Esto no es una dirección de correo electrónico.
work-password = Contraseña
work-password-hint = Al menos 10 caracteres. Lo mejor son varias palabras que nadie pueda adivinar.
work-password-wrong = La contraseña debe tener entre 10 y 200 caracteres.
work-sign-in-wrong = El correo electrónico o la contraseña no son correctos.

# Cuenta.
work-account = Cuenta
work-member-since = Cuenta creada
work-no-password = Tu cuenta aún no tiene contraseña, así que no podrás volver a entrar cuando termine esta sesión.
work-password-set = Crear una contraseña
work-password-set-explained = Con ella podrás iniciar sesión desde cualquier navegador.
work-password-change = Cambiar la contraseña
work-password-change-explained = Todas las demás sesiones se cierran al instante.
work-password-current = Contraseña actual
work-password-current-wrong = Esta no es tu contraseña actual.
work-password-new = Contraseña nueva
work-password-changed = Tu contraseña quedó guardada. Se cerraron todas las demás sesiones.

# Cerrar sesión.
work-sign-out-question = ¿Quieres cerrar la sesión?
work-sign-out-without-password = Tu cuenta no tiene contraseña. Una vez cerrada la sesión, solo podrás volver a entrar con un enlace de quien administra este servicio. Si creas una contraseña ahora, podrás entrar por tu cuenta.
work-sign-out-anyway = Cerrar sesión sin contraseña

# Informes.
work-reports = Informes
work-new-report = Nuevo informe
work-engine-unmeasured = El motor en uso nunca se ha puesto a prueba con personas reales, así que los informes le dan poco peso y sus intervalos son amplios. Quien administra este servicio puede probarlo con «{ $command }»: { $calls } preguntas, unos { $tokens } tokens.
work-engine-price = Con los precios configurados, son alrededor de { $cost }.
work-reports-empty = Aún no hay informes
work-reports-empty-explained = Haz una pregunta, indica las opciones y lee lo que dicen los encuestados sintéticos.
work-filter-all = Todos
work-filter-running = En curso
work-filter-completed = Terminados
work-filter-failed = Fallidos
work-filter-cancelled = Cancelados
work-filter-archived = Archivados
work-sort = Ordenar por
work-sort-date = Más recientes primero
work-sort-name = Nombre
work-sort-verdict = Veredicto
work-sort-newest-only = Así solo se ordenan los { $n } informes más recientes; los anteriores aparecen al ordenar por fecha.
work-page-previous = Anteriores
work-page-next = Siguientes
work-search = Buscar en preguntas y opciones
work-search-button = Buscar
work-search-clear = Mostrar todo
work-search-empty = No hay coincidencias
work-respondents = Encuestados

# Nuevo informe.
work-question-hint = ¿Qué quieres decidir? Una sola pregunta, tal como se la harías a una persona.
work-options = Opciones
work-options-hint = De 2 a 20, una por línea. Puedes pegar una lista tal cual.
work-option-n = Opción { $n }
work-option-up = Subir la opción { $n }
work-option-down = Bajar la opción { $n }
work-option-remove = Quitar la opción { $n }
work-option-moved = Ahora es la opción { $n }
work-option-add = Añadir una opción
work-options-as-text = Editar como texto
work-options-as-list = Editar como lista
work-as-is = Preguntar exactamente como lo escribí
work-as-is-hint = Si no, antes de preguntar se corrigen la ortografía y las palabras que inclinan la respuesta. Aquí se muestran los cambios. Un motor capaz puede corregir algo más del mismo tipo; el informe enumera todos los cambios.
work-asked-as = Se preguntará así:
work-asked-own = Se preguntará con tus propias palabras:
work-asked-unchanged = No hace falta cambiar nada: se preguntará tal como lo escribiste.
work-kind = Tipo de pregunta: { $kind }
work-audience = Público
work-audience-hint = A quién preguntar, por ejemplo «madres de México de 25 a 40 años». Si se deja en blanco, se deduce de la pregunta.
work-audience-understood = Se entendió así:
work-audience-check = Comprobar el público y la redacción
work-audience-inferred = Deducido de la pregunta
work-sample-hint = De 50 a 1000; un crédito por encuestado.
work-report-language = Idioma del informe
work-cost = Créditos
work-cost-report = Este informe
work-cost-available = Disponibles
work-cost-left = Quedarán
work-cost-short = No tienes créditos suficientes para esta muestra.
work-cost-explained = Los créditos se reservan ahora y solo se gastan por los encuestados que se simulen.
work-visibility = Solo tú puedes leer este informe hasta que lo publiques. Los informes creados por la API los puede leer cualquiera que tenga su enlace.
work-start = Iniciar el informe
work-chars = { $chars } de { $max }
work-too-few-credits = Este informe necesita { $required } créditos y tienes { $available }. Elige una muestra menor o pide créditos a quien administra este servicio.
work-too-many-unfinished =
    { $n_count ->
        [one] Tienes { $n } informe sin terminar; espera a que acabe.
       *[other] Tienes { $n } informes sin terminar; espera a que acabe alguno.
    }
work-error-empty = No puede quedar en blanco.
work-error-too-long = { $chars } caracteres son demasiados; se permiten { $max }.
work-error-control = Contiene caracteres que no se pueden mostrar.
work-error-option-count =
    { $n_count ->
        [one] Hacen falta de 2 a 20 opciones; hay { $n }.
       *[other] Hacen falta de 2 a 20 opciones; hay { $n }.
    }
work-error-repeats = Repite la opción { $n }.
work-error-option = Opción { $place }: { $message }
work-error-sample-size = El número de encuestados debe estar entre 50 y 1000.
work-error-language = Elige uno de los idiomas.
work-error-wording = Marca esta casilla o déjala vacía.
work-form-deleted = El informe que se creó con este formulario se borró. Abre un formulario nuevo para crear otro.

# Un informe.
work-progress = Progreso
work-progress-explained = Puedes cerrar esta página; el informe sigue su curso.
work-done = { $percent } completado
work-phase-whole = preguntando al modelo qué elegiría la gente
work-phase-groups = preguntando al modelo por los grupos
work-phase-reasons = preguntando al modelo por motivos y reparos
work-phase-voices = redactando lo que dirían los encuestados
work-estimate-moments = quedan unos instantes
work-waiting-for-engine = El motor no responde. El informe continuará solo en cuanto responda.
work-estimate-seconds = quedan unos { $n } segundos
work-estimate-minutes =
    { $n_count ->
        [one] queda alrededor de un minuto
       *[other] quedan unos { $n } minutos
    }
work-estimate-hours =
    { $n_count ->
        [one] queda alrededor de una hora
       *[other] quedan unas { $n } horas
    }
work-cancel = Cancelar el informe
work-cancel-button = Cancelarlo definitivamente
work-cancel-free =
    { $n_count ->
        [one] Aún no se ha simulado a ningún encuestado: se te devuelve el crédito reservado ({ $n }).
       *[other] Aún no se ha simulado a ningún encuestado: se te devuelven los { $n } créditos reservados.
    }
work-cancel-costs =
    { $used_count ->
        [one] Ya empezó la simulación de { $used } encuestado, que cuesta { $used } crédito; se te devuelven { $released }. Las respuestas obtenidas se pierden.
       *[other] Ya empezó la simulación de { $used } encuestados, que cuestan { $used } créditos; se te devuelven { $released }. Las respuestas obtenidas se pierden.
    }
work-failure-cancelled = Su propietario canceló el informe.
work-failed-cost = Cobrado: { $credits }.
work-finding = Lo que respondieron los encuestados simulados
work-winner = La más elegida
work-winner-tie = La más elegida, pero sin ventaja clara
work-support = Apoyo
work-confidence = Confianza
work-credits-used = Créditos usados
work-synthetic = Estos encuestados son sintéticos: es una simulación, no una encuesta a personas. El informe dice cuánto se apartó su motor de las respuestas reales.
work-brief = Lo que se preguntó
work-as-curl = Copiar como curl
work-keeping = Archivar o borrar
work-archive = Archivar
work-restore = Devolver a la lista
work-archive-explained = Los informes archivados no aparecen en la lista; se ven con el filtro «Archivados». Nada más cambia.
work-archived = Este informe está archivado.
work-delete = Borrar
work-delete-button = Borrar para siempre
work-delete-running = El informe sigue en curso: primero se cancela.
work-delete-explained = Se borran la pregunta, el resultado, la encuesta, las respuestas de las personas y lo que se aprendió de ellas. Los enlaces públicos del informe y de la encuesta dejan de funcionar. Los créditos ya cobrados no se devuelven. Los informes en los que se volvió a preguntar a sus encuestados conservan la pregunta de este y lo que ellos eligieron. El informe seguirá en las copias de seguridad que ya existan. No se puede deshacer.

# Claves.
work-keys = Claves de API
work-keys-explained = Los programas usan una clave para actuar en nombre de tu cuenta. Trátala como una contraseña.
work-keys-empty = Aún no hay claves
work-keys-empty-explained = Crea una arriba para usar la API desde un programa.
work-keys-full = Tienes 100 claves activas. Revoca antes alguna que ya no necesites.
work-key-create = Crear una clave
work-key-create-button = Crear la clave
work-key-name = Nombre
work-key-name-example = Por ejemplo: tarea nocturna
work-key-name-wrong = El nombre debe tener entre 1 y 60 caracteres.
work-key-prefix = Empieza por
work-key-last-used = Último uso
work-key-unused = Nunca
work-key-expires = Caduca
work-key-never = Nunca
work-key-days =
    { $n_count ->
        [one] en { $n } día
       *[other] en { $n } días
    }
work-key-made = Tu nueva clave:
work-key-once = Cópiala ahora. Solo se muestra esta vez y no se podrá volver a mostrar.
work-key-try = Pruébala
work-key-active = Activa
work-key-expired = Caducada
work-key-revoked = Revocada
work-key-revoke = Revocar
work-key-revoke-explained = Los programas que usan «{ $name }» serán rechazados desde ahora. No se puede deshacer.
work-key-revoke-button = Revocar la clave

# Créditos.
work-credits =
    { $n_count ->
        [one] { $n } crédito
       *[other] { $n } créditos
    }
work-credits-title = Créditos
work-credits-explained = Un crédito paga un encuestado. Los créditos se reservan al iniciar un informe y se liquidan al terminarlo.
work-credits-grant = Como administrador o administradora, asigna créditos con este comando: { $command }
work-credits-available = Disponibles
work-credits-held = Reservados
work-ledger = Movimientos
work-ledger-empty = Aún no hay movimientos
work-ledger-empty-explained = Aquí aparecen los créditos que recibes y los informes que encargas.
work-ledger-entry = Movimiento
work-ledger-report = Informe
work-ledger-when = Fecha
work-ledger-grant = Créditos recibidos
work-ledger-hold = Reserva para un informe
work-ledger-post = Informe liquidado
work-ledger-void = Reserva liberada
work-ledger-deleted = Informe borrado

# Referencia de la API.
work-reference = Referencia de la API
reference-intro = Crea un informe y consulta su estado hasta que termine o falle. Las solicitudes y las respuestas son JSON.
reference-base = Dirección base
reference-auth = Autenticación
reference-document = Documento OpenAPI
reference-operations = Operaciones
reference-parameters = Parámetros
reference-body = Cuerpo de la solicitud
reference-replies = Respuestas
reference-example = Ejemplo
reference-objects = Objetos
reference-english = Las descripciones de los objetos están en inglés.
reference-required = obligatorio
reference-read-credits = Consultar el saldo de créditos
reference-read-credits-explained = Lo que se puede gastar: los créditos reservados para informes sin terminar ya están descontados.
reference-estimate-report = Estimar un informe
reference-estimate-report-explained = Dice cuánto costaría un informe y cuánto vale su motor para la pregunta. No crea ni gasta nada.
reference-create-report = Crear un informe
reference-create-report-explained = Reserva un crédito por encuestado y responde al momento. Consulta el informe hasta que termine o falle. Cualquiera que tenga la dirección del informe terminado, report_url, puede leer su página.
reference-read-report = Consultar un informe
reference-read-report-explained = Su progreso mientras está en curso; después, su resultado o por qué falló. Basta con consultarlo cada 5 segundos, o cada 15 mientras se simulan las respuestas.
reference-delete-report = Borrar un informe
reference-delete-report-explained = Borra para siempre la pregunta, el resultado, la encuesta y las respuestas de las personas. Si el informe está en curso, primero se cancela y se cobra como cualquier informe cancelado.
reference-field-question = La pregunta de investigación.
reference-field-options = Las opciones candidatas, todas distintas.
reference-field-sample-size = A cuántos encuestados preguntar; un crédito por encuestado.
reference-field-audience-description = A quién preguntar; si se omite, se deduce de la pregunta.
reference-field-language = Idioma del informe: en, es o zh; si se omite, en.
reference-field-wording = as_is plantea la pregunta y las opciones exactamente como se escribieron; edited, el valor predeterminado, corrige la ortografía y las palabras que inclinan la respuesta y enumera cada cambio en el resultado.
reference-field-request-id = El identificador que se recibió al crear el informe.
reference-field-idempotency-key = Durante 24 horas, la misma clave con el mismo cuerpo da la misma respuesta y no crea otro informe.
reference-status-200 = Correcto.
reference-status-202 = Aceptado; consulta el informe.
reference-status-304 = La copia que tienes está al día.
reference-status-400 = El cuerpo está mal formado o un campo no es válido.
reference-status-401 = Falta la clave de API, no es válida o está revocada.
reference-status-402 = No hay créditos suficientes para iniciar el informe.
reference-status-404 = No existe ese informe en esta cuenta.
reference-status-409 = La clave de idempotencia ya se usó con otro cuerpo, o el informe que creó se borró.
reference-status-429 = Demasiadas solicitudes; espera lo que indique Retry-After.
reference-status-429-delete-report = Demasiadas solicitudes, o demasiados informes en curso cancelados en una hora; espera lo que indica Retry-After.
reference-status-500 = Un error nuestro; puede reintentarse sin riesgo.
reference-limit-chars = { $high } caracteres como máximo
reference-limit-chars-from = de { $low } a { $high } caracteres
reference-limit-items = { $high } elementos como máximo
reference-limit-items-from = de { $low } a { $high } elementos
reference-limit-range = { $high } como máximo
reference-limit-range-from = de { $low } a { $high }
reference-limit-each = cada una, { $high } caracteres como máximo
reference-limit-each-from = cada una, de { $low } a { $high } caracteres
reference-limit-default = { $high } de forma predeterminada

# Around a report: what it found, how long it takes, a sample, a duplicate, its language.
work-confidence-is = Confianza: { $level }
work-verdict-clear = Elección clara
work-verdict-leaning = Una lleva ventaja
work-verdict-shortlist = Lista corta
work-verdict-open = Sin decidir
work-verdict-none = No gusta ninguna
work-takes-unknown = Un informe suele tardar unos minutos.
work-takes-moments = Aquí un informe tarda solo unos instantes.
work-takes-seconds = Aquí un informe tarda unos { $n } segundos.
work-takes-minutes =
    { $n_count ->
        [one] Aquí un informe tarda alrededor de un minuto.
       *[other] Aquí un informe tarda unos { $n } minutos.
    }
work-takes-hours =
    { $n_count ->
        [one] Aquí un informe tarda alrededor de una hora.
       *[other] Aquí un informe tarda unas { $n } horas.
    }
work-sample = Ver un informe de ejemplo
work-duplicate = Duplicar con cambios
work-language-auto = Automático: el de la pregunta
work-language-follows-en = El informe estará en inglés.
work-language-follows-es = El informe estará en español.
work-language-follows-zh = El informe estará en chino.

# More.
work-people = Preguntar a personas
work-people-explained = Haz las mismas preguntas a personas reales. No cuesta créditos. Sus respuestas aparecen junto al pronóstico en la página del informe; a partir de diez respuestas, el veredicto del informe combina el pronóstico y las respuestas de esas personas.
work-people-link = Por enlace
work-people-asker = Quién pregunta
work-people-asker-hint = Las personas lo leen antes de responder. Tu correo electrónico no se muestra nunca.
work-people-quota = Respuestas deseadas
work-people-ends = Termina en
work-people-no-end = Sin fecha límite
work-people-days = { $n_count ->
    [one] Un día
   *[other] { $n } días
}
work-people-one-time-links = Enlaces de un solo uso
work-people-settle = Cerrarla automáticamente cuando nuevas respuestas ya no vayan a cambiar qué opción va en primer lugar
work-people-open-button = Abrir la encuesta
work-people-open = Abierta
work-people-closed = Cerrada
work-people-ended = Terminada
work-people-full = Completa
work-people-counted = { $complete } de { $quota } respuestas
work-people-until = hasta el
work-people-one-time = Cada persona tiene su propio enlace, que funciona una sola vez.
work-people-qr = El enlace como código QR
work-people-links = Enlaces de un solo uso
work-people-links-once = Cópialos ahora: no se guardan y no se pueden mostrar otra vez. Da uno a cada persona.
work-people-close = Cerrar
work-people-reopen = Abrir de nuevo
work-people-marked = { $n_count ->
    [one] Una respuesta parece de un bot y no se cuenta. Abajo puedes aceptarla o borrarla.
   *[other] { $n } respuestas parecen de un bot y no se cuentan. Abajo puedes aceptar o borrar cada una.
}
work-people-delete-marked = Borrarlas todas
work-people-unfinished = { $n_count ->
    [one] Una persona empezó y no ha terminado.
   *[other] { $n } personas empezaron y no han terminado.
}
work-people-delete-unfinished = Borrar las respuestas sin terminar
work-people-crowded = Hay tantas respuestas sin terminar o que parecen de un bot que nadie más puede empezar. Bórralas abajo para que puedan empezar otras personas.
work-people-end-unchanged = Sin cambios
work-people-there-already = Exactamente estas filas ya se añadieron. No se añaden otra vez, salvo que sean respuestas de otras personas.
work-people-other-people = Son otras personas: añadirlas también
work-people-extend = Cambiar el número de respuestas o la fecha límite
work-people-delete = Borrar la encuesta
work-people-delete-explained = El enlace deja de funcionar y todas las respuestas que llegaron por él se borran para siempre. Las que vienen de archivos se conservan.
work-people-delete-button = Borrarla con sus respuestas
work-people-file = Respuestas obtenidas por otros medios
work-people-paste = Pega una tabla
work-people-paste-hint = CSV con encabezado o JSON: opción y, si se conocen, edad, sexo, país, peso y comentario. Las filas repetidas se cuentan una sola vez.
work-people-pick = O elige un archivo
work-people-preview = Vista previa
work-people-read = { $n_count ->
    [one] Se leyó la respuesta de una persona. Aún no se ha guardado nada.
   *[other] Se leyeron las respuestas de { $n } personas. Aún no se ha guardado nada.
}
work-people-unread = No se añadió nada. Estas filas no se pueden leer:
work-people-row = Fila { $row }: { $why }
work-people-column = Columna
work-people-taken = Se interpreta como
work-people-column-choice = Opción
work-people-column-age = Edad
work-people-column-sex = Sexo
work-people-column-country = País
work-people-column-weight = Peso
work-people-column-comment = Comentario
work-people-column-ignored = No se usa
work-people-column-eligible = Pertenece al público (sí o no)
work-people-column-number = Columna { $n }
work-people-column-hint = Si una columna se interpretó mal, elige qué contiene y actualiza la vista previa.
work-people-example = Ejemplo
work-people-by-option = Personas que eligieron cada opción:
work-people-preview-again = Actualizar la vista previa
work-people-set-apart = { $n_count ->
    [one] Una persona no pertenece al público y queda aparte: se guarda, pero no se cuenta.
   *[other] { $n } personas no pertenecen al público y quedan aparte: se guardan, pero no se cuentan.
}
work-people-unknown = { $n_count ->
    [one] De una persona no se sabe si pertenece al público. Se cuenta.
   *[other] De { $n } personas no se sabe si pertenecen al público. Se cuentan.
}
work-people-added = { $n_count ->
    [0] No se contó a ninguna persona nueva.
    [one] Se añadió una persona.
   *[other] Se añadieron { $n } personas.
}
work-people-screened-out = { $n_count ->
    [one] Una persona abrió la encuesta, pero no pertenece al público y no se le preguntó.
   *[other] { $n } personas abrieron la encuesta, pero no pertenecen al público y no se les preguntó.
}
work-people-add = Añadir estas personas
work-people-together = Pronóstico y personas
work-people-answers = Respuestas una a una
work-people-choice = Opción
work-people-about = Quién
work-people-comment = Con sus palabras
work-people-flagged = Parece de un bot
work-people-not-counted = No se cuenta
work-people-kept = Aceptada por ti
work-people-keep = Contarla
work-people-unkeep = No contarla
work-people-loopback = Este enlace solo funciona en este equipo, porque empieza por { $origin }. Pon en CANVASS_PUBLIC_URL la dirección que usan las demás personas y vuelve a iniciar el servidor.
work-people-hide-comment = Ocultar el comentario
work-people-show-comment = Mostrar el comentario
work-people-comment-hidden = Comentario oculto
work-people-comments-note = El informe cita comentarios, con direcciones, teléfonos y enlaces sustituidos por •••. Oculta el comentario que no deba aparecer.
work-finding-joint = Lo que dicen en conjunto el pronóstico y las personas
work-people-uploaded = De un archivo
work-people-delete-one = Borrar
work-people-delete-all = Borrar todas las respuestas
work-people-delete-all-explained = Todas las respuestas de personas a este informe se borran para siempre, tanto las del enlace como las de archivos. La encuesta se conserva.
work-people-delete-all-button = Borrarlas todas
work-people-exists = Este informe ya tiene una encuesta.
work-people-too-many = Un informe admite como máximo 10 000 respuestas.
work-people-bad-quota = El número de respuestas debe estar entre 1 y 5000 y no puede ser menor que el de las ya recibidas.
work-people-bad-asker = El nombre de quien pregunta debe caber en una línea de 80 caracteres como máximo.
work-people-bad-file = No se pudo leer la tabla. Revisa la vista previa.
work-people-bad-field = Uno de los campos no se puede leer. No se cambió nada.
reference-open-survey = Preguntar a personas por enlace
reference-open-survey-explained = Abre una encuesta con el cuestionario de un informe terminado y responde con el enlace que hay que enviar. No cuesta créditos; un informe tiene como máximo una.
reference-read-survey = Leer una encuesta
reference-read-survey-explained = Su estado, su enlace y cuántas personas han respondido.
reference-change-survey = Cerrar, reabrir o ampliar una encuesta
reference-change-survey-explained = Lo que se omite queda como está.
reference-delete-survey = Borrar una encuesta
reference-delete-survey-explained = Con todas las respuestas que llegaron por su enlace.
reference-add-people = Añadir respuestas obtenidas por otros medios
reference-add-people-explained = Una lista de personas o un CSV con encabezado: todo o nada. Las mismas personas enviadas otra vez no cuentan dos veces.
reference-read-people = Leer las respuestas de personas
reference-read-people-explained = Pronóstico, personas y ambos en conjunto para cada opción, los grupos de personas y las respuestas una a una.
reference-delete-people = Borrar todas las respuestas de personas
reference-delete-people-explained = La encuesta queda como está y su cuota vuelve a quedar libre.
reference-change-answer = Contar una respuesta marcada, o dejar de contarla
reference-change-answer-explained = Una respuesta que parece de un bot no se cuenta hasta que el dueño del informe la acepta.
reference-delete-answer = Borrar la respuesta de una persona
reference-delete-answer-explained = Su lugar en la cuota vuelve a quedar libre.
reference-field-quota = Cuántas respuestas completas se quieren; 60 si se omite.
reference-field-ends-at = Cuándo termina; nunca si se omite.
reference-field-one-time-links = Cuántos enlaces de un solo uso. Solo se muestran en esta respuesta.
reference-field-asker = Quién pregunta, tal como se dice a las personas.
reference-field-close-when-settled = Si se cierra sola cuando nuevas respuestas ya no vayan a cambiar qué opción va en primer lugar.
reference-field-state = open (abierta) o closed (cerrada).
reference-field-answer-id = El identificador de la respuesta.
reference-status-201 = Hecho.
reference-status-204 = Borrado.
reference-status-409-open-survey = El informe no está terminado o ya tiene una encuesta.
reference-status-409-add-people = El informe no está terminado, la clave se usó con otro archivo o habría demasiadas respuestas.
reference-status-409-read-people = El informe no está terminado.
reference-status-400-add-people = Algunas filas no se pueden leer; no se añadió nada.

# El país de la cuenta.
work-country-title = Si no indicas un público
work-country-explained = Si no indicas un público, se simula a personas adultas de este país, salvo que las palabras o la moneda de tu pregunta apunten a otro. Si no eliges ningún país, decide el idioma de la pregunta.
work-country = País
work-country-none = Ninguno: decide el idioma de la pregunta
work-country-changed = Guardado. Se aplica a partir de tu próximo informe.

# Aprender de los estudios de la cuenta.
work-learning-title = Aprender de mis estudios
work-learning-explained = Cuando al menos { $people } personas han contestado a uno de tus informes, este puede pasar a tu propio historial. Tus informes siguientes dirán cuánto se acercaron los pronósticos a lo que respondió tu gente y, al medir un motor para tu cuenta, tus estudios contarán más que los demás.
work-learning-kept = Para ello se guardan la pregunta y sus opciones, a quién iba dirigida, cuántas personas contestaron y el porcentaje de cada opción, el pronosticado y el real. Ninguna respuesta individual. Ninguna otra cuenta recibe nada de esto.
work-learning-start = Acepto
work-learning-on = Aceptaste. Tus estudios forman parte de tu historial.
work-learning-stop = Retirar el permiso
work-learning-stop-explained = Borra lo que se guardó. Tus informes y las respuestas de la gente se conservan.
work-learning-begun = Guardado. Se están añadiendo los estudios que ya tienen respuestas.
work-learning-ended = Permiso retirado. Lo que se guardó de tus estudios se ha borrado.

work-verdict-guess = El motor no puede saberlo
work-worth-heading = Cuánto acierta este motor en preguntas como esta
work-engine-link = Sobre este motor y otros mejores

# Otra pregunta a los encuestados de un informe anterior.
work-follow-up = Preguntar a los mismos encuestados
work-same-panel = Se vuelve a preguntar a los encuestados que respondieron a «{ $question }», hasta { $n }. El público y el número de encuestados son los de ese informe.
work-same-panel-earlier = El informe anterior
work-error-panel = No se puede volver a preguntar a los encuestados de este informe. Elige un informe tuyo ya terminado.
work-error-other-than-panel = Debe ser igual que en el informe anterior, porque se pregunta a los mismos encuestados.
work-same-respondents = Mismos encuestados que
work-publish-follow-up = Este informe también muestra la pregunta del informe anterior y lo que sus encuestados eligieron entonces.

# Públicos guardados.
work-audiences = Públicos
work-audiences-explained = Describe un público una sola vez y guárdalo con un nombre. Todos los informes que lo usen preguntan al mismo tipo de personas y conservan el público con el que se hicieron.
work-audience-keep-new = Guardar un público
work-audience-name = Nombre
work-audience-name-example = Por ejemplo: madres jóvenes
work-audience-kept-hint = A quién preguntar, por ejemplo «madres de México de 25 a 40 años».
work-audience-sample = Número habitual de encuestados
work-audience-keep-button = Guardar
work-audience-keep-as = Guardar este público como
work-audience-kept = Público guardado
work-audience-kept-none = Ninguno: se describe abajo o se deduce
work-audience-kept-now = El público «{ $name }» está guardado.
work-audience-ask = Preguntar
work-audience-delete-explained = Se borra el público «{ $name }». Los informes que se hicieron con él no cambian.
work-audiences-empty = Aún no hay públicos guardados
work-audiences-empty-explained = Guarda uno aquí arriba o al crear un informe.
work-error-two-audiences = Elige un público guardado o describe uno, pero no ambas cosas.
work-error-kept-audience = Este público guardado ya no existe. Elige otro o describe a quién preguntar.
work-error-no-audience = Describe primero el público.
work-error-audience-name = Ponle un nombre de 1 a { $max } caracteres.
work-error-audience-name-taken = Ya hay otro público guardado con este nombre.
work-error-audiences-full = Ya hay 200 públicos guardados. Borra antes alguno que no necesites.
reference-keep-audience = Guardar un público
reference-keep-audience-explained = Interpreta el público, cuenta a cuántas personas corresponde y lo guarda con un nombre. Nunca cambia. La misma solicitud repetida devuelve el mismo público.
reference-list-audiences = Ver los públicos guardados
reference-read-audience = Leer un público guardado
reference-delete-audience = Borrar un público guardado
reference-delete-audience-explained = Los informes que se hicieron con él conservan su copia.
reference-field-name = El nombre del público.
reference-field-audience-filters = A quién preguntar, con los filtros que muestran los resultados en lugar de una descripción. Sin lugares, el mundo entero.
reference-field-audience-id = El identificador de un público guardado.
reference-field-default-sample-size = Cuántos encuestados tiene un informe que no indica el número; 100 si se omite.
reference-status-404-read-audience = No existe ese público en esta cuenta.
reference-status-404-delete-audience = No existe ese público en esta cuenta.
reference-status-409-keep-audience = Otro público tiene ese nombre, o ya hay 200 públicos guardados.
