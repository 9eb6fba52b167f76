import type { Static } from "typebox";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import type { Context } from "../../platform/context.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { Mailbox } from "./mailbox-schema.ts";
import { listMails, type KeptMail } from "./mailbox-sql.ts";

/** How this process is set up to mail. */
export type MailSetting = {
  /** Whether there is a mail server; false: mails are kept until there is one. */
  sent: boolean;
  /** The sender that they name. */
  from: string;
  /** Texts hold one-time links: they are shown only in a trial, which is reachable from this machine alone. */
  readable: boolean;
};

export const mails_kept: MailSetting = { sent: false, from: "muster@localhost", readable: false };

export type MailboxOptions = {
  pool: Pool;
  keyring: Keyring;
  setting: MailSetting;
  /** When the organisation's people may be written to next; null: now. */
  opensAt: (db: Db, context: Context) => Promise<Temporal.Instant | null>;
};

const mails_max = 200;

/** What has become of an organisation's mails and, in a trial, what they say. */
export async function readMailbox(
  { pool, keyring, setting: { readable }, opensAt }: MailboxOptions,
  context: Context,
): Promise<Static<typeof Mailbox>> {
  const tenant_id = context.tenant.id;
  const mails = await listMails(pool, tenant_id, mails_max);
  const waits = (await withTenant(pool, tenant_id, (db) => opensAt(db, context))) !== null;
  return {
    readable,
    mails: mails.map(({ body, is_bulk, ...mail }) => ({
      ...mail,
      reason: waits && is_bulk && mail.state === "queued" ? ("quiet_hours" as const) : mail.reason,
      text: readable ? textOf(keyring, mail.id, body) : null,
    })),
  };
}

function textOf(keyring: Keyring, id: string, body: KeptMail["body"]): string | null {
  try {
    return unseal(keyring, "mail", id, body);
  } catch {
    // One text whose key is gone must not hide the others.
    return null;
  }
}
