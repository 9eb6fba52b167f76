import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { seal } from "../../platform/crypto/seal.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { queue, send } from "../../platform/jobs/queue.ts";
import { insertMail, type Importance } from "./sql.ts";

export type Mail = {
  /** The kind of mail: `<thing>.<event>`. */
  kind: string;
  recipient: string;
  subject: string;
  /** Stored encrypted, because it may contain a one-time link. */
  text: string;
  /** A mail with the same key is sent once; the key is unique for the kind within the organisation. */
  once_key?: string;
  /** Default 0: somebody waits for the mail. */
  importance?: Exclude<Importance, 2>;
};

/** Sends one mail at once; the sweep finds mails that are left over. */
export const mail_queue = queue<{ tenant_id: string; mail_id: string }>("mail.send");

/**
 * Inserts a mail in the caller's transaction, to be sent after the commit. Returns false if a mail with its `once_key` exists.
 */
export async function queueMail(db: Db, context: Pick<Context, "tenant">, keyring: Keyring, mail: Mail): Promise<boolean> {
  const tenant_id = context.tenant.id;
  const id = newId();
  const { kind, recipient, subject, once_key = null, importance = 0 } = mail;
  const inserted = await insertMail(db, tenant_id, {
    id,
    kind,
    once_key,
    recipient,
    subject,
    importance,
    body: seal(keyring, "mail", id, mail.text),
  });
  if (inserted) await send(db, mail_queue, { tenant_id, mail_id: id });
  return inserted;
}
