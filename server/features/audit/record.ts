import { newId } from "../../platform/ids.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { insertAudit } from "./sql.ts";

/** What happened to what. Personal data (names, addresses, numbers of people) goes into `personal`, which erasure blanks. */
export type AuditEntry = {
  /** `<target>.<verb>`, for example `enrollment.assign`. */
  operation: string;
  target_type: string;
  target_id: string | null;
  /** Changed fields that are not personal: `{field: [before, after]}`. */
  changes?: Record<string, unknown>;
  personal?: Record<string, unknown>;
  /** Groups the rows of one mass operation. */
  batch_id?: string | null;
};

/**
 * Writes the one audit row of a mutating operation in its own transaction: when this fails, nothing happened.
 */
export async function record(db: Db, context: Context, entry: AuditEntry): Promise<void> {
  await insertAudit(db, context, newId(), entry);
}
