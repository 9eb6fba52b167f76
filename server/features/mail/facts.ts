import type { PanelRole } from "../../platform/context.ts";
import type { Language } from "../../platform/languages.ts";

export type Letter = { subject: string; text: string };

/** The data of every mail: the organisation and the receiver. */
export type Envelope = {
  organisation: string;
  tenant_code: string;
  time_zone: string;
  /** The URL of the panel, without a trailing slash. */
  panel_url: string;
  /** The receiver's name. */
  name: string;
};

type Account = { login: string; role: PanelRole };
/** `url` signs in once, until `expires_at`. */
type Link = { url: string; expires_at: string };
type Subscription = { name: string; id: string; target_url: string; url: string };

/** One item of a reminder. */
export type ReminderLine = {
  kind: "assigned" | "renewed" | "due_soon" | "overdue" | "expiring" | "session";
  /** The title of the course. */
  title: string;
  /** The due date, the last day of the certificate, or the day of the session; null: no due date. */
  date: string | null;
  /** A session that is held in a room; null or left out: the line is about none. */
  session?: { location: string; starts_at: string; time_zone: string } | null;
};

export type ReminderKind = ReminderLine["kind"];

/**
 * The texts of a reminder for one kind of item: the subject (if this kind is the most urgent one), the introduction, and the line
 * of each item. `text`: one entry for each line.
 */
export type ReminderText = { subject: string; text: readonly string[]; line: string };

/** The texts that an organisation has written itself (template.ts). */
export type OwnReminderTexts = { readonly [Of in Language]?: { readonly [Kind in ReminderKind]?: ReminderText } };

/** One item of a digest, about one of a manager's people. */
export type DigestLine = {
  kind: "overdue" | "due_soon" | "expiring" | "escalated";
  /** The person's name. */
  person: string;
  /** The title of the course. */
  title: string;
  /** The due date, or the last day of the certificate. */
  date: string;
  /** For escalated items: the person's own manager. */
  manager?: string | null;
};

/** The state of an organisation: people with requirements, people who lack nothing, and what is due or falls due. */
type OrganisationState = {
  people: number;
  compliant: number;
  overdue: number;
  due_soon: number;
  expiring: number;
  escalated?: number;
};

/** The days of a digest: what is due or ends within this many days of `on`. */
type DigestDays = { on: string; due_soon_days: number; expiring_days: number };

/** A session of a course that is held in a room; times are shown in its time zone. */
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
  /** `inviter`: the administrator who sent the invitation; null: the operator of the service. */
  "account.invited": Account & Link & { inviter: string | null };
  /** An invitation for an account that must sign in through the company's identity provider, at `url`. */
  "account.invited_by_company": Account & { inviter: string | null; url: string };
  "password.reset": Account & Link;
  /** For an account that asked for a new password but must sign in through the company's identity provider, at `url`. */
  "password.not_used": Account & { url: string };
  /** The TXT record of a verified domain has been missing for days, so its addresses do not count any more. */
  "sign_in.domain_lost": { domain: string; url: string };
  /** The last certificate of the SAML provider `issuer` ends at `ends_at`, or has ended. */
  "sign_in.certificate_ends": { issuer: string; ends_at: string; ended: boolean; url: string };
  /**
   * Credentials of an account were changed: the kind of change, the passkey (`named`), and by whom (null: by the account itself).
   */
  "account.factors_changed": {
    kind: "passkey_added" | "passkey_removed" | "recovery_codes_made" | "factors_reset";
    named: string | null;
    by: string | null;
    login: string;
    at: string;
    url: string;
  };
  /** `administrator` signed in without the required identity provider, at `at`, from the IP address `address`. */
  "sign_in.break_glass": { administrator: string; login: string; at: string; address: string; url: string };
  /** `disabled_at`: when it will be disabled if it continues to fail; `failures_max`: how many failures in a row disable it. */
  "webhook_subscription.degraded": Subscription & { failures: number; failures_max: number; disabled_at: string };
  /** `failures`: how many failures in a row were the reason; null: it failed for three days. */
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
  /** `before`: the previous values. */
  "course_session.changed": HeldSession & { before: Pick<HeldSession, "location" | "starts_at" | "ends_at" | "time_zone"> };
  "course_session.cancelled": HeldSession & { reason: string };
  /** `name`: the report, which is attached in `format` unless it is too large, and is available at `url`. */
  "report.scheduled": { name: string; format: string; rows_max: number; megabytes_max: number; url: string };
  "report.stopped": { name: string; kind: "owner_gone" | "owner_role" | "owner_limited"; url: string };
  /** `further`: how many lines were left out; `is_test`: a test mail that an administrator requested. */
  "training.reminder": {
    lines: readonly ReminderLine[];
    further: number;
    url: string;
    is_test: boolean;
    /** The receiver's first name; empty: only the whole name is known. */
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
  /** `before`: the state in the digest of the previous week; null: there was none. */
  "digest.administrator": DigestDays & {
    state: OrganisationState;
    before: OrganisationState | null;
    url: string;
    is_test: boolean;
  };
};

export type MailKind = keyof Facts;

/** All texts of one language. */
export type Texts = {
  letters: { [Kind in MailKind]: (facts: Facts[Kind], envelope: Envelope) => Letter };
  /** The frame of every letter: greeting and footer around the text. */
  frame: (text: string, envelope: Envelope) => string;
};
