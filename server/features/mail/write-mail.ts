import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { seal } from "../../platform/crypto/seal.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { languageAmong } from "../../platform/languages.ts";
import { insertBulk } from "./bulk/sql.ts";
import type { Facts, Letter, MailKind } from "./facts.ts";
import { letterOf } from "./letters/letters.ts";
import { queueMail } from "./queue-mail.ts";
import { findSender, type Importance } from "./sql.ts";

/** The key with which mails are encrypted, and the base URL of their links. */
export type Mailing = { keyring: Keyring; base_url: string };

/** `language`: chosen by the account, or known of the person; if it is null or not supported, the organisation's is used. */
export type Receiver = { name: string; email: string; language: string | null };

/** A mail's kind, receiver and content. */
export type Written<Kind extends MailKind> = { kind: Kind; to: Receiver; facts: Facts[Kind] };

export type WrittenMail<Kind extends MailKind> = Written<Kind> & {
  /** A mail with the same key is sent once; the key is unique for the kind within the organisation. */
  once_key?: string;
};

/** The importance of kinds that nobody waits for. */
const importance: Readonly<Partial<Record<MailKind, Exclude<Importance, 2>>>> = {
  "sign_in.break_glass": 1,
  "sign_in.certificate_ends": 1,
  "sign_in.domain_lost": 1,
  "webhook_subscription.degraded": 1,
  "webhook_subscription.disabled": 1,
  "operation.deprecated": 1,
  "report.stopped": 1,
};

/** Writes a mail in the receiver's language, in the caller's transaction. Returns false if a mail with its `once_key` exists. */
export async function writeMail<Kind extends MailKind>(
  db: Db,
  context: Pick<Context, "tenant">,
  { keyring, base_url }: Mailing,
  { kind, to, facts, once_key }: WrittenMail<Kind>,
): Promise<boolean> {
  const letter = await composeLetter(db, context, base_url, { kind, to, facts });
  return queueMail(db, context, keyring, {
    kind,
    recipient: to.email,
    ...letter,
    importance: importance[kind] ?? 0,
    ...(once_key === undefined ? {} : { once_key }),
  });
}

/** A bulk mail, with the account of its receiver. */
export type BulkMail<Kind extends MailKind> = Omit<Written<Kind>, "kind"> & {
  receiver_id: string;
  /** A record from which something is added when the mail is sent. */
  about_id?: string;
};

/**
 * Writes bulk mails of a kind, each in the receiver's language, in the caller's transaction. They are sent in the organisation's
 * turn and hours, and are checked again before (bulk/send.ts). `told_on`: the organisation's local day.
 */
export async function writeMails<Kind extends MailKind>(
  db: Db,
  context: Pick<Context, "tenant">,
  { keyring, base_url }: Mailing,
  { kind, told_on, mails }: { kind: Kind; told_on: string; mails: readonly BulkMail<Kind>[] },
): Promise<void> {
  const tenant_id = context.tenant.id;
  const sender = await findSender(db, tenant_id);
  const rows = mails.map(({ to, facts, receiver_id, about_id = null }) => {
    const { subject, text } = letterFrom(sender, base_url, { kind, to, facts });
    const id = newId();
    return { id, kind, recipient: to.email, subject, body: seal(keyring, "mail", id, text), receiver_id, told_on, about_id };
  });
  await insertBulk(db, tenant_id, rows);
}

/** The letter in the receiver's language; nothing is stored. */
export async function composeLetter<Kind extends MailKind>(
  db: Db,
  context: Pick<Context, "tenant">,
  base_url: string,
  letter: Unaddressed<Kind>,
): Promise<Letter> {
  return letterFrom(await findSender(db, context.tenant.id), base_url, letter);
}

type Unaddressed<Kind extends MailKind> = { kind: Kind; to: Pick<Receiver, "name" | "language">; facts: Facts[Kind] };

function letterFrom<Kind extends MailKind>(
  sender: Awaited<ReturnType<typeof findSender>>,
  base_url: string,
  { kind, to, facts }: Unaddressed<Kind>,
): Letter {
  const language = languageAmong([to.language, sender.language]) ?? "en";
  const { organisation, tenant_code, time_zone } = sender;
  return letterOf(kind, language, facts, { organisation, tenant_code, time_zone, panel_url: `${base_url}/panel`, name: to.name });
}
