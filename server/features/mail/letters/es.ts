import type { PanelRole } from "../../../platform/context.ts";
import type { DigestLine, Envelope, Facts, HeldSession, Texts } from "../facts.ts";
import { remindedOf } from "../reminder-text.ts";
import { dateIn, instantIn, table } from "./parts.ts";

const roles: Readonly<Record<PanelRole, string>> = {
  it_admin: "administrador de TI",
  training_admin: "administrador de formación",
  compliance_officer: "responsable de cumplimiento",
  guard: "control de acceso",
  learner: "alumno",
};

const until = (at: string, { time_zone }: Envelope) => `${instantIn("es-ES", at, time_zone)} (${time_zone})`;

/** The values that the sign-in page asks for. */
const account = ({ login }: { login: string }, { tenant_code }: Envelope) =>
  table([
    ["código de organización", tenant_code],
    ["usuario", login],
  ]);

const subscription = ({ name, id, target_url }: Facts["webhook_subscription.disabled"], { tenant_code }: Envelope) =>
  table([
    ["código de organización", tenant_code],
    ["suscripción", `${name} (${id})`],
    ["dirección", target_url],
  ]);

/** Place and time of a session, in the time zone of the place. */
function held({ title, location, starts_at, ends_at, time_zone }: Omit<HeldSession, "url">): string {
  return table([
    ["curso", title],
    ["lugar", location],
    ["comienzo", `${instantIn("es-ES", starts_at, time_zone)} (${time_zone})`],
    ["fin", `${instantIn("es-ES", ends_at, time_zone)} (${time_zone})`],
  ]);
}

function teamLine({ kind, person, title, date, manager }: DigestLine): string {
  const said = {
    overdue: "vencido desde el",
    due_soon: "vence el",
    expiring: "el certificado caduca el",
    escalated: "vencido desde el",
  };
  const below = manager ? ` (responsable: ${manager})` : "";
  return `  - ${person}${below}, ${title}: ${said[kind]} ${dateIn("es-ES", date)}`;
}

function teamIntro({ is_test, escalated }: Facts["digest.manager"]): string {
  if (is_test) return "Esto es una prueba: muestra lo que los responsables reciben sobre su equipo, con nombres inventados.";
  return escalated > 0
    ? "Esto es lo que requiere su atención en la formación de su equipo y de los equipos de responsables a su cargo."
    : "Esto es lo que requiere su atención en la formación de su equipo.";
}

function stateOf({ state, before, due_soon_days, expiring_days }: Facts["digest.administrator"]): string {
  const row = (name: string, said: (of: typeof state) => string): [string, string] => [
    name,
    `${said(state)}${before === null ? "" : ` (una semana antes: ${said(before)})`}`,
  ];
  return table([
    row("personas a las que no les falta nada", ({ compliant, people }) => `${compliant} de ${people}`),
    row("vencido", ({ overdue }) => String(overdue)),
    row(`vence en un plazo de ${due_soon_days} días`, ({ due_soon }) => String(due_soon)),
    row(`certificados que caducan en un plazo de ${expiring_days} días`, ({ expiring }) => String(expiring)),
    ...(state.escalated ? [row("escalado a los administradores", ({ escalated = 0 }) => String(escalated))] : []),
  ]);
}

const stops: Readonly<Record<Facts["report.stopped"]["kind"], string>> = {
  owner_gone: "La cuenta del administrador con cuyos permisos se leía se ha eliminado o desactivado.",
  owner_role: "El administrador con cuyos permisos se leía tiene un rol que no lee informes.",
  owner_limited: "El administrador con cuyos permisos se leía solo se ocupa de algunos departamentos.",
};

export const spanish: Texts = {
  frame: (text, { name, organisation, panel_url }) => `Hola, ${name}:

${text}

--${" "}
Muster, la plataforma de formación de ${organisation}
${panel_url}/
`,
  letters: {
    "account.invited": (facts, envelope) => ({
      subject: `Su cuenta en la plataforma de formación de ${envelope.organisation}`,
      text: `${facts.inviter === null ? "Se le invita" : `${facts.inviter} le invita`} a la plataforma de formación de ${envelope.organisation}. Tiene allí una cuenta con el rol: ${roles[facts.role]}.

Abra este enlace y elija una contraseña; con ello iniciará la sesión:

  ${facts.url}

El enlace funciona una sola vez, hasta el ${until(facts.expires_at, envelope)}.

Más adelante iniciará sesión en ${envelope.panel_url}/ con la contraseña elegida y con:

${account(facts, envelope)}

Si el enlace ya no funciona, elija «¿Ha olvidado su contraseña?» en esa página: se le enviará otro.`,
    }),
    "account.invited_by_company": (facts, envelope) => ({
      subject: `Su cuenta en la plataforma de formación de ${envelope.organisation}`,
      text: `${facts.inviter === null ? "Se le invita" : `${facts.inviter} le invita`} a la plataforma de formación de ${envelope.organisation}. Tiene allí una cuenta con el rol: ${roles[facts.role]}.

${account(facts, envelope)}

No necesita contraseña: inicie sesión aquí con la identidad de su empresa.

  ${facts.url}`,
    }),
    "password.reset": (facts, envelope) => ({
      subject: `Una contraseña nueva para la plataforma de formación de ${envelope.organisation}`,
      text: `En la página de inicio de sesión se ha solicitado una contraseña nueva para su cuenta (${roles[facts.role]}) en la plataforma de formación de ${envelope.organisation}:

${account(facts, envelope)}

Abra este enlace y elija una; con ello iniciará la sesión:

  ${facts.url}

El enlace funciona una sola vez, hasta el ${until(facts.expires_at, envelope)}. Los enlaces enviados antes ya no funcionan.

Si no lo ha solicitado usted, no tiene que hacer nada: este correo por sí solo no cambia ninguna contraseña.`,
    }),
    "password.not_used": (facts, envelope) => ({
      subject: `Inicio de sesión en la plataforma de formación de ${envelope.organisation}`,
      text: `En la página de inicio de sesión se ha solicitado una contraseña nueva para su cuenta (${roles[facts.role]}) en la plataforma de formación de ${envelope.organisation}:

${account(facts, envelope)}

Su organización inicia sesión con la identidad de la empresa, por lo que esta cuenta no usa contraseña. Abra esta página y elija «Iniciar sesión con su empresa»:

  ${facts.url}

Si no lo ha solicitado usted, no tiene que hacer nada.`,
    }),
    "account.factors_changed": ({ kind, ...facts }, envelope) => ({
      subject: `${envelope.organisation}: ${{ passkey_added: "se ha añadido una llave de acceso", passkey_removed: "se ha eliminado una llave de acceso", recovery_codes_made: "se han creado nuevos códigos de recuperación", factors_reset: "se ha restablecido su segundo factor" }[kind]}`,
      text: `${{ passkey_added: "Se ha añadido una llave de acceso a su cuenta. Con ella se inicia sesión en su nombre.", passkey_removed: "Se ha eliminado una llave de acceso de su cuenta.", recovery_codes_made: "Se han creado nuevos códigos de recuperación para su cuenta. Los anteriores ya no sirven.", factors_reset: "Se han eliminado sus llaves de acceso, códigos de un solo uso y códigos de recuperación, y se han cerrado sus sesiones. Inicia sesión solo con la contraseña hasta que añada otra llave de acceso." }[kind]}

${table([
  ["código de organización", envelope.tenant_code],
  ["usuario", facts.login],
  ...(facts.named === null ? [] : [["llave de acceso", facts.named] as [string, string]]),
  ...(facts.by === null ? [] : [["por", facts.by] as [string, string]]),
  ["cuándo", until(facts.at, envelope)],
])}

Si era de esperar, no tiene que hacer nada. Si no, avise de inmediato a su administrador de TI, elija una contraseña nueva y revise sus llaves de acceso y sesiones:

  ${facts.url}`,
    }),
    "sign_in.break_glass": (facts, envelope) => ({
      subject: `${envelope.organisation}: inicio de sesión de emergencia de ${facts.administrator}`,
      text: `${envelope.organisation} exige iniciar sesión con la identidad de la empresa. El administrador designado para emergencias ha iniciado sesión sin ella, con un segundo factor:

${table([
  ["código de organización", envelope.tenant_code],
  ["administrador", facts.administrator],
  ["usuario", facts.login],
  ["cuándo", until(facts.at, envelope)],
  ["desde", facts.address],
])}

Si era de esperar, no tiene que hacer nada. Si no, finalice las sesiones de este administrador, designe a otro para emergencias y consulte en el registro de auditoría qué se ha hecho:

  ${facts.url}`,
    }),
    "sign_in.certificate_ends": (facts, envelope) => ({
      subject: facts.ended
        ? `${envelope.organisation}: el certificado del proveedor de identidad ha caducado`
        : `${envelope.organisation}: el certificado del proveedor de identidad caduca pronto`,
      text: `El certificado de firma del proveedor de identidad de ${envelope.organisation} (código de organización ${envelope.tenant_code}) ${facts.ended ? "ha caducado" : "caduca pronto"}, y no se conoce ningún otro:

${table([
  ["proveedor", facts.issuer],
  [facts.ended ? "caducó el" : "caduca el", until(facts.ends_at, envelope)],
])}

El inicio de sesión con la identidad de la empresa dejará de funcionar el día en que el proveedor firme con un certificado desconocido aquí. Haga que el proveedor cree uno nuevo y vuelva a leer aquí sus metadatos mientras publique ambos:

  ${facts.url}`,
    }),
    "sign_in.domain_lost": (facts, envelope) => ({
      subject: `${envelope.organisation}: dominio de correo ya no verificado: ${facts.domain}`,
      text: `El registro TXT con el que ${envelope.organisation} (código de organización ${envelope.tenant_code}) demostró el dominio ${facts.domain} falta desde hace tres días. Las direcciones del dominio ya no encuentran una cuenta en el primer inicio de sesión con la identidad de la empresa. Quien ya había iniciado sesión así lo hace como antes.

Si el dominio sigue siendo suyo, restablezca el registro y compruébelo aquí:

  ${facts.url}`,
    }),
    "webhook_subscription.degraded": (facts, envelope) => ({
      subject: `${envelope.organisation}: fallan las entregas de un webhook: ${facts.name}`,
      text: `Han fallado ${facts.failures} intentos seguidos de entregar eventos a una suscripción de webhook de ${envelope.organisation}:

${subscription(facts, envelope)}

La suscripción está ahora degradada: los intentos continúan, de uno en uno. Uno solo confirmado con un estado 2xx la vuelve a activar. Si no se confirma ninguno, se desactivará tras ${facts.failures_max} intentos fallidos seguidos o el ${until(facts.disabled_at, envelope)}, lo que ocurra antes.

Revise el receptor. El registro de entregas de la suscripción muestra cada intento con su error, y un ping prueba el receptor sin contar como fallo:

  ${facts.url}`,
    }),
    "webhook_subscription.disabled": (facts, envelope) => ({
      subject: `${envelope.organisation}: suscripción de webhook desactivada: ${facts.name}`,
      text: `Se ha desactivado una suscripción de webhook de ${envelope.organisation}, porque ${facts.failures === null ? "no se ha confirmado ninguna entrega en tres días" : `han fallado ${facts.failures} intentos seguidos`}:

${subscription(facts, envelope)}

Los eventos se siguen guardando para ella, cada uno 30 días. Cuando el receptor vuelva a funcionar, pruébelo con un ping y active la suscripción: lo pendiente se envía entonces, lo más antiguo primero. Ambas cosas se hacen aquí:

  ${facts.url}

o mediante un programa:

  POST /api/v1/webhooks/subscriptions/${facts.id}/enable`,
    }),
    "operation.deprecated": (facts, envelope) => ({
      subject: `${envelope.organisation}: operación de API obsoleta en uso: ${facts.operation}`,
      text: `El cliente de integración «${facts.client}» de ${envelope.organisation} (código de organización ${envelope.tenant_code}) llama a una operación de la API de integración obsoleta desde el ${dateIn("es-ES", facts.deprecated_on)}:

  ${facts.operation} (${facts.operation_id})

Sigue funcionando hasta el ${dateIn("es-ES", facts.sunset_on)}; después puede desaparecer. Pida a quienes mantienen el cliente que la sustituyan. Qué usar en su lugar se describe aquí:

  ${facts.url}

Recibe este correo una vez por cada operación.`,
    }),
    "course_session.moved_up": (facts, envelope) => ({
      subject: `${envelope.organisation}: tiene plaza en ${facts.title}`,
      text: `Ha quedado libre una plaza y está inscrito en esta sesión de curso en ${envelope.organisation} (código de organización ${envelope.tenant_code}):

${held(facts)}

Si no puede asistir, anule su inscripción para que pueda hacerlo la siguiente persona. Se hace en la página del curso, donde también hay un archivo para su calendario:

  ${facts.url}`,
    }),
    "course_session.changed": (facts, envelope) => ({
      subject: `${envelope.organisation}: cambio en la sesión de ${facts.title}`,
      text: `Una sesión de curso en ${envelope.organisation} (código de organización ${envelope.tenant_code}) en la que está inscrito ha cambiado de lugar o de hora. Ahora es:

${held(facts)}

Antes era:

${held({ title: facts.title, ...facts.before })}

En la página del curso hay un archivo nuevo para su calendario, y puede anular su inscripción:

  ${facts.url}`,
    }),
    "course_session.cancelled": (facts, envelope) => ({
      subject: `${envelope.organisation}: sesión cancelada de ${facts.title}`,
      text: `Una sesión de curso en ${envelope.organisation} (código de organización ${envelope.tenant_code}) en la que está inscrito no se celebrará:

${held(facts)}

El motivo: ${facts.reason}

Otras sesiones del curso, si las hay, están en su página:

  ${facts.url}`,
    }),
    "training.reminder": (facts, envelope) => {
      const { subject, text } = remindedOf(facts, envelope, "es");
      return {
        subject,
        text: `${text}

Toda su formación, y lo siguiente que debe hacer, está aquí:

  ${facts.url}

Inicie sesión con su propia cuenta y el código de organización ${envelope.tenant_code}. Si aún no tiene contraseña, elija «¿Ha olvidado su contraseña?» en la página de inicio de sesión.

Recibe como máximo un correo así al día, y ninguno si no hay nada nuevo. De cuáles puede prescindir se indica aquí: ${envelope.panel_url}/account`,
      };
    },
    "digest.manager": (facts, envelope) => ({
      subject: `${facts.is_test ? "Prueba: formación" : "Formación"} de su equipo en ${envelope.organisation}`,
      text: `${teamIntro(facts)} En ${envelope.organisation} (código de organización ${envelope.tenant_code}), el ${dateIn("es-ES", facts.on)}:

${table([
  ["vencido", String(facts.overdue)],
  [`vence en un plazo de ${facts.due_soon_days} días`, String(facts.due_soon)],
  [`certificados que caducan en un plazo de ${facts.expiring_days} días`, String(facts.expiring)],
  ...(facts.escalated > 0
    ? [["vencido en los equipos de responsables a su cargo (escalado)", String(facts.escalated)] as [string, string]]
    : []),
])}

${facts.lines.map(teamLine).join("\n")}${facts.further > 0 ? `\n  - y ${facts.further} más` : ""}

La situación de cada persona está aquí:

  ${facts.url}

Recibe este correo una vez por semana, y ninguno si no hay nada que decir. Aquí elige si lo recibe: ${envelope.panel_url}/account`,
    }),
    "report.scheduled": (facts, envelope) => ({
      subject: `${envelope.organisation}: informe «${facts.name}»`,
      text: `Se adjunta el informe «${facts.name}» (${facts.format}), según el estado actual de la formación en ${envelope.organisation} (código de organización ${envelope.tenant_code}).

Un informe de más de ${facts.rows_max} filas o ${facts.megabytes_max} MB no se adjunta. Tras iniciar sesión está aquí:

  ${facts.url}

Recibe este correo porque un administrador de ${envelope.organisation} le ha elegido como destinatario. Aquí elige si recibe informes: ${envelope.panel_url}/account`,
    }),
    "report.stopped": (facts, envelope) => ({
      subject: `${envelope.organisation}: el informe «${facts.name}» ya no se envía`,
      text: `El informe «${facts.name}» de ${envelope.organisation} (código de organización ${envelope.tenant_code}) ya no se envía. ${stops[facts.kind]}

Para reanudarlo, un administrador de toda la organización guarda el informe como propio y vuelve a elegir cuándo se envía:

  ${facts.url}`,
    }),
    "digest.administrator": (facts, envelope) => ({
      subject: `${facts.is_test ? "Prueba: estado" : "Estado"} de la formación en ${envelope.organisation} esta semana`,
      text: `${facts.is_test ? "Esto es una prueba: muestra lo que los administradores reciben cada semana, con las cifras de hoy." : "Así está la formación."} En ${envelope.organisation} (código de organización ${envelope.tenant_code}), el ${dateIn("es-ES", facts.on)}:

${stateOf(facts)}

Quién y qué hay detrás se ve aquí:

  ${facts.url}

Recibe este correo una vez por semana como administrador de ${envelope.organisation}. Aquí elige si lo recibe: ${envelope.panel_url}/account`,
    }),
  },
};
