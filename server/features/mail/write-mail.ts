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

/** What mails are sealed with, and where their links lead. */
export type Mailing = { keyring: Keyring; base_url: string };

/** `language`: as the account has chosen or as is known of the person; null or none that we speak: the organisation's. */
export type Receiver = { name: string; email: string; language: string | null };

/** What a mail says, and to whom. */
export type Written<Kind extends MailKind> = { kind: Kind; to: Receiver; facts: Facts[Kind] };

export type WrittenMail<Kind extends MailKind> = Written<Kind> & {
  /** A mail with the same key is sent once: unique for the kind within the organisation. */
  once_key?: string;
};

/** Kinds that nobody waits for. */
const importance: Readonly<Partial<Record<MailKind, Exclude<Importance, 2>>>> = {
  "sign_in.break_glass": 1,
  "sign_in.certificate_ends": 1,
  "sign_in.domain_lost": 1,
  "webhook_subscription.degraded": 1,
  "webhook_subscription.disabled": 1,
  "operation.deprecated": 1,
  "report.stopped": 1,
};

/** Writes a mail in its receiver's language, in the caller's transaction. Returns whether it was new. */
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

/** One of many mails: of the account that it goes to. */
export type BulkMail<Kind extends MailKind> = Omit<Written<Kind>, "kind"> & {
  receiver_id: string;
  /** What else it is about, for those that add something when it leaves. */
  about_id?: string;
};

/**
 * Writes mails of a kind to many, each in its receiver's language, in the caller's transaction. They leave when their organisation's turn
 * comes, by its hours, and are looked at again before (bulk/send.ts). `told_on`: the day of the organisation.
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

/** What a mail would say, in its receiver's language; nothing is written. */
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
