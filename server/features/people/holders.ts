import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import { listHolderRows, type HolderRow } from "./apply-sql.ts";
import type { PersonRow } from "./definition.ts";

/** A person who has the address or login that another person is to get. */
export type Holder = { employee_no: string; field: HolderRow["field"]; holder_id: string; holder_employee_no: string | null };

type Wanted = Pick<PersonRow, "employee_no" | "email" | "login">;

/**
 * People who have addresses or logins that people with other numbers are to get, addresses first. If the same person has both,
 * only the address is reported, because the login is mostly the same.
 */
export async function listHolders(db: Db, tenant_id: string, wanted: readonly Wanted[]): Promise<Holder[]> {
  const emails = wanted.flatMap(({ email }) => (email === null ? [] : [email]));
  const rows = await listHolderRows(db, tenant_id, { emails, logins: wanted.map(({ login }) => login) });
  const by_email = holdersOf("email", wanted, rows);
  const key = ({ employee_no, holder_id }: Holder) => `${employee_no}/${holder_id}`;
  const held = new Set(by_email.map(key));
  return [...by_email, ...holdersOf("login", wanted, rows).filter((holder) => !held.has(key(holder)))];
}

function holdersOf(field: HolderRow["field"], wanted: readonly Wanted[], rows: readonly HolderRow[]): Holder[] {
  const by_key = Map.groupBy(
    rows.filter((row) => row.field === field),
    (row) => row.key,
  );
  return wanted.flatMap((person) => {
    const holders = by_key.get(caseNorm(person[field] ?? "")) ?? [];
    return holders
      .filter((row) => row.employee_no_norm !== caseNorm(person.employee_no))
      .map((row) => ({ employee_no: person.employee_no, field, holder_id: row.id, holder_employee_no: row.employee_no }));
  });
}
