import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { bounceFromReport } from "./judge.ts";
import { readReport, type Report } from "./read-report.ts";
import { insertBounces, listMailsBetween } from "./sql.ts";
import { tokensIn } from "./token.ts";

/**
 * The result for a message that a mail server passed on. `marked`: the address is now marked. `known`: it was marked before.
 * `not_a_report`: not a report of RFC 3464, or not readable. `not_permanent`: a delay, or a failure that is not about the
 * address. `not_ours`: it names no letter of ours.
 */
export type Taken = "marked" | "known" | "not_a_report" | "not_permanent" | "not_ours";

/** Mails whose ids have the same first half, because several processes created them at the same instant. */
const candidates_max = 50;

/**
 * Marks the address of a letter that a report is about. `recipient`: the recipient of the message, if the mail server names it
 * separately.
 */
export async function takeReport(
  { pool, keyring }: { pool: Pool; keyring: Keyring },
  message: Buffer,
  recipient: string | null,
): Promise<Taken> {
  const report = await readReport(message).catch((): Report => ({ addressed: [], recipients: [] }));
  if (report.recipients.length === 0) return "not_a_report";
  // A letter has one recipient, so the report is about that one, whatever address it names.
  const bounce = report.recipients.map(bounceFromReport).find((one) => one !== null);
  if (bounce === undefined) return "not_permanent";
  const named = recipient === null ? [] : [recipient];
  for (const { tenant_id, first_id, last_id, isOf } of tokensIn([...named, ...report.addressed])) {
    const marked = await withTenant(pool, tenant_id, async (db) => {
      const mails = await listMailsBetween(db, tenant_id, { first_id, last_id, mails_max: candidates_max });
      const mail = mails.find(({ id }) => isOf(keyring, id));
      return mail && insertBounces(db, tenant_id, "report", [{ ...bounce, address: mail.recipient }]);
    });
    if (marked !== undefined) return marked === 1 ? "marked" : "known";
  }
  return "not_ours";
}
