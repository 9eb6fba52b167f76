import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { takeSeat } from "../../courses/seats-sql.ts";
import type { AssignableCourse, UsableLicense } from "../../courses/sql.ts";
import { seatLimitReached } from "../errors.ts";

/** Who needs a seat, and the licences in which that person already holds one. */
export type Taker = { person_id: string; enrollment_id: string; held: ReadonlySet<string> };

/**
 * The licence under which a course is taken; null where none covers it. A seat that the person already holds serves again;
 * otherwise one is taken from the first licence that has one, by a single conditional statement: the licence may have filled
 * up since it was read. Throws 409 when all are full.
 */
export async function useLicense(db: Db, context: Context, course: AssignableCourse, taker: Taker): Promise<string | null> {
  const candidates = inOrderOfUse(course.licenses, taker.held);
  for (const license of candidates) {
    if (serves(license, taker.held)) return license.id;
    const { person_id, enrollment_id } = taker;
    const seat = { id: newId(), license_id: license.id, person_id, enrollment_id, at: context.now.toString() };
    if (await takeSeat(db, context.tenant.id, seat)) return license.id;
  }
  if (candidates.length === 0) return null;
  throw seatsTaken(candidates[0]!);
}

/** Whether a seat that the person holds already is enough. */
export function serves(license: UsableLicense, held: ReadonlySet<string>): boolean {
  return license.seat_unit === "person" && held.has(license.id);
}

/** Unlimited ones first, then those that cost no further seat, then as they come. */
export function inOrderOfUse(licenses: readonly UsableLicense[], held: ReadonlySet<string>): UsableLicense[] {
  const rank = (license: UsableLicense) => (license.seats_total === null ? 0 : serves(license, held) ? 1 : 2);
  return [...licenses].sort((one, other) => rank(one) - rank(other));
}

function seatsTaken({ id, name, seats_total, seats_used }: UsableLicense) {
  const total = seats_total ?? 0;
  return seatLimitReached(`All ${total} seats of licence "${name}" are in use.`, {
    members: { license: { id, seats_total: total, seats_used: Math.max(total, seats_used) } },
  });
}
