import { newId } from "../../platform/ids.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { AuditEntry } from "./schema.ts";
import { insertionOfAudits } from "./batch-sql.ts";
import { insertAudit } from "./sql.ts";

/** Writes the one audit row of a mutating operation in the operation's transaction: if this fails, the operation fails. */
export async function record(db: Db, context: Context, entry: AuditEntry): Promise<void> {
  await insertAudit(db, context, newId(), entry);
}

/** Writes the audit rows of several operations that share a transaction. The statement is only sent; the commit waits for it. */
export function recordEach(db: Db, tenant_id: string, operations: readonly { context: Context; entry: AuditEntry }[]): void {
  db.send(
    insertionOfAudits(
      tenant_id,
      operations.map((operation) => ({ id: newId(), ...operation })),
    ),
  );
}
