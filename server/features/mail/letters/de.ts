import type { PanelRole } from "../../../platform/context.ts";
import type { DigestLine, Envelope, Facts, HeldSession, Texts } from "../facts.ts";
import { remindedOf } from "../reminder-text.ts";
import { dateIn, instantIn, table } from "./parts.ts";

const roles: Readonly<Record<PanelRole, string>> = {
  it_admin: "IT-Administrator",
  training_admin: "Schulungsadministrator",
  compliance_officer: "Compliance-Beauftragter",
  guard: "Werkschutz",
  learner: "lernende Person",
};

const until = (at: string, { time_zone }: Envelope) => `${instantIn("de-DE", at, time_zone)} (${time_zone})`;

/** The values that the sign-in page asks for. */
const account = ({ login }: { login: string }, { tenant_code }: Envelope) =>
  table([
    ["Organisationscode", tenant_code],
    ["Anmeldename", login],
  ]);

const subscription = ({ name, id, target_url }: Facts["webhook_subscription.disabled"], { tenant_code }: Envelope) =>
  table([
    ["Organisationscode", tenant_code],
    ["Abonnement", `${name} (${id})`],
    ["Adresse", target_url],
  ]);

/** Place and time of a session, in the time zone of the place. */
function held({ title, location, starts_at, ends_at, time_zone }: Omit<HeldSession, "url">): string {
  return table([
    ["Kurs", title],
    ["Ort", location],
    ["Beginn", `${instantIn("de-DE", starts_at, time_zone)} (${time_zone})`],
    ["Ende", `${instantIn("de-DE", ends_at, time_zone)} (${time_zone})`],
  ]);
}

function teamLine({ kind, person, title, date, manager }: DigestLine): string {
  const said = {
    overdue: "überfällig seit",
    due_soon: "fällig am",
    expiring: "Zertifikat endet am",
    escalated: "überfällig seit",
  };
  const below = manager ? ` (Führungskraft: ${manager})` : "";
  return `  - ${person}${below}, ${title}: ${said[kind]} ${dateIn("de-DE", date)}`;
}

function teamIntro({ is_test, escalated }: Facts["digest.manager"]): string {
  if (is_test) return "dies ist ein Test: Er zeigt, was Führungskräfte über ihr Team erfahren, mit erfundenen Namen.";
  return escalated > 0
    ? "das braucht in den Schulungen Ihres Teams und der Teams Ihnen unterstellter Führungskräfte Ihre Aufmerksamkeit."
    : "das braucht in den Schulungen Ihres Teams Ihre Aufmerksamkeit.";
}

function stateOf({ state, before, due_soon_days, expiring_days }: Facts["digest.administrator"]): string {
  const row = (name: string, said: (of: typeof state) => string): [string, string] => [
    name,
    `${said(state)}${before === null ? "" : ` (eine Woche zuvor: ${said(before)})`}`,
  ];
  return table([
    row("Personen, denen nichts fehlt", ({ compliant, people }) => `${compliant} von ${people}`),
    row("überfällig", ({ overdue }) => String(overdue)),
    row(`fällig innerhalb von ${due_soon_days} Tagen`, ({ due_soon }) => String(due_soon)),
    row(`Zertifikate, die innerhalb von ${expiring_days} Tagen enden`, ({ expiring }) => String(expiring)),
    ...(state.escalated ? [row("an Administratoren eskaliert", ({ escalated = 0 }) => String(escalated))] : []),
  ]);
}

const stops: Readonly<Record<Facts["report.stopped"]["kind"], string>> = {
  owner_gone: "Das Konto des Administrators, mit dessen Rechten er gelesen wurde, ist entfernt oder deaktiviert.",
  owner_role: "Der Administrator, mit dessen Rechten er gelesen wurde, hat eine Rolle, die keine Berichte liest.",
  owner_limited: "Der Administrator, mit dessen Rechten er gelesen wurde, betreut nur einige Abteilungen.",
};

export const german: Texts = {
  frame: (text, { name, organisation, panel_url }) => `Guten Tag ${name},

${text}

--${" "}
Muster, die Schulungsplattform von ${organisation}
${panel_url}/
`,
  letters: {
    "account.invited": (facts, envelope) => ({
      subject: `Ihr Konto auf der Schulungsplattform von ${envelope.organisation}`,
      text: `${facts.inviter === null ? "Sie sind" : `${facts.inviter} hat Sie`} auf die Schulungsplattform von ${envelope.organisation} eingeladen. Sie haben dort ein Konto mit der Rolle: ${roles[facts.role]}.

Öffnen Sie diesen Link und wählen Sie ein Passwort; damit sind Sie angemeldet:

  ${facts.url}

Der Link funktioniert einmal, bis ${until(facts.expires_at, envelope)}.

Später melden Sie sich unter ${envelope.panel_url}/ mit dem gewählten Passwort an und mit:

${account(facts, envelope)}

Funktioniert der Link nicht mehr, wählen Sie auf jener Seite „Passwort vergessen?“: Sie erhalten einen neuen.`,
    }),
    "account.invited_by_company": (facts, envelope) => ({
      subject: `Ihr Konto auf der Schulungsplattform von ${envelope.organisation}`,
      text: `${facts.inviter === null ? "Sie sind" : `${facts.inviter} hat Sie`} auf die Schulungsplattform von ${envelope.organisation} eingeladen. Sie haben dort ein Konto mit der Rolle: ${roles[facts.role]}.

${account(facts, envelope)}

Sie brauchen kein Passwort: Melden Sie sich hier mit der Identität Ihrer Firma an.

  ${facts.url}`,
    }),
    "password.reset": (facts, envelope) => ({
      subject: `Ein neues Passwort für die Schulungsplattform von ${envelope.organisation}`,
      text: `auf der Anmeldeseite wurde ein neues Passwort für Ihr Konto (${roles[facts.role]}) auf der Schulungsplattform von ${envelope.organisation} angefordert:

${account(facts, envelope)}

Öffnen Sie diesen Link und wählen Sie eines; damit sind Sie angemeldet:

  ${facts.url}

Der Link funktioniert einmal, bis ${until(facts.expires_at, envelope)}. Früher gesendete Links funktionieren nicht mehr.

Wenn nicht Sie das waren, brauchen Sie nichts zu tun: Diese E-Mail allein ändert kein Passwort.`,
    }),
    "password.not_used": (facts, envelope) => ({
      subject: `Anmeldung an der Schulungsplattform von ${envelope.organisation}`,
      text: `auf der Anmeldeseite wurde ein neues Passwort für Ihr Konto (${roles[facts.role]}) auf der Schulungsplattform von ${envelope.organisation} angefordert:

${account(facts, envelope)}

Ihre Organisation meldet sich mit der Identität der Firma an, sodass für dieses Konto kein Passwort verwendet wird. Öffnen Sie diese Seite und wählen Sie „Über Ihre Firma anmelden“:

  ${facts.url}

Wenn nicht Sie das waren, brauchen Sie nichts zu tun.`,
    }),
    "account.factors_changed": ({ kind, ...facts }, envelope) => ({
      subject: `${envelope.organisation}: ${{ passkey_added: "ein Passkey wurde hinzugefügt", passkey_removed: "ein Passkey wurde entfernt", recovery_codes_made: "neue Wiederherstellungscodes wurden erstellt", factors_reset: "Ihr zweiter Faktor wurde zurückgesetzt" }[kind]}`,
      text: `${{ passkey_added: "Ihrem Konto wurde ein Passkey hinzugefügt. Mit ihm kann man sich als Sie anmelden.", passkey_removed: "Aus Ihrem Konto wurde ein Passkey entfernt.", recovery_codes_made: "Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die früheren gelten nicht mehr.", factors_reset: "Ihre Passkeys, Einmalcodes und Wiederherstellungscodes wurden entfernt und Ihre Sitzungen beendet. Sie melden sich allein mit dem Passwort an, bis Sie wieder einen Passkey hinzufügen." }[kind]}

${table([
  ["Organisationscode", envelope.tenant_code],
  ["Anmeldename", facts.login],
  ...(facts.named === null ? [] : [["Passkey", facts.named] as [string, string]]),
  ...(facts.by === null ? [] : [["durch", facts.by] as [string, string]]),
  ["wann", until(facts.at, envelope)],
])}

War das zu erwarten, brauchen Sie nichts zu tun. Wenn nicht, benachrichtigen Sie sofort Ihren IT-Administrator, wählen Sie ein neues Passwort, und sehen Sie Ihre Passkeys und Sitzungen durch:

  ${facts.url}`,
    }),
    "sign_in.break_glass": (facts, envelope) => ({
      subject: `${envelope.organisation}: Notfallanmeldung von ${facts.administrator}`,
      text: `${envelope.organisation} verlangt die Anmeldung mit der Firmenidentität. Der für Notfälle benannte Administrator hat sich ohne sie angemeldet, mit einem zweiten Faktor:

${table([
  ["Organisationscode", envelope.tenant_code],
  ["Administrator", facts.administrator],
  ["Anmeldename", facts.login],
  ["wann", until(facts.at, envelope)],
  ["von", facts.address],
])}

War das zu erwarten, brauchen Sie nichts zu tun. Wenn nicht, beenden Sie die Sitzungen dieses Administrators, benennen Sie einen anderen für Notfälle, und sehen Sie im Audit-Protokoll nach, was getan wurde:

  ${facts.url}`,
    }),
    "sign_in.certificate_ends": (facts, envelope) => ({
      subject: facts.ended
        ? `${envelope.organisation}: Zertifikat des Identitätsanbieters abgelaufen`
        : `${envelope.organisation}: Zertifikat des Identitätsanbieters läuft bald ab`,
      text: `das Signaturzertifikat des Identitätsanbieters von ${envelope.organisation} (Organisationscode ${envelope.tenant_code}) ${facts.ended ? "ist abgelaufen" : "läuft bald ab"}, und ein anderes ist nicht bekannt:

${table([
  ["Anbieter", facts.issuer],
  [facts.ended ? "abgelaufen" : "läuft ab", until(facts.ends_at, envelope)],
])}

Die Anmeldung mit der Firmenidentität hört an dem Tag auf zu funktionieren, an dem der Anbieter mit einem hier unbekannten Zertifikat signiert. Lassen Sie den Anbieter ein neues erstellen, und lesen Sie seine Metadaten hier ein, solange er beide veröffentlicht:

  ${facts.url}`,
    }),
    "sign_in.domain_lost": (facts, envelope) => ({
      subject: `${envelope.organisation}: E-Mail-Domain nicht mehr bestätigt: ${facts.domain}`,
      text: `der TXT-Eintrag, mit dem ${envelope.organisation} (Organisationscode ${envelope.tenant_code}) die Domain ${facts.domain} nachgewiesen hat, fehlt seit drei Tagen. An Adressen der Domain wird bei der ersten Anmeldung mit der Firmenidentität kein Konto mehr gefunden. Wer sich schon so angemeldet hat, meldet sich weiter wie bisher an.

Gehört die Domain noch Ihnen, stellen Sie den Eintrag wieder her und prüfen Sie ihn hier:

  ${facts.url}`,
    }),
    "webhook_subscription.degraded": (facts, envelope) => ({
      subject: `${envelope.organisation}: Webhook-Zustellungen schlagen fehl: ${facts.name}`,
      text: `${facts.failures} Versuche in Folge, Ereignisse an ein Webhook-Abonnement von ${envelope.organisation} zuzustellen, sind fehlgeschlagen:

${subscription(facts, envelope)}

Das Abonnement ist jetzt eingeschränkt: Versuche gehen weiter, jeweils einer. Ein einziger mit einem 2xx-Status bestätigter macht es wieder aktiv. Wird keiner bestätigt, wird es nach ${facts.failures_max} fehlgeschlagenen Versuchen in Folge deaktiviert oder am ${until(facts.disabled_at, envelope)}, je nachdem, was zuerst eintritt.

Bitte sehen Sie nach dem Empfänger. Das Zustellungsprotokoll des Abonnements zeigt jeden Versuch mit seinem Fehler, und ein Ping prüft den Empfänger, ohne als Fehlschlag zu zählen:

  ${facts.url}`,
    }),
    "webhook_subscription.disabled": (facts, envelope) => ({
      subject: `${envelope.organisation}: Webhook-Abonnement deaktiviert: ${facts.name}`,
      text: `ein Webhook-Abonnement von ${envelope.organisation} wurde deaktiviert, weil ${facts.failures === null ? "seit drei Tagen keine Zustellung bestätigt wurde" : `${facts.failures} Versuche in Folge fehlgeschlagen sind`}:

${subscription(facts, envelope)}

Ereignisse werden weiter dafür aufbewahrt, jedes 30 Tage lang. Wenn der Empfänger wieder funktioniert, prüfen Sie ihn mit einem Ping und aktivieren Sie das Abonnement: Ausstehendes wird dann gesendet, Ältestes zuerst. Beides geschieht hier:

  ${facts.url}

oder durch ein Programm:

  POST /api/v1/webhooks/subscriptions/${facts.id}/enable`,
    }),
    "operation.deprecated": (facts, envelope) => ({
      subject: `${envelope.organisation}: abgekündigte API-Operation in Gebrauch: ${facts.operation}`,
      text: `der Integrationsclient „${facts.client}“ von ${envelope.organisation} (Organisationscode ${envelope.tenant_code}) ruft eine Operation der Integrations-API auf, die seit dem ${dateIn("de-DE", facts.deprecated_on)} abgekündigt ist:

  ${facts.operation} (${facts.operation_id})

Sie funktioniert bis zum ${dateIn("de-DE", facts.sunset_on)}; danach kann sie entfallen. Bitten Sie die Verantwortlichen des Clients umzustellen. Was stattdessen zu verwenden ist, steht hier:

  ${facts.url}

Sie erhalten diese E-Mail einmal je Operation.`,
    }),
    "course_session.moved_up": (facts, envelope) => ({
      subject: `${envelope.organisation}: Sie haben einen Platz in ${facts.title}`,
      text: `ein Platz ist frei geworden, und Sie sind für diesen Kurstermin bei ${envelope.organisation} (Organisationscode ${envelope.tenant_code}) angemeldet:

${held(facts)}

Können Sie nicht kommen, melden Sie sich bitte ab, damit die nächste Person nachrücken kann. Das tun Sie auf der Seite des Kurses, wo es auch eine Datei für Ihren Kalender gibt:

  ${facts.url}`,
    }),
    "course_session.changed": (facts, envelope) => ({
      subject: `${envelope.organisation}: geänderter Kurstermin von ${facts.title}`,
      text: `ein Kurstermin bei ${envelope.organisation} (Organisationscode ${envelope.tenant_code}), zu dem Sie angemeldet sind, hat einen anderen Ort oder eine andere Zeit. Jetzt gilt:

${held(facts)}

Bisher galt:

${held({ title: facts.title, ...facts.before })}

Eine neue Datei für Ihren Kalender gibt es auf der Seite des Kurses; dort können Sie sich auch abmelden:

  ${facts.url}`,
    }),
    "course_session.cancelled": (facts, envelope) => ({
      subject: `${envelope.organisation}: abgesagter Kurstermin von ${facts.title}`,
      text: `ein Kurstermin bei ${envelope.organisation} (Organisationscode ${envelope.tenant_code}), zu dem Sie angemeldet sind, findet nicht statt:

${held(facts)}

Der Grund: ${facts.reason}

Andere Termine des Kurses, falls es welche gibt, stehen auf seiner Seite:

  ${facts.url}`,
    }),
    "training.reminder": (facts, envelope) => {
      const { subject, text } = remindedOf(facts, envelope, "de");
      return {
        subject,
        text: `${text}

Alle Ihre Schulungen und was als Nächstes zu tun ist, finden Sie hier:

  ${facts.url}

Sie melden sich mit Ihrem eigenen Konto und dem Organisationscode ${envelope.tenant_code} an. Haben Sie noch kein Passwort, wählen Sie auf der Anmeldeseite „Passwort vergessen?“.

Sie erhalten höchstens eine solche E-Mail am Tag und keine, wenn es nichts Neues gibt. Auf welche Sie verzichten können, steht hier: ${envelope.panel_url}/account`,
      };
    },
    "digest.manager": (facts, envelope) => ({
      subject: `${facts.is_test ? "Test: Schulungen" : "Schulungen"} Ihres Teams bei ${envelope.organisation}`,
      text: `${teamIntro(facts)} Bei ${envelope.organisation} (Organisationscode ${envelope.tenant_code}), am ${dateIn("de-DE", facts.on)}:

${table([
  ["überfällig", String(facts.overdue)],
  [`fällig innerhalb von ${facts.due_soon_days} Tagen`, String(facts.due_soon)],
  [`Zertifikate, die innerhalb von ${facts.expiring_days} Tagen enden`, String(facts.expiring)],
  ...(facts.escalated > 0
    ? [["überfällig in Teams Ihnen unterstellter Führungskräfte (eskaliert)", String(facts.escalated)] as [string, string]]
    : []),
])}

${facts.lines.map(teamLine).join("\n")}${facts.further > 0 ? `\n  - und ${facts.further} weitere` : ""}

Wo jede Person steht, sehen Sie hier:

  ${facts.url}

Sie erhalten diese E-Mail einmal pro Woche und keine, wenn es nichts zu sagen gibt. Ob Sie sie erhalten, wählen Sie hier: ${envelope.panel_url}/account`,
    }),
    "report.scheduled": (facts, envelope) => ({
      subject: `${envelope.organisation}: Bericht „${facts.name}“`,
      text: `im Anhang finden Sie den Bericht „${facts.name}“ (${facts.format}) mit dem jetzigen Stand der Schulungen bei ${envelope.organisation} (Organisationscode ${envelope.tenant_code}).

Ein Bericht mit mehr als ${facts.rows_max} Zeilen oder ${facts.megabytes_max} MB wird nicht angehängt. Nach der Anmeldung finden Sie ihn hier:

  ${facts.url}

Sie erhalten diese E-Mail, weil ein Administrator von ${envelope.organisation} Sie als Empfänger gewählt hat. Ob Sie Berichte erhalten, wählen Sie hier: ${envelope.panel_url}/account`,
    }),
    "report.stopped": (facts, envelope) => ({
      subject: `${envelope.organisation}: Der Bericht „${facts.name}“ wird nicht mehr gesendet`,
      text: `der Bericht „${facts.name}“ von ${envelope.organisation} (Organisationscode ${envelope.tenant_code}) wird nicht mehr gesendet. ${stops[facts.kind]}

Damit es weitergeht, übernimmt ein Administrator der ganzen Organisation den Bericht und wählt neu, wann er gesendet wird:

  ${facts.url}`,
    }),
    "digest.administrator": (facts, envelope) => ({
      subject: `${facts.is_test ? "Test: Stand" : "Stand"} der Schulungen bei ${envelope.organisation} in dieser Woche`,
      text: `${facts.is_test ? "dies ist ein Test: Er zeigt, was Administratoren jede Woche erfahren, mit den heutigen Zahlen." : "so stehen die Schulungen."} Bei ${envelope.organisation} (Organisationscode ${envelope.tenant_code}), am ${dateIn("de-DE", facts.on)}:

${stateOf(facts)}

Wer und was dahintersteht, sehen Sie hier:

  ${facts.url}

Sie erhalten diese E-Mail einmal pro Woche als Administrator von ${envelope.organisation}. Ob Sie sie erhalten, wählen Sie hier: ${envelope.panel_url}/account`,
    }),
  },
};
