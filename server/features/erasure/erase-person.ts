// How a person is erased (docs/decisions/0039):
//
//   request   one transaction erases the person's own rows, also by triggers; it writes the audit entry and the event, and sends the
//             job
//   search    the job runs the erasers one after another, part by part, and stores its place with each part
//   end       the search terms are deleted; how much was erased stays as counts
//
// The search terms are gathered before the record is erased, and stay encrypted until the end. Each part is one transaction that
// locks the erasure's row, so two runs take turns. A run that dies is continued by the job's next try, or by the sweep.
import type { Actor, Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { seal } from "../../platform/crypto/seal.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { findKnown, idOf, known } from "../../platform/http/known.ts";
import { invalid } from "../../platform/http/problem.ts";
import { instantText } from "../../platform/instants.ts";
import type { Terms } from "../../platform/jobs/erase.ts";
import { send } from "../../platform/jobs/queue.ts";
import { record } from "../audit/record.ts";
import { emitAll } from "../events/emit.ts";
import { findKnownForChange, listHeldByOthers, updateErased, type Known } from "../people/erase-sql.ts";
import { personNotDeactivated } from "../people/errors.ts";
import { lockEventUsers } from "../people/lock-sql.ts";
import { erasure_queue } from "./queue.ts";
import type { Erasure } from "./schema.ts";
import { findErasure, hasLeftBefore, insertErasure } from "./sql.ts";
import { termsOf } from "./terms.ts";

const missing = "No such person.";

/** The text that replaces a person's number, login and name. */
export function tokenOf(person_id: string): string {
  return `anonymized-${person_id.replaceAll("-", "")}`;
}

/** The progress of a person's erasure, and what there is to erase. */
export async function readErasure(pool: Pool, { tenant }: Context, id: string): Promise<Erasure> {
  return findKnown(id, missing, (known_id) => withTenant(pool, tenant.id, (db) => findErasure(db, tenant.id, known_id)));
}

export type EraseOptions = { pool: Pool; keyring: Keyring };

/** Erases a person who has left. An erased person stays as they are. */
export async function erasePerson(
  { pool, keyring }: EraseOptions,
  context: Context,
  given_id: string,
  confirmation: string,
): Promise<Erasure> {
  const tenant_id = context.tenant.id;
  const id = idOf(given_id, missing);
  return withTenant(pool, tenant_id, async (db) => {
    const person = known(await findKnownForChange(db, tenant_id, id), missing);
    const before = (await findErasure(db, tenant_id, id))!;
    if (before.state === "running" || before.state === "done") return before;
    if (before.state === "not_deactivated")
      throw personNotDeactivated("The person's account has not ended: deactivate it first.");
    if (confirmation.trim() !== before.confirmation) throw invalid([{ pointer: "/confirmation", ...not_as_asked }]);
    await erase(db, keyring, context, { id, person, documents: before.held.documents });
    return (await findErasure(db, tenant_id, id))!;
  });
}

/**
 * Erases a person whose account ended before an instant, unless it was reactivated or an administrator has erased the person
 * first.
 */
export async function eraseLeaver(
  { pool, keyring }: EraseOptions,
  tenant_id: string,
  { id, before_us }: { id: string; before_us: number },
): Promise<void> {
  await withTenant(pool, tenant_id, async (db) => {
    const person = await findKnownForChange(db, tenant_id, id);
    const context = await contextWithin(db, tenant_id, retention);
    if (person === undefined || context === undefined || !(await hasLeftBefore(db, tenant_id, id, before_us))) return;
    const { held } = (await findErasure(db, tenant_id, id))!;
    await erase(db, keyring, context, { id, person, documents: held.documents });
  });
}

const retention: Actor = { type: "system", id: null, name: "retention" };

async function erase(
  db: Db,
  keyring: Keyring,
  context: Context,
  { id, person, documents }: { id: string; person: Known; documents: number },
): Promise<void> {
  const tenant_id = context.tenant.id;
  const token = tokenOf(id);
  const terms = seal(keyring, "erasure", id, JSON.stringify(await termsOfAlone(db, tenant_id, id, person)));
  await updateErased(db, tenant_id, id, token);
  const at = instantText(context.now);
  await insertErasure(db, tenant_id, { person_id: id, requested_at: at, terms, erased: { documents } });
  const [held] = await lockEventUsers(db, tenant_id, [id]);
  await emitAll(db, context, [{ type: "user.anonymized", data: { user: held!.user, anonymized_at: at } }]);
  const changes = { state: [person.state, "anonymized"] };
  await record(db, context, { operation: "person.erase", target_type: "person", target_id: id, changes });
  await send(db, erasure_queue, { tenant_id, person_id: id }, { after_s: logged_within_s });
}

/** Leaves out numbers and addresses that now belong to another person or an administrator. */
async function termsOfAlone(db: Db, tenant_id: string, id: string, person: Known): Promise<Terms> {
  const { numbers, addresses, names } = termsOf(person);
  const others = new Set(await listHeldByOthers(db, tenant_id, id, [...numbers, ...addresses]));
  const own = (texts: readonly string[]) => texts.filter((text) => !others.has(text));
  return { numbers: own(numbers), addresses: own(addresses), names };
}

/** The time after which a request that was just answered is in the request log. */
const logged_within_s = 5;

const not_as_asked = {
  code: "INVALID_VALUE" as const,
  detail: "is not the person's employee number, or login where there is none",
};
