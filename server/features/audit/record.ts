import { newId } from "../../platform/ids.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { AuditEntry } from "./schema.ts";
import { insertAudit } from "./sql.ts";

/**
 * Writes the one audit row of a mutating operation in its own transaction: when this fails, nothing happened.
 */
export async function record(db: Db, context: Context, entry: AuditEntry): Promise<void> {
  await insertAudit(db, context, newId(), entry);
}
