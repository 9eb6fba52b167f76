import type { PanelRole } from "../../../platform/context.ts";
import type { DigestLine, Envelope, Facts, HeldSession, Texts } from "../facts.ts";
import { remindedOf } from "../reminder-text.ts";
import { dateIn, instantIn, table } from "./parts.ts";

const roles: Readonly<Record<PanelRole, string>> = {
  it_admin: "ІТ-адміністратор",
  training_admin: "адміністратор навчання",
  compliance_officer: "фахівець із відповідності",
  guard: "охоронець",
  learner: "учасник навчання",
};

const until = (at: string, { time_zone }: Envelope) => `${instantIn("uk-UA", at, time_zone)} (${time_zone})`;

/** The values that the sign-in page asks for. */
const account = ({ login }: { login: string }, { tenant_code }: Envelope) =>
  table([
    ["код організації", tenant_code],
    ["логін", login],
  ]);

const subscription = ({ name, id, target_url }: Facts["webhook_subscription.disabled"], { tenant_code }: Envelope) =>
  table([
    ["код організації", tenant_code],
    ["підписка", `${name} (${id})`],
    ["адреса", target_url],
  ]);

/** Place and time of a session, in the time zone of the place. */
function held({ title, location, starts_at, ends_at, time_zone }: Omit<HeldSession, "url">): string {
  return table([
    ["курс", title],
    ["місце", location],
    ["початок", `${instantIn("uk-UA", starts_at, time_zone)} (${time_zone})`],
    ["кінець", `${instantIn("uk-UA", ends_at, time_zone)} (${time_zone})`],
  ]);
}

function teamLine({ kind, person, title, date, manager }: DigestLine): string {
  const said = { overdue: "термін минув:", due_soon: "термін:", expiring: "сертифікат дійсний до:", escalated: "термін минув:" };
  const below = manager ? ` (керівник: ${manager})` : "";
  return `  - ${person}${below}, ${title}: ${said[kind]} ${dateIn("uk-UA", date)}`;
}

function teamIntro({ is_test, escalated }: Facts["digest.manager"]): string {
  if (is_test) return "Це тест: він показує, що керівники отримують про свою команду; імена вигадані.";
  return escalated > 0
    ? "Ось що в навчанні Вашої команди та команд підпорядкованих Вам керівників потребує Вашої уваги."
    : "Ось що в навчанні Вашої команди потребує Вашої уваги.";
}

function stateOf({ state, before, due_soon_days, expiring_days }: Facts["digest.administrator"]): string {
  const row = (name: string, said: (of: typeof state) => string): [string, string] => [
    name,
    `${said(state)}${before === null ? "" : ` (тижнем раніше: ${said(before)})`}`,
  ];
  return table([
    row("люди, яким нічого не бракує", ({ compliant, people }) => `${compliant} з ${people}`),
    row("прострочено", ({ overdue }) => String(overdue)),
    row(`термін у межах ${due_soon_days} днів`, ({ due_soon }) => String(due_soon)),
    row(`сертифікати, що закінчуються в межах ${expiring_days} днів`, ({ expiring }) => String(expiring)),
    ...(state.escalated ? [row("ескальовано до адміністраторів", ({ escalated = 0 }) => String(escalated))] : []),
  ]);
}

const stops: Readonly<Record<Facts["report.stopped"]["kind"], string>> = {
  owner_gone: "Обліковий запис адміністратора, з правами якого його читали, видалено або вимкнено.",
  owner_role: "Адміністратор, з правами якого його читали, має роль без доступу до звітів.",
  owner_limited: "Адміністратор, з правами якого його читали, опікується лише деякими підрозділами.",
};

export const ukrainian: Texts = {
  frame: (text, { name, organisation, panel_url }) => `Добрий день!

${text}

--${" "}
Лист для: ${name}
Muster, навчальна платформа організації ${organisation}
${panel_url}/
`,
  letters: {
    "account.invited": (facts, envelope) => ({
      subject: `Ваш обліковий запис на навчальній платформі організації ${envelope.organisation}`,
      text: `${facts.inviter === null ? "Вас запрошено" : `${facts.inviter} запрошує Вас`} на навчальну платформу організації ${envelope.organisation}. Ви маєте там обліковий запис із роллю: ${roles[facts.role]}.

Відкрийте це посилання та оберіть пароль — і Ви одразу ввійдете:

  ${facts.url}

Посилання діє один раз, до: ${until(facts.expires_at, envelope)}.

Згодом Ви входите на сторінці ${envelope.panel_url}/ з обраним паролем, зазначивши:

${account(facts, envelope)}

Якщо посилання вже не діє, оберіть на тій сторінці «Забули пароль?» — Вам надішлють нове.`,
    }),
    "account.invited_by_company": (facts, envelope) => ({
      subject: `Ваш обліковий запис на навчальній платформі організації ${envelope.organisation}`,
      text: `${facts.inviter === null ? "Вас запрошено" : `${facts.inviter} запрошує Вас`} на навчальну платформу організації ${envelope.organisation}. Ви маєте там обліковий запис із роллю: ${roles[facts.role]}.

${account(facts, envelope)}

Пароль Вам не потрібен: увійдіть тут із корпоративною ідентичністю.

  ${facts.url}`,
    }),
    "password.reset": (facts, envelope) => ({
      subject: `Новий пароль для навчальної платформи організації ${envelope.organisation}`,
      text: `На сторінці входу надійшов запит на новий пароль для Вашого облікового запису (${roles[facts.role]}) на навчальній платформі організації ${envelope.organisation}:

${account(facts, envelope)}

Відкрийте це посилання та оберіть новий пароль — і Ви одразу ввійдете:

  ${facts.url}

Посилання діє один раз, до: ${until(facts.expires_at, envelope)}. Надіслані раніше посилання вже не діють.

Якщо запит надійшов не від Вас, нічого не робіть: сам цей лист не змінює жодного пароля.`,
    }),
    "password.not_used": (facts, envelope) => ({
      subject: `Вхід на навчальну платформу організації ${envelope.organisation}`,
      text: `На сторінці входу надійшов запит на новий пароль для Вашого облікового запису (${roles[facts.role]}) на навчальній платформі організації ${envelope.organisation}:

${account(facts, envelope)}

Ваша організація входить із корпоративною ідентичністю, тож цей обліковий запис не використовує пароля. Відкрийте цю сторінку та оберіть «Увійти через компанію»:

  ${facts.url}

Якщо запит надійшов не від Вас, нічого не робіть.`,
    }),
    "account.factors_changed": ({ kind, ...facts }, envelope) => ({
      subject: `${envelope.organisation}: ${{ passkey_added: "додано ключ доступу", passkey_removed: "вилучено ключ доступу", recovery_codes_made: "створено нові коди відновлення", factors_reset: "скинуто другий фактор" }[kind]}`,
      text: `${{ passkey_added: "До вашого облікового запису додано ключ доступу. Ним можна ввійти від вашого імені.", passkey_removed: "З вашого облікового запису вилучено ключ доступу.", recovery_codes_made: "Для вашого облікового запису створено нові коди відновлення. Попередні більше не діють.", factors_reset: "Ваші ключі доступу, одноразові коди та коди відновлення вилучено, а сеанси завершено. Поки ви не додасте новий ключ доступу, для входу досить пароля." }[kind]}

${table([
  ["код організації", envelope.tenant_code],
  ["логін", facts.login],
  ...(facts.named === null ? [] : [["ключ доступу", facts.named] as [string, string]]),
  ...(facts.by === null ? [] : [["ким", facts.by] as [string, string]]),
  ["коли", until(facts.at, envelope)],
])}

Якщо це було очікувано, нічого не робіть. Якщо ні, негайно повідомте IT-адміністратора, змініть пароль і перегляньте свої ключі доступу та сеанси:

  ${facts.url}`,
    }),
    "sign_in.break_glass": (facts, envelope) => ({
      subject: `${envelope.organisation}: аварійний вхід: ${facts.administrator}`,
      text: `Організація ${envelope.organisation} вимагає входу з корпоративною ідентичністю. Адміністратор, призначений на випадок аварії, увійшов без неї, з другим фактором:

${table([
  ["код організації", envelope.tenant_code],
  ["адміністратор", facts.administrator],
  ["логін", facts.login],
  ["коли", until(facts.at, envelope)],
  ["звідки", facts.address],
])}

Якщо це було очікувано, нічого не робіть. Якщо ні, завершіть сеанси цього адміністратора, призначте іншого на випадок аварії та перегляньте в журналі аудиту, що було зроблено:

  ${facts.url}`,
    }),
    "sign_in.certificate_ends": (facts, envelope) => ({
      subject: facts.ended
        ? `${envelope.organisation}: строк дії сертифіката постачальника ідентичності минув`
        : `${envelope.organisation}: сертифікат постачальника ідентичності скоро закінчиться`,
      text: `Строк дії сертифіката підпису постачальника ідентичності організації ${envelope.organisation} (код організації ${envelope.tenant_code}) ${facts.ended ? "минув" : "скоро закінчиться"}, а інший невідомий:

${table([
  ["постачальник", facts.issuer],
  [facts.ended ? "минув" : "закінчується", until(facts.ends_at, envelope)],
])}

Вхід із корпоративною ідентичністю припиниться того дня, коли постачальник підпише сертифікатом, невідомим тут. Створіть новий у постачальника та зчитайте його метадані тут, поки він публікує обидва:

  ${facts.url}`,
    }),
    "sign_in.domain_lost": (facts, envelope) => ({
      subject: `${envelope.organisation}: поштовий домен більше не підтверджено: ${facts.domain}`,
      text: `Уже три дні немає запису TXT, яким організація ${envelope.organisation} (код організації ${envelope.tenant_code}) підтвердила домен ${facts.domain}. За адресами цього домену більше не знаходиться обліковий запис під час першого входу з корпоративною ідентичністю. Хто вже входив так раніше, входить, як і досі.

Якщо домен усе ще Ваш, поверніть запис і перевірте його тут:

  ${facts.url}`,
    }),
    "webhook_subscription.degraded": (facts, envelope) => ({
      subject: `${envelope.organisation}: доставки вебхука не вдаються: ${facts.name}`,
      text: `Не вдалися спроби поспіль доставити події підписці вебхука організації ${envelope.organisation} (кількість спроб: ${facts.failures}):

${subscription(facts, envelope)}

Підписка тепер обмежена: спроби тривають, по одній. Одна підтверджена статусом 2xx знову зробить її активною. Якщо жодної не буде підтверджено, підписку буде вимкнено після ${facts.failures_max} невдалих спроб поспіль або ${until(facts.disabled_at, envelope)}, залежно від того, що настане раніше.

Перевірте, будь ласка, отримувача. Журнал доставок підписки показує кожну спробу з її помилкою, а пінг перевіряє отримувача й не вважається невдачею:

  ${facts.url}`,
    }),
    "webhook_subscription.disabled": (facts, envelope) => ({
      subject: `${envelope.organisation}: підписку вебхука вимкнено: ${facts.name}`,
      text: `Підписку вебхука організації ${envelope.organisation} вимкнено. Причина: ${facts.failures === null ? "уже три дні не підтверджено жодної доставки" : `кількість невдалих спроб поспіль досягла ${facts.failures}`}.

${subscription(facts, envelope)}

Події й далі зберігаються для неї, кожна 30 днів. Коли отримувач знову працюватиме, перевірте його пінгом та ввімкніть підписку: те, що очікує, буде надіслано, найдавніше спершу. І те, й інше робиться тут:

  ${facts.url}

або програмою:

  POST /api/v1/webhooks/subscriptions/${facts.id}/enable`,
    }),
    "operation.deprecated": (facts, envelope) => ({
      subject: `${envelope.organisation}: використовується застаріла операція API: ${facts.operation}`,
      text: `Клієнт інтеграції «${facts.client}» організації ${envelope.organisation} (код організації ${envelope.tenant_code}) викликає операцію API інтеграції, яка застаріла з ${dateIn("uk-UA", facts.deprecated_on)}:

  ${facts.operation} (${facts.operation_id})

Вона працюватиме до ${dateIn("uk-UA", facts.sunset_on)}; потім її може не бути. Попросіть відповідальних за клієнт перейти на інше. Чим її замінити, описано тут:

  ${facts.url}

Ви отримуєте цей лист один раз для кожної операції.`,
    }),
    "course_session.moved_up": (facts, envelope) => ({
      subject: `${envelope.organisation}: Ви маєте місце на занятті ${facts.title}`,
      text: `Звільнилося місце, і Вас записано на це заняття в організації ${envelope.organisation} (код організації ${envelope.tenant_code}):

${held(facts)}

Якщо не можете прийти, скасуйте запис, щоб могла прийти наступна особа. Це можна зробити на сторінці курсу; там є й файл для Вашого календаря:

  ${facts.url}`,
    }),
    "course_session.changed": (facts, envelope) => ({
      subject: `${envelope.organisation}: змінено заняття ${facts.title}`,
      text: `Заняття в організації ${envelope.organisation} (код організації ${envelope.tenant_code}), на яке Вас записано, має інше місце або час. Тепер:

${held(facts)}

Раніше:

${held({ title: facts.title, ...facts.before })}

Новий файл для календаря є на сторінці курсу; там можна й скасувати запис:

  ${facts.url}`,
    }),
    "course_session.cancelled": (facts, envelope) => ({
      subject: `${envelope.organisation}: скасовано заняття ${facts.title}`,
      text: `Заняття в організації ${envelope.organisation} (код організації ${envelope.tenant_code}), на яке Вас записано, не відбудеться:

${held(facts)}

Причина: ${facts.reason}

Інші заняття курсу, якщо вони є, — на його сторінці:

  ${facts.url}`,
    }),
    "training.reminder": (facts, envelope) => {
      const { subject, text } = remindedOf(facts, envelope, "uk");
      return {
        subject,
        text: `${text}

Усе Ваше навчання й те, що робити далі, — тут:

  ${facts.url}

Ви входите зі своїм обліковим записом і кодом організації ${envelope.tenant_code}. Якщо пароля ще немає, оберіть «Забули пароль?» на сторінці входу.

Ви отримуєте щонайбільше один такий лист на день і жодного, якщо нового немає. Від яких можна відмовитися, зазначено тут: ${envelope.panel_url}/account`,
      };
    },
    "digest.manager": (facts, envelope) => ({
      subject: `${facts.is_test ? "Тест: навчання" : "Навчання"} Вашої команди в організації ${envelope.organisation}`,
      text: `${teamIntro(facts)} Організація ${envelope.organisation} (код організації ${envelope.tenant_code}), станом на ${dateIn("uk-UA", facts.on)}:

${table([
  ["прострочено", String(facts.overdue)],
  [`термін у межах ${facts.due_soon_days} днів`, String(facts.due_soon)],
  [`сертифікати, що закінчуються в межах ${facts.expiring_days} днів`, String(facts.expiring)],
  ...(facts.escalated > 0
    ? [["прострочено в командах підпорядкованих Вам керівників (ескалація)", String(facts.escalated)] as [string, string]]
    : []),
])}

${facts.lines.map(teamLine).join("\n")}${facts.further > 0 ? `\n  - та ще ${facts.further}` : ""}

Як справи в кожної особи, видно тут:

  ${facts.url}

Ви отримуєте цей лист раз на тиждень і жодного, якщо немає про що писати. Чи отримувати його, Ви обираєте тут: ${envelope.panel_url}/account`,
    }),
    "report.scheduled": (facts, envelope) => ({
      subject: `${envelope.organisation}: звіт «${facts.name}»`,
      text: `Додаємо звіт «${facts.name}» (${facts.format}) за поточним станом навчання в організації ${envelope.organisation} (код організації ${envelope.tenant_code}).

Звіт, у якому понад ${facts.rows_max} рядків або ${facts.megabytes_max} МБ, не додається. Після входу він доступний тут:

  ${facts.url}

Ви отримуєте цей лист, бо адміністратор організації ${envelope.organisation} обрав Вас отримувачем. Чи отримувати звіти, Ви обираєте тут: ${envelope.panel_url}/account`,
    }),
    "report.stopped": (facts, envelope) => ({
      subject: `${envelope.organisation}: звіт «${facts.name}» більше не надсилається`,
      text: `Звіт «${facts.name}» організації ${envelope.organisation} (код організації ${envelope.tenant_code}) більше не надсилається. ${stops[facts.kind]}

Щоб відновити, адміністратор усієї організації зберігає звіт як власний і знову обирає, коли його надсилати:

  ${facts.url}`,
    }),
    "digest.administrator": (facts, envelope) => ({
      subject: `${facts.is_test ? "Тест: стан" : "Стан"} навчання в організації ${envelope.organisation} цього тижня`,
      text: `${facts.is_test ? "Це тест: він показує, що адміністратори отримують щотижня, із сьогоднішніми числами." : "Ось стан навчання."} Організація ${envelope.organisation} (код організації ${envelope.tenant_code}), станом на ${dateIn("uk-UA", facts.on)}:

${stateOf(facts)}

Хто й що за цим стоїть, видно тут:

  ${facts.url}

Ви отримуєте цей лист раз на тиждень як адміністратор організації ${envelope.organisation}. Чи отримувати його, Ви обираєте тут: ${envelope.panel_url}/account`,
    }),
  },
};
