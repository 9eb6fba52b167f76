import type { PanelRole } from "../../../platform/context.ts";
import type { DigestLine, Envelope, Facts, HeldSession, Texts } from "../facts.ts";
import { remindedOf } from "../reminder-text.ts";
import { dateIn, instantIn, table } from "./parts.ts";

const roles: Readonly<Record<PanelRole, string>> = {
  it_admin: "administrator IT",
  training_admin: "administrator szkoleń",
  compliance_officer: "specjalista ds. zgodności",
  guard: "pracownik ochrony",
  learner: "uczestnik szkoleń",
};

const until = (at: string, { time_zone }: Envelope) => `${instantIn("pl", at, time_zone)} (${time_zone})`;

/** The values that the sign-in page asks for. */
const account = ({ login }: { login: string }, { tenant_code }: Envelope) =>
  table([
    ["kod organizacji", tenant_code],
    ["login", login],
  ]);

const subscription = ({ name, id, target_url }: Facts["webhook_subscription.disabled"], { tenant_code }: Envelope) =>
  table([
    ["kod organizacji", tenant_code],
    ["subskrypcja", `${name} (${id})`],
    ["adres", target_url],
  ]);

/** Place and time of a session, in the time zone of the place. */
function held({ title, location, starts_at, ends_at, time_zone }: Omit<HeldSession, "url">): string {
  return table([
    ["kurs", title],
    ["miejsce", location],
    ["początek", `${instantIn("pl", starts_at, time_zone)} (${time_zone})`],
    ["koniec", `${instantIn("pl", ends_at, time_zone)} (${time_zone})`],
  ]);
}

function teamLine({ kind, person, title, date, manager }: DigestLine): string {
  const said = {
    overdue: "termin minął:",
    due_soon: "termin:",
    expiring: "certyfikat jest ważny do:",
    escalated: "termin minął:",
  };
  const below = manager ? ` (przełożony: ${manager})` : "";
  return `  - ${person}${below}, ${title}: ${said[kind]} ${dateIn("pl", date)}`;
}

function teamIntro({ is_test, escalated }: Facts["digest.manager"]): string {
  if (is_test) return "to jest test: pokazuje, co o swoim zespole dostają przełożeni; osoby są zmyślone.";
  return escalated > 0
    ? "oto, co w szkoleniach Twojego zespołu i zespołów podległych Ci przełożonych wymaga Twojej uwagi."
    : "oto, co w szkoleniach Twojego zespołu wymaga Twojej uwagi.";
}

function stateOf({ state, before, due_soon_days, expiring_days }: Facts["digest.administrator"]): string {
  const row = (name: string, said: (of: typeof state) => string): [string, string] => [
    name,
    `${said(state)}${before === null ? "" : ` (tydzień wcześniej: ${said(before)})`}`,
  ];
  return table([
    row("osoby, którym niczego nie brakuje", ({ compliant, people }) => `${compliant} z ${people}`),
    row("po terminie", ({ overdue }) => String(overdue)),
    row(`z terminem w ciągu ${due_soon_days} dni`, ({ due_soon }) => String(due_soon)),
    row(`certyfikaty wygasające w ciągu ${expiring_days} dni`, ({ expiring }) => String(expiring)),
    ...(state.escalated ? [row("eskalowane do administratorów", ({ escalated = 0 }) => String(escalated))] : []),
  ]);
}

const stops: Readonly<Record<Facts["report.stopped"]["kind"], string>> = {
  owner_gone: "Konto administratora, z którego uprawnieniami był odczytywany, zostało usunięte lub wyłączone.",
  owner_role: "Administrator, z którego uprawnieniami był odczytywany, ma rolę bez dostępu do raportów.",
  owner_limited: "Administrator, z którego uprawnieniami był odczytywany, zajmuje się tylko niektórymi działami.",
};

export const polish: Texts = {
  frame: (text, { name, organisation, panel_url }) => `Dzień dobry,

${text}

--${" "}
Wiadomość dla: ${name}
Muster, platforma szkoleniowa organizacji ${organisation}
${panel_url}/
`,
  letters: {
    "account.invited": (facts, envelope) => ({
      subject: `Twoje konto na platformie szkoleniowej organizacji ${envelope.organisation}`,
      text: `${facts.inviter === null ? "zapraszamy Cię" : `${facts.inviter} zaprasza Cię`} na platformę szkoleniową organizacji ${envelope.organisation}. Masz na niej konto w roli: ${roles[facts.role]}.

Otwórz ten link i wybierz hasło, a zalogujesz się od razu:

  ${facts.url}

Link działa jeden raz, do: ${until(facts.expires_at, envelope)}.

Później logujesz się na stronie ${envelope.panel_url}/ wybranym hasłem, podając:

${account(facts, envelope)}

Jeśli link już nie działa, wybierz na tej stronie „Nie pamiętasz hasła?” – wyślemy Ci nowy.`,
    }),
    "account.invited_by_company": (facts, envelope) => ({
      subject: `Twoje konto na platformie szkoleniowej organizacji ${envelope.organisation}`,
      text: `${facts.inviter === null ? "zapraszamy Cię" : `${facts.inviter} zaprasza Cię`} na platformę szkoleniową organizacji ${envelope.organisation}. Masz na niej konto w roli: ${roles[facts.role]}.

${account(facts, envelope)}

Nie potrzebujesz hasła: zaloguj się tutaj tożsamością firmową.

  ${facts.url}`,
    }),
    "password.reset": (facts, envelope) => ({
      subject: `Nowe hasło do platformy szkoleniowej organizacji ${envelope.organisation}`,
      text: `na stronie logowania poproszono o nowe hasło do Twojego konta (${roles[facts.role]}) na platformie szkoleniowej organizacji ${envelope.organisation}:

${account(facts, envelope)}

Otwórz ten link i wybierz nowe hasło, a zalogujesz się od razu:

  ${facts.url}

Link działa jeden raz, do: ${until(facts.expires_at, envelope)}. Wcześniej wysłane linki już nie działają.

Jeśli to nie była Twoja prośba, nie musisz nic robić: sama ta wiadomość nie zmienia żadnego hasła.`,
    }),
    "password.not_used": (facts, envelope) => ({
      subject: `Logowanie do platformy szkoleniowej organizacji ${envelope.organisation}`,
      text: `na stronie logowania poproszono o nowe hasło do Twojego konta (${roles[facts.role]}) na platformie szkoleniowej organizacji ${envelope.organisation}:

${account(facts, envelope)}

Twoja organizacja loguje się tożsamością firmową, więc to konto nie używa hasła. Otwórz tę stronę i wybierz „Zaloguj się przez firmę”:

  ${facts.url}

Jeśli to nie była Twoja prośba, nie musisz nic robić.`,
    }),
    "account.factors_changed": ({ kind, ...facts }, envelope) => ({
      subject: `${envelope.organisation}: ${{ passkey_added: "dodano klucz dostępu", passkey_removed: "usunięto klucz dostępu", recovery_codes_made: "utworzono nowe kody odzyskiwania", factors_reset: "usunięto drugi składnik logowania" }[kind]}`,
      text: `${{ passkey_added: "do konta dodano klucz dostępu. Można się nim zalogować na to konto.", passkey_removed: "z konta usunięto klucz dostępu.", recovery_codes_made: "utworzono nowe kody odzyskiwania do konta. Wcześniejsze nie działają.", factors_reset: "usunięto klucze dostępu, kody jednorazowe i kody odzyskiwania, a sesje zakończono. Do czasu dodania nowego klucza do logowania wystarcza hasło." }[kind]}

${table([
  ["kod organizacji", envelope.tenant_code],
  ["login", facts.login],
  ...(facts.named === null ? [] : [["klucz", facts.named] as [string, string]]),
  ...(facts.by === null ? [] : [["przez", facts.by] as [string, string]]),
  ["kiedy", until(facts.at, envelope)],
])}

Jeśli było to oczekiwane, nie musisz nic robić. Jeśli nie, powiadom od razu administratora IT, zmień hasło i sprawdź swoje klucze i sesje:

  ${facts.url}`,
    }),
    "sign_in.break_glass": (facts, envelope) => ({
      subject: `${envelope.organisation}: logowanie awaryjne: ${facts.administrator}`,
      text: `organizacja ${envelope.organisation} wymaga logowania tożsamością firmową. Administrator wyznaczony na sytuacje awaryjne zalogował się bez niej, z użyciem drugiego składnika:

${table([
  ["kod organizacji", envelope.tenant_code],
  ["administrator", facts.administrator],
  ["login", facts.login],
  ["kiedy", until(facts.at, envelope)],
  ["skąd", facts.address],
])}

Jeśli było to oczekiwane, nie musisz nic robić. Jeśli nie, zakończ sesje tego administratora, wyznacz innego na sytuacje awaryjne i sprawdź w dzienniku audytu, co zostało zrobione:

  ${facts.url}`,
    }),
    "sign_in.certificate_ends": (facts, envelope) => ({
      subject: facts.ended
        ? `${envelope.organisation}: certyfikat dostawcy tożsamości wygasł`
        : `${envelope.organisation}: certyfikat dostawcy tożsamości wkrótce wygaśnie`,
      text: `certyfikat podpisu dostawcy tożsamości organizacji ${envelope.organisation} (kod organizacji ${envelope.tenant_code}) ${facts.ended ? "wygasł" : "wkrótce wygaśnie"}, a inny nie jest znany:

${table([
  ["dostawca", facts.issuer],
  [facts.ended ? "wygasł" : "wygasa", until(facts.ends_at, envelope)],
])}

Logowanie tożsamością firmową przestanie działać w dniu, w którym dostawca zacznie podpisywać certyfikatem nieznanym tutaj. Wygeneruj nowy u dostawcy i wczytaj tu jego metadane, gdy publikuje oba:

  ${facts.url}`,
    }),
    "sign_in.domain_lost": (facts, envelope) => ({
      subject: `${envelope.organisation}: domena e-mail nie jest już potwierdzona: ${facts.domain}`,
      text: `od trzech dni brakuje rekordu TXT, którym organizacja ${envelope.organisation} (kod organizacji ${envelope.tenant_code}) potwierdziła domenę ${facts.domain}. Po adresach z tej domeny nie znajduje się już konta przy pierwszym logowaniu tożsamością firmową. Kto logował się tak wcześniej, loguje się jak dotąd.

Jeśli domena nadal należy do organizacji, przywróć rekord i sprawdź go tutaj:

  ${facts.url}`,
    }),
    "webhook_subscription.degraded": (facts, envelope) => ({
      subject: `${envelope.organisation}: nieudane dostarczenia webhooków: ${facts.name}`,
      text: `nie udały się kolejne próby dostarczenia zdarzeń do subskrypcji webhooków organizacji ${envelope.organisation} (liczba prób z rzędu: ${facts.failures}):

${subscription(facts, envelope)}

Subskrypcja ma teraz stan „degraded”: próby trwają, pojedynczo. Jedna próba potwierdzona statusem 2xx przywróci stan „active”. Jeśli żadna nie zostanie potwierdzona, subskrypcja zostanie wyłączona: gdy liczba nieudanych prób z rzędu osiągnie ${facts.failures_max} albo w terminie ${until(facts.disabled_at, envelope)}, zależnie od tego, co nastąpi wcześniej.

Sprawdź, proszę, odbiorcę. Dziennik dostarczeń subskrypcji pokazuje każdą próbę wraz z błędem, a ping sprawdza odbiorcę i nie jest liczony jako nieudana próba:

  ${facts.url}`,
    }),
    "webhook_subscription.disabled": (facts, envelope) => ({
      subject: `${envelope.organisation}: wyłączono subskrypcję webhooków: ${facts.name}`,
      text: `subskrypcja webhooków organizacji ${envelope.organisation} została wyłączona. Przyczyna: ${facts.failures === null ? "od trzech dni żadne dostarczenie nie zostało potwierdzone" : `liczba nieudanych prób z rzędu osiągnęła ${facts.failures}`}.

${subscription(facts, envelope)}

Zdarzenia nadal są dla niej przechowywane, każde przez 30 dni. Gdy odbiorca znów będzie działał, sprawdź go pingiem i włącz subskrypcję: oczekujące zdarzenia zostaną wtedy wysłane, od najstarszego. Jedno i drugie zrobisz tutaj:

  ${facts.url}

albo programem:

  POST /api/v1/webhooks/subscriptions/${facts.id}/enable`,
    }),
    "operation.deprecated": (facts, envelope) => ({
      subject: `${envelope.organisation}: używana jest wycofywana operacja API: ${facts.operation}`,
      text: `klient integracji „${facts.client}” organizacji ${envelope.organisation} (kod organizacji ${envelope.tenant_code}) wywołuje operację API integracji, która jest wycofywana od ${dateIn("pl", facts.deprecated_on)}:

  ${facts.operation} (${facts.operation_id})

Będzie działać do ${dateIn("pl", facts.sunset_on)}; potem może jej już nie być. Poproś osobę odpowiedzialną za klienta, żeby przestała jej używać. Czym ją zastąpić, opisano tutaj:

  ${facts.url}

Tę wiadomość wysyłamy raz dla każdej operacji.`,
    }),
    "course_session.moved_up": (facts, envelope) => ({
      subject: `${envelope.organisation}: masz miejsce na zajęciach ${facts.title}`,
      text: `Zwolniło się miejsce i jesteś na liście uczestników tych zajęć w ${envelope.organisation} (kod organizacji ${envelope.tenant_code}):

${held(facts)}

Jeśli nie możesz przyjść, wypisz się, aby mogła przyjść następna osoba. Możesz to zrobić, a także pobrać plik do kalendarza, na stronie kursu:

  ${facts.url}`,
    }),
    "course_session.changed": (facts, envelope) => ({
      subject: `${envelope.organisation}: zmiana zajęć ${facts.title}`,
      text: `Zmieniło się miejsce lub czas zajęć w ${envelope.organisation} (kod organizacji ${envelope.tenant_code}), na które jesteś na liście. Teraz:

${held(facts)}

Przedtem:

${held({ title: facts.title, ...facts.before })}

Nowy plik do kalendarza pobierzesz na stronie kursu; tam możesz się też wypisać:

  ${facts.url}`,
    }),
    "course_session.cancelled": (facts, envelope) => ({
      subject: `${envelope.organisation}: odwołane zajęcia ${facts.title}`,
      text: `Zajęcia w ${envelope.organisation} (kod organizacji ${envelope.tenant_code}), na które jesteś na liście, nie odbędą się:

${held(facts)}

Powód: ${facts.reason}

Inne zajęcia tego kursu, jeśli są zaplanowane, znajdziesz na jego stronie:

  ${facts.url}`,
    }),
    "training.reminder": (facts, envelope) => {
      const { subject, text } = remindedOf(facts, envelope, "pl");
      return {
        subject,
        text: `${text}

Wszystkie Twoje szkolenia i to, co jest do zrobienia, znajdziesz tutaj:

  ${facts.url}

Logujesz się na własne konto, z kodem organizacji ${envelope.tenant_code}. Jeśli nie masz jeszcze hasła, wybierz „Nie pamiętasz hasła?” na stronie logowania.

Taką wiadomość dostajesz najwyżej raz dziennie i tylko wtedy, gdy jest coś nowego. Z których możesz zrezygnować, zobaczysz tutaj: ${envelope.panel_url}/account`,
      };
    },
    "digest.manager": (facts, envelope) => ({
      subject: `${facts.is_test ? "Test: szkolenia" : "Szkolenia"} Twojego zespołu w organizacji ${envelope.organisation}`,
      text: `${teamIntro(facts)} Organizacja ${envelope.organisation} (kod organizacji ${envelope.tenant_code}), stan na ${dateIn("pl", facts.on)}:

${table([
  ["po terminie", String(facts.overdue)],
  [`z terminem w ciągu ${facts.due_soon_days} dni`, String(facts.due_soon)],
  [`certyfikaty wygasające w ciągu ${facts.expiring_days} dni`, String(facts.expiring)],
  ...(facts.escalated > 0
    ? [["po terminie w zespołach podległych Ci przełożonych (eskalacja)", String(facts.escalated)] as [string, string]]
    : []),
])}

${facts.lines.map(teamLine).join("\n")}${facts.further > 0 ? `\n  - oraz kolejne: ${facts.further}` : ""}

Jak stoi każda z tych osób, zobaczysz tutaj:

  ${facts.url}

Taką wiadomość dostajesz raz w tygodniu i tylko wtedy, gdy jest o czym pisać. Czy chcesz ją dostawać, wybierasz tutaj: ${envelope.panel_url}/account`,
    }),
    "report.scheduled": (facts, envelope) => ({
      subject: `${envelope.organisation}: raport „${facts.name}”`,
      text: `w załączeniu raport „${facts.name}” (${facts.format}), zgodny z obecnym stanem szkoleń w organizacji ${envelope.organisation} (kod organizacji ${envelope.tenant_code}).

Raport, który ma więcej niż ${facts.rows_max} wierszy lub ${facts.megabytes_max} MB, nie jest załączany. Po zalogowaniu znajdziesz go tutaj:

  ${facts.url}

Tę wiadomość dostajesz, ponieważ administrator organizacji ${envelope.organisation} wybrał Cię na odbiorcę raportu. Czy chcesz dostawać raporty, wybierasz tutaj: ${envelope.panel_url}/account`,
    }),
    "report.stopped": (facts, envelope) => ({
      subject: `${envelope.organisation}: raport „${facts.name}” nie jest już wysyłany`,
      text: `raport „${facts.name}” organizacji ${envelope.organisation} (kod organizacji ${envelope.tenant_code}) nie jest już wysyłany. ${stops[facts.kind]}

Aby go wznowić, administrator całej organizacji zapisuje raport jako własny i ponownie wybiera, kiedy ma być wysyłany:

  ${facts.url}`,
    }),
    "digest.administrator": (facts, envelope) => ({
      subject: `${facts.is_test ? "Test: stan" : "Stan"} szkoleń w organizacji ${envelope.organisation} w tym tygodniu`,
      text: `${facts.is_test ? "to jest test: pokazuje, co administratorzy dostają co tydzień, z dzisiejszymi liczbami." : "oto, jak stoją szkolenia."} Organizacja ${envelope.organisation} (kod organizacji ${envelope.tenant_code}), stan na ${dateIn("pl", facts.on)}:

${stateOf(facts)}

Kto i co się za tym kryje, zobaczysz tutaj:

  ${facts.url}

Taką wiadomość dostajesz raz w tygodniu jako administrator organizacji ${envelope.organisation}. Czy chcesz ją dostawać, wybierasz tutaj: ${envelope.panel_url}/account`,
    }),
  },
};
