import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { listPersonRows, lockPeople, type StandingPerson } from "../../people/apply-sql.ts";
import { circleOf } from "../../people/managers/circle.ts";
import { listAbove, lockManagers } from "../../people/managers/managers-sql.ts";
import { wordsOfCircle } from "../../people/managers/resolve.ts";
import { rowOf, writePeople, type PersonTarget } from "../bring-people.ts";
import type { RowFault } from "../judge-row.ts";

/** A person and the manager to set, both by employee number. */
export type Link = { employee_no: string; manager_employee_no: string };

/** A person who cannot have this manager, and why. */
export type RefusedLink = { employee_no: string; fault: RowFault };

/**
 * Sets the managers of people, at most a thousand, those at the top first; with an audit row and an event each. People who have
 * the manager already stay as they are. People who do not exist, or whom an identity provider manages, are skipped. Rules have no
 * conditions on managers, so nothing follows from it.
 */
export async function linkManagers(db: Db, context: Context, batch_id: string, links: readonly Link[]): Promise<RefusedLink[]> {
  const tenant_id = context.tenant.id;
  const numbers = links.flatMap(({ employee_no, manager_employee_no }) => [employee_no, manager_employee_no]);
  const wantedOf = (people: ReadonlyMap<string, StandingPerson>) =>
    links.flatMap((link) => {
      const person = people.get(caseNorm(link.employee_no));
      const manager = people.get(caseNorm(link.manager_employee_no));
      const is_other = person?.managed_by === "platform" && person.state !== "anonymized" && person.manager_id !== manager?.id;
      return is_other ? [{ link, person, manager: manager?.state === "anonymized" ? undefined : manager }] : [];
    });
  const changing = wantedOf(await load(db, tenant_id, numbers));
  if (changing.length === 0) return [];
  const held = new Set(changing.map(({ person }) => person.id));
  await lockPeople(db, tenant_id, [...held]);
  await lockManagers(db, tenant_id);
  // Only people whose rows are locked: the others had the manager before, and someone has given them another one since, which is
  // newer than the file.
  const wanted = wantedOf(await load(db, tenant_id, numbers)).filter(({ person }) => held.has(person.id));
  const lines = await listAbove(
    db,
    tenant_id,
    wanted.flatMap(({ manager }) => manager?.id ?? []),
  );
  const above = new Map(lines.map(({ id, manager_id }) => [id, manager_id]));
  const names = new Map(lines.map(({ id, employee_no }) => [id, employee_no]));
  const refused: RefusedLink[] = [];
  const targets: PersonTarget[] = [];
  for (const { link, person, manager } of wanted) {
    const before = above.get(person.id) ?? null;
    const circle = manager && circleOf(person.id, above.set(person.id, manager.id));
    if (manager && !circle) {
      const stands = rowOf(person);
      targets.push({ stands, wanted: { ...stands, manager_id: manager.id } });
      continue;
    }
    above.set(person.id, before);
    const nameOf = (id: string) => (id === person.id ? person.employee_no : names.get(id)) ?? id;
    refused.push({ employee_no: link.employee_no, fault: circle ? circular(circle.map(nameOf)) : unknown });
  }
  if (targets.length > 0) await writePeople(db, context, batch_id, targets);
  return refused;
}

const pointer = "#/manager_employee_no";
const unknown: RowFault = { pointer, code: "UNKNOWN_PERSON", detail: "no person has this employee number" };

function circular(numbers: readonly string[]): RowFault {
  return { pointer, code: "BELOW_ITSELF", detail: wordsOfCircle(numbers) };
}

async function load(db: Db, tenant_id: string, numbers: readonly string[]): Promise<Map<string, StandingPerson>> {
  const rows = await listPersonRows(db, tenant_id, numbers);
  return new Map(rows.map((row) => [caseNorm(row.employee_no), row]));
}
