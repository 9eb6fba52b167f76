import type { PanelRole } from "../../../platform/context.ts";
import type { DigestLine, Envelope, Facts, HeldSession, Texts } from "../facts.ts";
import { remindedOf } from "../reminder-text.ts";
import { dateIn, instantIn, table } from "./parts.ts";

const roles: Readonly<Record<PanelRole, string>> = {
  it_admin: "IT administrator",
  training_admin: "training administrator",
  compliance_officer: "compliance officer",
  guard: "guard",
  learner: "learner",
};

const until = (at: string, { time_zone }: Envelope) => `${instantIn("en-GB", at, time_zone)} (${time_zone})`;

/** The values that the sign-in page asks for. */
const account = ({ login }: { login: string }, { tenant_code }: Envelope) =>
  table([
    ["tenant code", tenant_code],
    ["login", login],
  ]);

const subscription = ({ name, id, target_url }: Facts["webhook_subscription.disabled"], { tenant_code }: Envelope) =>
  table([
    ["tenant code", tenant_code],
    ["subscription", `${name} (${id})`],
    ["address", target_url],
  ]);

/** Place and time of a session, in the time zone of the place. */
function held({ title, location, starts_at, ends_at, time_zone }: Omit<HeldSession, "url">): string {
  return table([
    ["course", title],
    ["place", location],
    ["begins", `${instantIn("en-GB", starts_at, time_zone)} (${time_zone})`],
    ["ends", `${instantIn("en-GB", ends_at, time_zone)} (${time_zone})`],
  ]);
}

function teamLine({ kind, person, title, date, manager }: DigestLine): string {
  const said = { overdue: "overdue since", due_soon: "due on", expiring: "certificate ends on", escalated: "overdue since" };
  const below = manager ? ` (manager: ${manager})` : "";
  return `  - ${person}${below}, ${title}: ${said[kind]} ${dateIn("en-GB", date)}`;
}

function teamIntro({ is_test, escalated }: Facts["digest.manager"]): string {
  if (is_test) return "This is a test: it shows how managers are told of their people, with invented names.";
  return escalated > 0
    ? "This is what needs your attention in the training of your people, and of the teams of managers below you."
    : "This is what needs your attention in the training of the people who report to you.";
}

function stateOf({ state, before, due_soon_days, expiring_days }: Facts["digest.administrator"]): string {
  const row = (name: string, said: (of: typeof state) => string): [string, string] => [
    name,
    `${said(state)}${before === null ? "" : ` (a week before: ${said(before)})`}`,
  ];
  return table([
    row("people who lack nothing", ({ compliant, people }) => `${compliant} of ${people}`),
    row("overdue", ({ overdue }) => String(overdue)),
    row(`due within ${due_soon_days} days`, ({ due_soon }) => String(due_soon)),
    row(`certificates that end within ${expiring_days} days`, ({ expiring }) => String(expiring)),
    ...(state.escalated ? [row("escalated to administrators", ({ escalated = 0 }) => String(escalated))] : []),
  ]);
}

const stops: Readonly<Record<Facts["report.stopped"]["kind"], string>> = {
  owner_gone: "The account of the administrator with whose rights it was read is gone or disabled.",
  owner_role: "The administrator with whose rights it was read has a role that reads no reports.",
  owner_limited: "The administrator with whose rights it was read looks after some departments only.",
};

export const english: Texts = {
  frame: (text, { name, organisation, panel_url }) => `Hello ${name},

${text}

--${" "}
Muster, the training platform of ${organisation}
${panel_url}/
`,
  letters: {
    "account.invited": (facts, envelope) => ({
      subject: `Your account on the training platform of ${envelope.organisation}`,
      text: `${facts.inviter === null ? "You are invited" : `${facts.inviter} invites you`} to the training platform of ${envelope.organisation}. You have an account there as ${roles[facts.role]}.

Open this link and choose a password; with that you are signed in:

  ${facts.url}

The link works once, until ${until(facts.expires_at, envelope)}.

Later you sign in at ${envelope.panel_url}/ with the password that you chose and with:

${account(facts, envelope)}

If the link no longer works, choose "Forgot your password?" on that page: another one is mailed to you.`,
    }),
    "account.invited_by_company": (facts, envelope) => ({
      subject: `Your account on the training platform of ${envelope.organisation}`,
      text: `${facts.inviter === null ? "You are invited" : `${facts.inviter} invites you`} to the training platform of ${envelope.organisation}. You have an account there as ${roles[facts.role]}:

${account(facts, envelope)}

You need no password: sign in here with the identity of your company.

  ${facts.url}`,
    }),
    "password.reset": (facts, envelope) => ({
      subject: `A new password for the training platform of ${envelope.organisation}`,
      text: `A new password was asked for on the sign-in page, for your account as ${roles[facts.role]} on the training platform of ${envelope.organisation}:

${account(facts, envelope)}

Open this link and choose one; with that you are signed in:

  ${facts.url}

The link works once, until ${until(facts.expires_at, envelope)}. Links that you were sent before it no longer work.

If it was not you who asked, you need not do anything: this mail by itself changes no password.`,
    }),
    "password.not_used": (facts, envelope) => ({
      subject: `Signing in to the training platform of ${envelope.organisation}`,
      text: `A new password was asked for on the sign-in page, for your account as ${roles[facts.role]} on the training platform of ${envelope.organisation}:

${account(facts, envelope)}

Your organisation signs in with the identity of the company, so that no password is used for this account. Open this page and choose "Sign in with your company":

  ${facts.url}

If it was not you who asked, you need not do anything.`,
    }),
    "account.factors_changed": ({ kind, ...facts }, envelope) => ({
      subject: `${envelope.organisation}: ${{ passkey_added: "a passkey was added", passkey_removed: "a passkey was removed", recovery_codes_made: "new recovery codes were made", factors_reset: "your second factor was reset" }[kind]}`,
      text: `${{ passkey_added: "A passkey was added to your account. It signs in as you.", passkey_removed: "A passkey was removed from your account.", recovery_codes_made: "New recovery codes were made for your account. The earlier ones are worth nothing.", factors_reset: "Your passkeys, one-time codes and recovery codes were removed, and your sessions were ended. You sign in by password alone until you add a passkey again." }[kind]}

${table([
  ["tenant code", envelope.tenant_code],
  ["login", facts.login],
  ...(facts.named === null ? [] : [["passkey", facts.named] as [string, string]]),
  ...(facts.by === null ? [] : [["by", facts.by] as [string, string]]),
  ["when", until(facts.at, envelope)],
])}

If that was expected, you need not do anything. If it was not, tell your IT administrator at once, choose a new password, and look at your passkeys and sessions:

  ${facts.url}`,
    }),
    "sign_in.break_glass": (facts, envelope) => ({
      subject: `${envelope.organisation}: emergency sign-in of ${facts.administrator}`,
      text: `${envelope.organisation} requires sign-in with the company's identity. The administrator who is named for emergencies has signed in without it, with a second factor:

${table([
  ["tenant code", envelope.tenant_code],
  ["administrator", facts.administrator],
  ["login", facts.login],
  ["when", until(facts.at, envelope)],
  ["from", facts.address],
])}

If that was expected, you need not do anything. If it was not, end the sessions of this administrator, name another one for emergencies, and look at what was done in the audit log:

  ${facts.url}`,
    }),
    "sign_in.certificate_ends": (facts, envelope) => ({
      subject: facts.ended
        ? `${envelope.organisation}: the identity provider's certificate has ended`
        : `${envelope.organisation}: the identity provider's certificate ends soon`,
      text: `The signing certificate of the identity provider of ${envelope.organisation} (tenant code ${envelope.tenant_code}) ${facts.ended ? "has ended" : "ends soon"}, and no other one is known:

${table([
  ["provider", facts.issuer],
  [facts.ended ? "ended" : "ends", until(facts.ends_at, envelope)],
])}

Sign-in with the company's identity stops on the day on which the provider signs with a certificate that is not known here. Have the provider make a new one, and read its metadata here while it publishes both:

  ${facts.url}`,
    }),
    "sign_in.domain_lost": (facts, envelope) => ({
      subject: `${envelope.organisation}: e-mail domain no longer verified: ${facts.domain}`,
      text: `The TXT record by which ${envelope.organisation} (tenant code ${envelope.tenant_code}) has proved the domain ${facts.domain} has been missing for three days. Addresses of the domain no longer find an account at the first sign-in with the company's identity. Who has signed in with it before signs in as before.

If the domain is still yours, put the record back and check it here:

  ${facts.url}`,
    }),
    "webhook_subscription.degraded": (facts, envelope) => ({
      subject: `${envelope.organisation}: webhook deliveries fail: ${facts.name}`,
      text: `${facts.failures} attempts in a row to deliver events to a webhook subscription of ${envelope.organisation} have failed:

${subscription(facts, envelope)}

The subscription is degraded now: attempts go on, one at a time. A single one that is acknowledged with a 2xx status makes it active again. If none is acknowledged, it is disabled after ${facts.failures_max} failed attempts in a row, or on ${until(facts.disabled_at, envelope)}, whichever comes first.

Please look at the receiver. The delivery log of the subscription shows each attempt with its error, and a ping tests the receiver without counting as a failure:

  ${facts.url}`,
    }),
    "webhook_subscription.disabled": (facts, envelope) => ({
      subject: `${envelope.organisation}: webhook subscription disabled: ${facts.name}`,
      text: `A webhook subscription of ${envelope.organisation} has been disabled, because ${facts.failures === null ? "no delivery has been acknowledged for three days" : `${facts.failures} attempts in a row have failed`}:

${subscription(facts, envelope)}

Events go on being kept for it, each for 30 days. Once the receiver works again, test it with a ping and enable the subscription: what is pending is then sent, the oldest first. Both are done here:

  ${facts.url}

or by a program:

  POST /api/v1/webhooks/subscriptions/${facts.id}/enable`,
    }),
    "operation.deprecated": (facts, envelope) => ({
      subject: `${envelope.organisation}: deprecated API operation in use: ${facts.operation}`,
      text: `The integration client "${facts.client}" of ${envelope.organisation} (tenant code ${envelope.tenant_code}) calls an operation of the integration API that has been deprecated since ${dateIn("en-GB", facts.deprecated_on)}:

  ${facts.operation} (${facts.operation_id})

It goes on working until ${dateIn("en-GB", facts.sunset_on)}; after that it may be gone. Please ask the people who maintain the client to move on. What to use instead is described here:

  ${facts.url}

You get this mail once for each operation.`,
    }),
    "course_session.moved_up": (facts, envelope) => ({
      subject: `${envelope.organisation}: you have a place in ${facts.title}`,
      text: `A place has become free, and you are booked in this course session at ${envelope.organisation} (tenant code ${envelope.tenant_code}):

${held(facts)}

If you cannot come, please withdraw, so that the next person can. You do that, and get a file for your calendar, on the page of the course:

  ${facts.url}`,
    }),
    "course_session.changed": (facts, envelope) => ({
      subject: `${envelope.organisation}: changed course session of ${facts.title}`,
      text: `A course session at ${envelope.organisation} (tenant code ${envelope.tenant_code}) for which you have signed up has another place or time. It is now:

${held(facts)}

It was:

${held({ title: facts.title, ...facts.before })}

You get a new file for your calendar, or withdraw, on the page of the course:

  ${facts.url}`,
    }),
    "course_session.cancelled": (facts, envelope) => ({
      subject: `${envelope.organisation}: cancelled course session of ${facts.title}`,
      text: `A course session at ${envelope.organisation} (tenant code ${envelope.tenant_code}) for which you have signed up is not held:

${held(facts)}

The reason: ${facts.reason}

Other sessions of the course, if there are any, are on its page:

  ${facts.url}`,
    }),
    "training.reminder": (facts, envelope) => {
      const { subject, text } = remindedOf(facts, envelope, "en");
      return {
        subject,
        text: `${text}

All your training, and what to do next, is here:

  ${facts.url}

You sign in with your own account and the tenant code ${envelope.tenant_code}. If you have no password yet, choose "Forgot your password?" on the sign-in page.

You get at most one such mail a day, and none when nothing is new. Which of them you may do without is here: ${envelope.panel_url}/account`,
      };
    },
    "digest.manager": (facts, envelope) => ({
      subject: `${facts.is_test ? "Test: your" : "Your"} people's training at ${envelope.organisation}`,
      text: `${teamIntro(facts)} At ${envelope.organisation} (tenant code ${envelope.tenant_code}), on ${dateIn("en-GB", facts.on)}:

${table([
  ["overdue", String(facts.overdue)],
  [`due within ${facts.due_soon_days} days`, String(facts.due_soon)],
  [`certificates that end within ${facts.expiring_days} days`, String(facts.expiring)],
  ...(facts.escalated > 0
    ? [["overdue in the teams of managers below you (escalated)", String(facts.escalated)] as [string, string]]
    : []),
])}

${facts.lines.map(teamLine).join("\n")}${facts.further > 0 ? `\n  - and ${facts.further} more` : ""}

See where each person stands:

  ${facts.url}

You get this mail once a week, and none when there is nothing to say. You choose whether you get it here: ${envelope.panel_url}/account`,
    }),
    "report.scheduled": (facts, envelope) => ({
      subject: `${envelope.organisation}: report "${facts.name}"`,
      text: `The report "${facts.name}" is attached (${facts.format}), as training at ${envelope.organisation} (tenant code ${envelope.tenant_code}) stands now.

A report of more than ${facts.rows_max} rows or ${facts.megabytes_max} MB is not attached. It stands here, for those who sign in:

  ${facts.url}

You get this mail because an administrator of ${envelope.organisation} has chosen you as its receiver. You choose whether you get reports here: ${envelope.panel_url}/account`,
    }),
    "report.stopped": (facts, envelope) => ({
      subject: `${envelope.organisation}: the report "${facts.name}" is no longer mailed`,
      text: `The report "${facts.name}" of ${envelope.organisation} (tenant code ${envelope.tenant_code}) is not mailed any more. ${stops[facts.kind]}

To go on, an administrator of the whole organisation keeps the report as the own one and chooses again when it is mailed:

  ${facts.url}`,
    }),
    "digest.administrator": (facts, envelope) => ({
      subject: `${facts.is_test ? "Test: the" : "The"} week's state of training at ${envelope.organisation}`,
      text: `${facts.is_test ? "This is a test: it shows what administrators are told each week, with today's numbers." : "This is how training stands."} At ${envelope.organisation} (tenant code ${envelope.tenant_code}), on ${dateIn("en-GB", facts.on)}:

${stateOf(facts)}

Who and what that is, is here:

  ${facts.url}

You get this mail once a week, as an administrator of ${envelope.organisation}. You choose whether you get it here: ${envelope.panel_url}/account`,
    }),
  },
};
