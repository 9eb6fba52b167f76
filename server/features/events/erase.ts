import { isDeepStrictEqual } from "node:util";
import type { Db } from "../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../platform/jobs/erase.ts";
import { listEventsNaming, updateBodies } from "./erase-sql.ts";

const rows_max = 2_000;

/**
 * Replaces a person's number in stored events, and the name where the person was the actor. It changes the bytes that deliveries
 * sign.
 */
export async function eraseFromEvents(db: Db, subject: Subject, place: string | null): Promise<Erased> {
  const { tenant_id, person_id } = subject;
  const { found, place: next } = await listEventsNaming(db, tenant_id, person_id, place, rows_max);
  const changed = found.flatMap(({ id, body }) => {
    const event: unknown = JSON.parse(body);
    const left = withoutPerson(event, subject);
    return isDeepStrictEqual(left, event) ? [] : [{ id, body: JSON.stringify(left) }];
  });
  if (changed.length > 0) await updateBodies(db, tenant_id, changed);
  return { erased: changed.length, place: next };
}

/** Members keep their order, so that the bytes differ in nothing else. */
function withoutPerson(value: unknown, subject: Subject): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutPerson(one, subject));
  if (typeof value !== "object" || value === null) return value;
  const is_person = "id" in value && value.id === subject.person_id;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const says_who = is_person && (name === "employee_no" || name === "name") && inner !== null;
      return [name, says_who ? subject.token : withoutPerson(inner, subject)];
    }),
  );
}
