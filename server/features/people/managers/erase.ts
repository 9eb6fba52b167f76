import type { Actor } from "../../../platform/context.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import type { Erased, Subject } from "../../../platform/jobs/erase.ts";
import { insertAudits } from "../../audit/batch-sql.ts";
import { freePeople } from "../writing/writer.ts";

const people_max = 250;
const actor: Actor = { type: "system", id: null, name: "erasure" };

/** Removes an erased manager from a batch of people, with an event and an audit row each. */
export async function eraseManager(db: Db, { tenant_id, person_id }: Subject): Promise<Erased> {
  const context = await contextWithin(db, tenant_id, actor);
  if (context === undefined) return { erased: 0, place: null };
  const batch_id = newId();
  const freed = await freePeople(db, context, person_id, people_max, batch_id);
  const entries = freed.map(({ id, differences }) => ({
    id: newId(),
    operation: "person.change" as const,
    target_type: "person" as const,
    target_id: id,
    ...differences,
  }));
  if (entries.length > 0) await insertAudits(db, context, batch_id, entries);
  return { erased: freed.length, place: freed.length === people_max ? "" : null };
}
