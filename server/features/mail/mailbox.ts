import type { Static } from "typebox";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { Mailbox } from "./mailbox-schema.ts";
import { listMails, type KeptMail } from "./mailbox-sql.ts";

export type MailboxOptions = {
  pool: Pool;
  keyring: Keyring;
  /** Texts hold one-time links: they are shown in a trial only, which nobody but this machine can reach. */
  readable: boolean;
};

const mails_max = 200;

/** What has become of an organisation's mails and, in a trial, what they say. */
export async function readMailbox(
  { pool, keyring, readable }: MailboxOptions,
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
