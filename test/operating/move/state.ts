// The state of an organisation at each node, before and after a move.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Moving } from "../../../server/features/organisations/move/place.ts";
import type { TestOrganisation } from "../../harness/organisation/organisation.ts";
import { patience_ms } from "../../harness/patience.ts";
import { apiOf, byKey } from "../../harness/server.ts";
import { checksumsOf, listTenantTables, tables_of_counters } from "../../isolation/tables.ts";
import { listReplication, placements, type TestNode, type TestNodes } from "./moving.ts";

export const sums = async ({ database }: TestNode, { tenant_id }: TestOrganisation) =>
  checksumsOf(
    database,
    tenant_id,
    (await listTenantTables(database)).filter(({ name }) => !tables_of_counters.includes(name)),
  );
export const apiAt = ({ server }: TestNode, organisation: TestOrganisation) =>
  apiOf({ url: server.url }, byKey(organisation.code, organisation.clients["HR sync"]!.secret));

export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const ends_ms = performance.now() + patience_ms; !(await holds()); await sleep(20))
    if (performance.now() > ends_ms) throw new Error(`waited in vain until ${what}`);
}

/** Whether a worker may still write rows of the organisation: due work, or counters that are not folded. */
export async function hasWork({ database }: TestNode, { tenant_id }: TestOrganisation): Promise<boolean> {
  const { rows } = await database.superuser.query(
    `select from infra.due where tenant_id = $1 and due_us <= infra.now_us() and kind <> 'audit.checkpoint'
    union all select from compliance_delta where tenant_id = $1
    union all select from person_delta where tenant_id = $1
    union all select from forecast_delta where tenant_id = $1`,
    [tenant_id],
  );
  return rows.length > 0;
}

/** A move within this process, which the test can stop at any step. */
export async function moving(nodes: TestNodes, { code, tenant_id }: TestOrganisation): Promise<Moving> {
  const [source, target] = [await nodes.place("n1"), await nodes.place("n2")];
  return { code, tenant_id, source, target };
}

const isEmpty = (all_sums: Record<string, string>) => Object.values(all_sums).every((sum) => sum === "0 rows, ");

/** The organisation is unchanged on n1, and n2 has nothing of it. */
export async function assertUntouched(
  nodes: TestNodes,
  organisation: TestOrganisation,
  before_it: Record<string, string>,
  what: string,
): Promise<void> {
  const [n1, n2] = [nodes.named("n1"), nodes.named("n2")];
  assert.deepEqual(await placements(nodes.all, organisation.code), [], what);
  assert.deepEqual([await listReplication(n1), await listReplication(n2)], [[], []], what);
  assert.deepEqual(await sums(n1, organisation), before_it, what);
  assert.ok(isEmpty(await sums(n2, organisation)), what);
  assert.equal((await apiAt(n1, organisation).get("/api/v1/users")).status, 200, what);
}
