import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { pairKey, refreshPairs } from "../compliance/flag/refresh.ts";
import { lockEventUsers } from "../people/lock-sql.ts";
import { emitAll } from "../events/emit.ts";
import { listEnded, updateExpired } from "./change-sql.ts";
import { expiredEvent } from "./events.ts";
import { instantText } from "../../platform/instants.ts";

/**
 * Processes the end of certificates that were valid until yesterday or earlier. Each one causes an event, unless another
 * certificate of the person and course is valid on the day after, or a newer one ends on the same day. `context.now` is the
 * midnight at which that day began. Processes at most `limit`; returns how many, so that the caller repeats it until there are
 * fewer.
 */
export async function expireCertificates(db: Db, context: Context, limit: number): Promise<number> {
  const { id: tenant_id } = context.tenant;
  const candidates = await listEnded(db, tenant_id, todayOf(context), limit);
  if (candidates.length === 0) return 0;
  const people = await lockEventUsers(db, tenant_id, [...new Set(candidates.map(({ person_id }) => person_id))]);
  const by_id = new Map(people.map((person) => [person.user.id, person]));
  const at = instantText(context.now);
  const ended = await updateExpired(
    db,
    tenant_id,
    candidates.map(({ id }) => id),
    at,
  );
  const pairs = ended.map(({ person_id, course }) => ({ person_id, course_id: course.id }));
  const flags = await refreshPairs(db, context, pairs);
  const events = ended.flatMap((row) => {
    const { user, state } = by_id.get(row.person_id)!;
    if (row.covered || state === "anonymized") return [];
    return [expiredEvent({ ...row, user }, flags.get(pairKey({ person_id: user.id, course_id: row.course.id })) ?? null, null)];
  });
  await emitAll(db, context, events);
  return candidates.length;
}
