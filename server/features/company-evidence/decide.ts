import { Readable } from "node:stream";
import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { isUuid } from "../../platform/ids.ts";
import { instantText } from "../../platform/instants.ts";
import { record } from "../audit/record.ts";
import { recordResult } from "../enrollments/lifecycle/record-attempt.ts";
import { submissionDecided } from "./errors.ts";
import { decideSubmission, deleteChunks, findFile, lockSubmission, type SubmissionRow } from "./sql.ts";

/**
 * Accepts a submission: records a passed attempt on the day of completion. Returns the enrollment as JSON text. The attempt
 * writes the audit entry.
 */
export async function acceptSubmission(pool: Pool, caller: PanelCaller, id: string): Promise<string> {
  const { tenant, account, now } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const { enrollment_id, completed_on } = await lockWaiting(db, tenant.id, id);
    const noon = Temporal.PlainDate.from(completed_on)
      .toZonedDateTime({ timeZone: tenant.time_zone, plainTime: "12:00" })
      .toInstant();
    const at = instantText(Temporal.Instant.compare(noon, now) < 0 ? noon : now);
    const enrollment = await recordResult(db, caller, enrollment_id, { passed: true, score: null }, { began_at: null, at });
    await decideSubmission(db, tenant.id, id, { state: "accepted", reason: null, by: account.id, at: instantText(now) });
    return enrollment;
  });
}

/** Refuses a submission with a reason that the company reads, and deletes the file. */
export async function refuseSubmission(pool: Pool, caller: PanelCaller, id: string, reason: string): Promise<void> {
  const { tenant, account, now } = caller;
  await withTenant(pool, tenant.id, async (db) => {
    const { enrollment_id } = await lockWaiting(db, tenant.id, id);
    await decideSubmission(db, tenant.id, id, { state: "refused", reason, by: account.id, at: instantText(now) });
    await deleteChunks(db, tenant.id, id);
    await record(db, caller, {
      operation: "enrollment.refuse_evidence",
      target_type: "enrollment",
      target_id: enrollment_id,
      changes: {},
      personal: { reason: [null, reason] },
    });
  });
}

/** The file of a submission with its bytes. Throws 404, also when a refusal has deleted it. */
export async function openFile(
  pool: Pool,
  tenant_id: string,
  id: string,
): Promise<{ name: string; media_type: string; stream: Readable }> {
  const found = isUuid(id) ? await findFile(pool, tenant_id, id) : undefined;
  if (!found || found.bytes === null) throw notFound("No such file.");
  return { name: found.name, media_type: found.media_type, stream: Readable.from(found.bytes) };
}

async function lockWaiting(db: Db, tenant_id: string, id: string): Promise<SubmissionRow> {
  const found = isUuid(id) ? await lockSubmission(db, tenant_id, id) : undefined;
  if (!found) throw notFound("No such evidence.");
  if (found.state !== "waiting") throw submissionDecided(`It was ${found.state} before.`);
  return found;
}
