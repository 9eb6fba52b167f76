// Creates several new people of an identity provider in one transaction. It handles only the usual case: login and number are
// free, and the department is known. All others are provisioned one by one by provision.ts, which also reports faults.
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { caseNorm } from "../../../platform/text.ts";
import { insertAudits } from "../../audit/batch-sql.ts";
import { employee_no_max, type ProvisionedRow } from "../../people/definition.ts";
import { differencesOf } from "../../people/differences.ts";
import { askedOnce, directoryOf } from "../../people/directory.ts";
import { userOf } from "../../people/events.ts";
import type { Named } from "../../people/references.ts";
import { listKeysTaken } from "../../people/sql.ts";
import type { Stamped } from "../../people/write-sql.ts";
import { addProvisioned, type Newcomer } from "../../people/writing/writer.ts";
import { evaluateNewcomers } from "../../rules/evaluate.ts";
import { operationOf } from "../follow-up.ts";
import { newRow, type ProvisionedPerson } from "../provision.ts";

/** The person that a request describes, without manager and company. */
export type Wanted = { context: Context; said: ProvisionedPerson };

/** A person who was created, as stored in the database. */
export type Created = Newcomer<ProvisionedRow> & Stamped;

/**
 * Creates the people who are the usual case. Returns results in the order of all; null: not created. `looking` finds people whom
 * the caller wants to provision alone. Statements that `beside` sends leave in one packet with the people.
 */
export async function provisionTogether<Beside>(
  db: Db,
  wanted: readonly Wanted[],
  looking: Promise<(place: number) => boolean>,
  beside: (ids: readonly (string | null)[]) => Promise<Beside>,
): Promise<{ created: (Created | null)[]; beside: Beside | null; joined_groups: boolean }> {
  const found = await judge(db, wanted, looking);
  const newcomers = found.filter((one) => one !== null);
  const ids = found.map((one) => one?.row.id ?? null);
  if (newcomers.length === 0) return { created: found.map(() => null), beside: null, joined_groups: false };
  const context = wanted[0]!.context;
  const entries = found.flatMap((one, place) => (one === null ? [] : [entryOf(one.row, wanted[place]!.context)]));
  const candidates = newcomers
    .filter(({ row }) => row.state === "invited")
    .map(({ row, department_name }) => ({ ...row, ...userOf(row, department_name) }));
  const added = await addProvisioned(db, context, newcomers, () =>
    Promise.all([
      beside(ids),
      candidates.length === 0 ? null : evaluateNewcomers(db, context, candidates),
      insertAudits(db, context, null, entries),
    ]),
  );
  const [done, evaluation] = added.beside;
  const created = found.map((one) => one && { ...one, ...added.stamped.get(one.row.id)! });
  return { created, beside: done, joined_groups: (evaluation?.joined ?? 0) > 0 };
}

async function judge(
  db: Db,
  wanted: readonly Wanted[],
  looking: Promise<(place: number) => boolean>,
): Promise<(Newcomer<ProvisionedRow> | null)[]> {
  const tenant_id = wanted[0]!.context.tenant.id;
  const { departments } = askedOnce(directoryOf(db, tenant_id));
  const nobody = { employee_no: null, login: null, email: null };
  const keys = wanted.flatMap(({ said }) => [
    { ...nobody, login: said.login },
    ...numbersOf(said).map((employee_no) => ({ ...nobody, employee_no })),
  ]);
  const [taken, isApart, ...named] = await Promise.all([
    listKeysTaken(db, tenant_id, keys),
    looking,
    ...wanted.map(({ said }): Promise<readonly Named[]> => {
      return said.department ? departments.findByName(said.department) : Promise.resolve([]);
    }),
  ]);
  const logins = new Set(taken.flatMap(({ field, key }) => (field === "login" ? [key] : [])));
  const numbers = new Set(taken.flatMap(({ field, key }) => (field === "employee_no" ? [key] : [])));
  return wanted.map(({ context, said }, place) => {
    const is_placed = !said.department || named[place]!.length === 1;
    const employee_no = numbersOf(said).find((number) => !numbers.has(caseNorm(number))) ?? null;
    const is_numbered = employee_no !== null || said.employee_no === null;
    if (isApart(place) || !is_placed || !is_numbered || logins.has(caseNorm(said.login))) return null;
    const number = employee_no ?? newId();
    logins.add(caseNorm(said.login));
    numbers.add(caseNorm(number));
    const [department] = named[place]!;
    const worker_type = said.worker_type ?? "internal_payroll";
    const settled = { employee_no: number, department_id: department?.id ?? null, contractor_id: null, worker_type };
    return { row: { ...newRow(context, said, settled), id: newId() }, department_name: department?.name ?? null };
  });
}

/** Candidates for the employee number, the first choice first. */
function numbersOf({ employee_no, external_id, login }: ProvisionedPerson): string[] {
  if (employee_no !== null) return [employee_no];
  return [external_id, login].filter((name): name is string => name !== null && name.length <= employee_no_max);
}

function entryOf(row: ProvisionedRow & { id: string }, { request_id }: Context) {
  const operation = operationOf(undefined, row.state);
  return { id: newId(), operation, target_type: "person" as const, target_id: row.id, ...differencesOf(null, row), request_id };
}
