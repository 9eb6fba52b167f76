import type { Static } from "typebox";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { unseal } from "../../platform/crypto/seal.ts";
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

export type MailboxOptions = { pool: Pool; keyring: Keyring; setting: MailSetting };

const mails_max = 200;

/** What has become of an organisation's mails and, in a trial, what they say. */
export async function readMailbox(
  { pool, keyring, setting: { readable } }: MailboxOptions,
  tenant_id: string,
): Promise<Static<typeof Mailbox>> {
  const mails = await listMails(pool, tenant_id, mails_max);
  return {
    readable,
    mails: mails.map(({ body, ...mail }) => ({ ...mail, text: readable ? textOf(keyring, mail.id, body) : null })),
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
