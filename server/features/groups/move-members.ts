import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { caseNorm } from "../../platform/text.ts";
import { listPersonRows } from "../people/apply-sql.ts";
import { groupManagedElsewhere, membersByConditions, noSuchGroup } from "./errors.ts";
import type { joinGroup, ManualGroup } from "./join.ts";
import type { leaveGroup } from "./leave.ts";
import { listKnownPeople } from "./people-sql.ts";
import type { Members, Moved } from "./schema.ts";
import { lockGroup, type Group } from "./sql.ts";

type Move = typeof joinGroup | typeof leaveGroup;

/** Adds people to a manual group or removes them. When a person is unknown, the problem names them and no one is moved. */
export async function moveMembers(
  pool: Pool,
  context: Context,
  move: Move,
  group_id: string,
  given: Static<typeof Members>,
): Promise<Static<typeof Moved>> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const group = manualGroup(await lockGroup(db, tenant_id, group_id));
    const person_ids = await findPeople(db, tenant_id, given);
    const moved = await move(db, context, group, person_ids, newId());
    return { moved, unchanged: person_ids.length - moved };
  });
}

/** The group, if administrators keep its members. Throws when an identity provider or conditions decide about them. */
export function manualGroup(group: Group | undefined): ManualGroup {
  if (group === undefined) throw noSuchGroup();
  if (group.kind === "scim") throw groupManagedElsewhere("The identity provider decides who belongs to this group.");
  if (group.kind === "dynamic") throw membersByConditions("The conditions of this group decide who belongs to it.");
  return group as ManualGroup;
}

export function isManual(group: Group | undefined): group is ManualGroup {
  return group?.kind === "manual";
}

async function findPeople(
  db: Db,
  tenant_id: string,
  { person_ids = [], employee_nos = [] }: Static<typeof Members>,
): Promise<string[]> {
  const [known, rows] = await Promise.all([
    listKnownPeople(db, tenant_id, person_ids),
    listPersonRows(db, tenant_id, employee_nos),
  ]);
  const ids = new Set(known);
  const by_number = new Map(rows.map(({ employee_no, id }) => [caseNorm(employee_no), id]));
  const faults = [
    ...person_ids.flatMap((id, index) => (ids.has(id) ? [] : [unknownOf(`#/person_ids/${index}`, "names no person")])),
    ...employee_nos.flatMap((number, index) =>
      by_number.has(caseNorm(number)) ? [] : [unknownOf(`#/employee_nos/${index}`, `there is no employee number "${number}"`)],
    ),
  ];
  if (person_ids.length + employee_nos.length === 0) {
    faults.push({ pointer: "#/employee_nos", code: "REQUIRED", detail: "names no person" });
  }
  if (faults.length > 0) throw invalid(faults);
  return [...new Set([...ids, ...by_number.values()])];
}

function unknownOf(pointer: string, detail: string): ErrorItem {
  return { pointer, code: "UNKNOWN_PERSON", detail };
}
