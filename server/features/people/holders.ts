import type { Db } from "../../platform/db/transaction.ts";
import { listHolderRows, type Holder } from "./apply-sql.ts";
import type { PersonRow } from "./definition.ts";

export type { Holder };

/** Those who hold what people are to have; who holds the address is not named again for the login, which mostly is the address. */
export async function listHolders(
  db: Db,
  tenant_id: string,
  wanted: readonly Pick<PersonRow, "employee_no" | "email" | "login">[],
): Promise<Holder[]> {
  const holders = await listHolderRows(db, tenant_id, wanted);
  const key = ({ employee_no, holder_id }: Holder) => `${employee_no}/${holder_id}`;
  const held = new Set(holders.filter(({ field }) => field === "email").map(key));
  return holders.filter((holder) => holder.field === "email" || !held.has(key(holder)));
}
