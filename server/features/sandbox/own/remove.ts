// How a sandbox is deleted: first all access ends, then its rows are deleted table by table in parts, as `muster org delete`
// does; its own row comes last. A deletion that was interrupted continues with the next request. It writes no signed proof,
// because no real data are deleted.
import type { PanelCaller } from "../../../platform/context.ts";
import { codeOf } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { deleteLateRequests, listHolders } from "../../organisations/remove/remove-sql.ts";
import { fill, recordAsked, type NewSandbox, type OwnSandboxOptions } from "./create.ts";
import { closeSandbox, deleteSandbox, deleteSandboxPart, findSandbox, type SandboxRow } from "./own-sql.ts";

/** Rows of a table that are deleted in one transaction. */
const rows_max = 2_000;
/** The most rounds; each one deletes what was written since the one before. */
const rounds_max = 20;
/** foreign_key_violation, lock_not_available, deadlock_detected: another transaction writes or deletes the same rows */
const in_use_codes = new Set(["23503", "55P03", "40P01"]);

/** Deletes the sandbox with all its data. `code` must be its code. */
export async function removeSandbox({ pool }: OwnSandboxOptions, caller: PanelCaller, code: string): Promise<void> {
  const sandbox = await theSandbox(pool, caller, code);
  await withTenant(pool, caller.tenant.id, (db) => recordAsked(db, caller, "sandbox.remove", code));
  await remove(pool, caller, sandbox);
}

/**
 * Deletes the sandbox and creates it again, with the same code and name and with real time on its clock. Of several concurrent
 * requests, one creates it; the others get SANDBOX_EXISTS.
 */
export async function resetSandbox(options: OwnSandboxOptions, caller: PanelCaller, code: string): Promise<NewSandbox> {
  const { pool } = options;
  const sandbox = await theSandbox(pool, caller, code);
  await withTenant(pool, caller.tenant.id, (db) => recordAsked(db, caller, "sandbox.reset", code));
  await remove(pool, caller, sandbox);
  return fill(options, caller, { code, name: sandbox.name });
}

/** The sandbox of the caller's organisation. Throws 404 for any other code. */
export async function theSandbox(pool: Pool, { tenant }: PanelCaller, code?: string): Promise<SandboxRow> {
  const sandbox = await findSandbox(pool, tenant.id);
  if (sandbox === undefined || (code !== undefined && code !== sandbox.code)) throw notFound("There is no such sandbox.");
  return sandbox;
}

/** Deletes all data of the sandbox, also when another request is deleting it. */
async function remove(pool: Pool, { tenant }: PanelCaller, { id }: SandboxRow): Promise<void> {
  try {
    await removeRows(pool, id);
  } catch (error) {
    // Another request has deleted it: functions of the database refuse a sandbox that does not exist, so the error only shows
    // that the work is done.
    if ((await findSandbox(pool, tenant.id))?.id === id) throw error;
  }
  await withTenant(pool, id, deleteLateRequests);
}

async function removeRows(pool: Pool, id: string): Promise<void> {
  await withTenant(pool, id, closeSandbox);
  const holders = await withTenant(pool, id, listHolders);
  for (let round = 1; ; round += 1) {
    try {
      for (const holder of holders) {
        let deleted = rows_max;
        while (deleted === rows_max) deleted = await withTenant(pool, id, (db) => deleteSandboxPart(db, holder, rows_max));
      }
      await withTenant(pool, id, async (db) => {
        // Rows that triggers or workers have written meanwhile.
        for (const holder of holders) await deleteSandboxPart(db, holder, rows_max);
        await deleteSandbox(db);
      });
      return;
    } catch (error) {
      const code = codeOf(error) ?? codeOf((error as Error).cause) ?? "";
      if (!in_use_codes.has(code) || round === rounds_max) throw error;
    }
  }
}
