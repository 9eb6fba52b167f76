import type { Actor } from "../../platform/context.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { instantText } from "../../platform/instants.ts";
import type { DueWork } from "../../platform/jobs/due/due.ts";
import { forEach } from "../../platform/jobs/each.ts";
import { fill, isToCome, type SessionOptions } from "./book.ts";
import { updateReleased } from "./bookings-sql.ts";
import { lockSession } from "./sql.ts";

/** The most sessions that one claim takes. */
const claimed_sessions_max = 20;

const actor: Actor = { type: "system", id: null, name: "course sessions" };

/** Gives places of people whose enrollment has ended to those who wait. A trigger on enrollments makes the sessions due. */
export function settlingSessions(options: SessionOptions): DueWork {
  return {
    kind: "course_sessions.settle",
    rows_max: claimed_sessions_max,
    act: (rows, signal, outcome) =>
      forEach(rows, signal, async ({ id, tenant_id, subject_id }) => {
        await settleSession(options, tenant_id, subject_id);
        outcome.set(id, null);
      }),
  };
}

/** A session that has begun stays as it is, because attendance is recorded in its list of expected people. */
export async function settleSession({ pool, ...mailing }: SessionOptions, tenant_id: string, session_id: string): Promise<void> {
  await withTenant(pool, tenant_id, async (db) => {
    const context = await contextWithin(db, tenant_id, actor);
    const session = await lockSession(db, tenant_id, session_id);
    if (context === undefined || session === undefined || !isToCome(session, context)) return;
    await updateReleased(db, tenant_id, session_id, instantText(context.now));
    await fill(db, context, mailing, session);
  });
}
