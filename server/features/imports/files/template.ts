import { Readable } from "node:stream";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { workbookOf } from "../../../platform/files/xlsx.ts";
import { listAttributeDefinitions } from "../../people/sql.ts";
import { column_names, nameOfAttribute } from "./cells.ts";

/** A workbook with the headings of all columns that a file of the organisation may have, and no rows. */
export async function templateOf(pool: Pool, tenant_id: string): Promise<Readable> {
  const attributes = await withTenant(pool, tenant_id, (db) => listAttributeDefinitions(db, tenant_id));
  const names = [...column_names, ...attributes.map(({ key }) => nameOfAttribute(key)).toSorted()];
  return Readable.from(workbookOf("People", names, noRows()));
}

async function* noRows(): AsyncGenerator<string[][]> {}
