import type { Static } from "typebox";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import type { Context } from "../../platform/context.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { Mailbox } from "./mailbox-schema.ts";
import { listMails, type KeptMail } from "./mailbox-sql.ts";

/** The mail settings of this process. */
export type MailSetting = {
  /** Whether a mail server is configured; false: mails are kept until there is one. */
  sent: boolean;
  /** The sender address of mails. */
  from: string;
  /**
   * Whether the panel may show texts of mails. They contain one-time links, so they are shown only in a trial that only this
   * machine can reach.
   */
  readable: boolean;
};

export const mails_kept: MailSetting = { sent: false, from: "muster@localhost", readable: false };

export type MailboxOptions = {
  pool: Pool;
  keyring: Keyring;
  setting: MailSetting;
  /** When mails to the organisation's people may be sent next; null: now. */
  opensAt: (db: Db, context: Context) => Promise<Temporal.Instant | null>;
};

const mails_max = 200;

/** The mails of an organisation with their states, and in a trial with their texts. */
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
    // A text whose key is gone must not hide the other mails.
    return null;
  }
}
