import type { PanelRole } from "../../platform/context.ts";
import type { Language } from "../../platform/languages.ts";

export type Letter = { subject: string; text: string };

/** What every mail knows: who writes, and to whom. */
export type Envelope = {
  organisation: string;
  tenant_code: string;
  time_zone: string;
  /** Where the panel lies, without a trailing slash. */
  panel_url: string;
  /** The receiver's name. */
  name: string;
};

type Account = { login: string; role: PanelRole };
/** `url` signs in once, until `expires_at`. */
type Link = { url: string; expires_at: string };
type Subscription = { name: string; id: string; target_url: string; url: string };

/** One thing to say about one's training. */
export type ReminderLine = {
  kind: "assigned" | "renewed" | "due_soon" | "overdue" | "expiring" | "session";
  /** The title of the course. */
  title: string;
  /** The due date, the last day of the certificate, or the day of the session; null: there is no due date. */
  date: string | null;
  /** Of a session that is held in a room; left out or null: it is about none. */
  session?: { location: string; starts_at: string; time_zone: string } | null;
};

export type ReminderKind = ReminderLine["kind"];

/** What a reminder says of one reason: its subject where it is the most urgent one, above its lines, and in each of them. `text`: line by line. */
export type ReminderText = { subject: string; text: readonly string[]; line: string };

/** Those that an organisation has written itself (template.ts). */
export type OwnReminderTexts = { readonly [Of in Language]?: { readonly [Kind in ReminderKind]?: ReminderText } };

/** Something to tell a manager of one of their people. */
export type DigestLine = {
  kind: "overdue" | "due_soon" | "expiring" | "escalated";
  /** The person's name. */
  person: string;
  /** The title of the course. */
  title: string;
  /** The due date, or the last day of the certificate. */
  date: string;
  /** Of what is told further up: the person's own manager. */
  manager?: string | null;
};

/** How an organisation stands: people of whom something is required, those who lack nothing, and what is or falls due. */
type OrganisationState = {
  people: number;
  compliant: number;
  overdue: number;
  due_soon: number;
  expiring: number;
  escalated?: number;
};

/** What digests look at: what is due, and what ends, within so many days of `on`. */
type DigestDays = { on: string; due_soon_days: number; expiring_days: number };

/** A session of a course that is held in a room; times are shown in its zone. */
export type HeldSession = {
  /** The title of the course. */
  title: string;
  location: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  url: string;
};

/** The contents of each kind of mail. */
export type Facts = {
  /** `inviter`: the administrator who asked for it; null: the operator of the service. */
  "account.invited": Account & Link & { inviter: string | null };
  /** The same, of who has to sign in with the company's identity, at `url`. */
  "account.invited_by_company": Account & { inviter: string | null; url: string };
  "password.reset": Account & Link;
  /** Of who asked for a new password and has to sign in with the company's identity, at `url`. */
  "password.not_used": Account & { url: string };
  /** The TXT record of a verified domain has been gone for days: its addresses count no more. */
  "sign_in.domain_lost": { domain: string; url: string };
  /** The last certificate of the SAML provider `issuer` ends soon, at `ends_at`, or has ended. */
  "sign_in.certificate_ends": { issuer: string; ends_at: string; ended: boolean; url: string };
  /** `administrator` signed in without the company's identity, at `at`, from the IP address `address`. */
  /** What proves who somebody is was changed: `what`, `named` (a passkey), and by whom, null: by the account itself. */
  "account.factors_changed": {
    kind: "passkey_added" | "passkey_removed" | "recovery_codes_made" | "factors_reset";
    named: string | null;
    by: string | null;
    login: string;
    at: string;
    url: string;
  };
  "sign_in.break_glass": { administrator: string; login: string; at: string; address: string; url: string };
  /** `disabled_at`: when it will be disabled if it keeps failing, `failures_max`: after how many failures in a row. */
  "webhook_subscription.degraded": Subscription & { failures: number; failures_max: number; disabled_at: string };
  /** `failures`: how many in a row were the reason; null: three days of them. */
  "webhook_subscription.disabled": Subscription & { failures: number | null };
  "operation.deprecated": {
    client: string;
    operation: string;
    operation_id: string;
    deprecated_on: string;
    sunset_on: string;
    url: string;
  };
  "course_session.moved_up": HeldSession;
  /** `before`: as it was told earlier. */
  "course_session.changed": HeldSession & { before: Pick<HeldSession, "location" | "starts_at" | "ends_at" | "time_zone"> };
  "course_session.cancelled": HeldSession & { reason: string };
  /** `name`: of the report, which is attached as `format` where it is not too large, and stands at `url`. */
  "report.scheduled": { name: string; format: string; rows_max: number; megabytes_max: number; url: string };
  "report.stopped": { name: string; kind: "owner_gone" | "owner_role" | "owner_limited"; url: string };
  /** `further`: how many lines were left out; `is_test`: an example that an administrator has asked for. */
  "training.reminder": {
    lines: readonly ReminderLine[];
    further: number;
    url: string;
    is_test: boolean;
    /** Of the receiver; empty: only the whole name is known. */
    first_name: string;
    /** Texts that the organisation has written itself. */
    own: OwnReminderTexts;
  };
  /** `further`: how many lines were left out. */
  "digest.manager": DigestDays & {
    overdue: number;
    due_soon: number;
    expiring: number;
    escalated: number;
    lines: readonly DigestLine[];
    further: number;
    url: string;
    is_test: boolean;
  };
  /** `before`: as it was told a week before; null: it was not. */
  "digest.administrator": DigestDays & {
    state: OrganisationState;
    before: OrganisationState | null;
    url: string;
    is_test: boolean;
  };
};

export type MailKind = keyof Facts;

/** All texts of a language. */
export type Texts = {
  letters: { [Kind in MailKind]: (facts: Facts[Kind], envelope: Envelope) => Letter };
  /** Above and below every letter. */
  frame: (text: string, envelope: Envelope) => string;
};
