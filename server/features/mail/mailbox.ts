import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { equalBytes, type Keyring } from "../../platform/crypto/keyring.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { open } from "../../platform/http/access.ts";
import { notFound } from "../../platform/http/problem.ts";
import { mailboxPage, mailbox_policy, type ShownMail } from "./mailbox-page.ts";
import { listKeptMails, type KeptMail } from "./mailbox-sql.ts";
import { listTenantsWithDueMail } from "./sql.ts";

/** Mails on the page; what is older waits all the same. */
export const mailbox_mails_max = 500;
const key_bytes = 32;

export function newMailboxKey(): string {
  return randomBytes(key_bytes).toString("base64url");
}

/**
 * The page on which a trial without a mail server shows what it would have sent, to whoever knows the key that the terminal
 * showed. A key in the address, because there is nobody to sign in yet: that comes with the panel (issue 6).
 */
export function mailboxRoute(app: FastifyInstance, pool: Pool, keyring: Keyring, key: string): void {
  app.get<{ Params: { key: string } }>("/mailbox/:key", { config: { access: open() } }, async (request, reply) => {
    if (!equalBytes(Buffer.from(request.params.key), Buffer.from(key))) throw notFound("No such address.");
    const kept = await listNewest(pool);
    const shown = kept.slice(0, mailbox_mails_max).map((mail) => readMail(keyring, mail));
    reply.header("content-security-policy", mailbox_policy).header("referrer-policy", "no-referrer");
    return reply.type("text/html; charset=utf-8").send(mailboxPage(shown, kept.length === shown.length));
  });
}

/** Over all organisations; one more than is shown where there are more. */
async function listNewest(pool: Pool): Promise<KeptMail[]> {
  const mails: KeptMail[] = [];
  for (const tenant_id of await listTenantsWithDueMail(pool)) {
    mails.push(...(await listKeptMails(pool, tenant_id, mailbox_mails_max + 1)));
  }
  // Ids are UUIDv7.
  return mails.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, mailbox_mails_max + 1);
}

function readMail(keyring: Keyring, { body, ...mail }: KeptMail): ShownMail {
  try {
    return { ...mail, text: unseal(keyring, "mail", mail.id, body) };
  } catch {
    // One text whose key is gone must not hide the others.
    return { ...mail, text: null };
  }
}
