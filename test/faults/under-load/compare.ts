// Compares the database with the answers that clients got.
import type { Installation } from "./installation.ts";
import type { Acknowledged } from "./journal.ts";

/** Acknowledged writes that are missing, and those that exist more than once. */
export type Compared = { lost: Acknowledged[]; doubled: Acknowledged[]; faults: string[] };

type PersonRow = { employee_no: string | null; login: string; last_name: string };

/** Compare only after the clients have stopped and all work has ended. */
export async function compare(installation: Installation, acknowledged: readonly Acknowledged[]): Promise<Compared> {
  const rows = async <T extends object>(text: string) => (await installation.database.superuser.query<T>(text)).rows;
  const found = new Map<string, PersonRow[]>();
  for (const person of await rows<PersonRow>("select employee_no, login, last_name from person")) {
    // REST and files use the employee number, SCIM uses the login.
    for (const key of new Set([person.employee_no, person.login.toLowerCase()]))
      if (key !== null) found.set(key, [...(found.get(key) ?? []), person]);
  }
  const enrollments = await rows<{ id: string; events: number }>(
    `select e.id, count(v.enrollment_id)::int as events
     from enrollment e
     left join (
       select convert_from(body, 'UTF8')::json -> 'data' -> 'enrollment' ->> 'id' as enrollment_id
       from event where type = 'enrollment.assigned'
     ) v on v.enrollment_id = e.id::text
     group by e.id`,
  );
  const enrolled = new Set(enrollments.map(({ id }) => id));
  const lost: Acknowledged[] = [];
  const doubled: Acknowledged[] = [];
  for (const one of acknowledged) {
    const people = one.kind === "enrollment" ? [] : (found.get(one.key) ?? []);
    if (one.kind === "enrollment" ? !enrolled.has(one.value) : people.length === 0) lost.push(one);
    else if (people.length > 1) doubled.push(one);
    else if (isChange(one) && people[0]!.last_name !== one.value) lost.push(one);
  }
  const created = await rows<{ target_id: string; times: number }>(
    `select a.target_id, count(*)::int as times
     from audit_log a join person p on p.id = a.target_id
     where a.operation in ('person.create') group by 1 having count(*) > 1`,
  );
  return {
    lost,
    doubled,
    faults: [
      ...enrollments.filter(({ events }) => events !== 1).map(({ id, events }) => `enrollment ${id} has ${events} events`),
      ...created.map(({ target_id, times }) => `person ${target_id} was created ${times} times by the audit log`),
    ],
  };
}

const isChange = ({ kind }: Acknowledged) => kind.endsWith("change");
