// Creates the sandbox of an organisation, which is an organisation of its own. What the organisation's panel does to its sandbox
// takes two transactions, one in each organisation: first the audit row with the caller, then the change. A crash between them
// leaves a row that says what was requested; there is never a change without a row.
import type { PanelCaller } from "../../../platform/context.ts";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { codeOf } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { record } from "../../audit/record.ts";
import { findTenantByCode, readTenantRow } from "../../organisations/sql.ts";
import { sandboxExists } from "./errors.ts";
import { findSandbox } from "./own-sql.ts";

export type OwnSandboxOptions = { pool: Pool; keyring: Keyring };

/** The sandbox's client, whose secret is shown only now. */
export type NewSandbox = { code: string; client: { id: string; name: string }; secret: string };

/** The sandbox's code begins with so many characters of the organisation's code. */
const code_chars_max = 20;
const codes_max = 99;

/**
 * Creates the sandbox of the caller's organisation, with people, courses, assignments in every state of compliance, and a client.
 */
export async function createSandbox(options: OwnSandboxOptions, caller: PanelCaller, name: string): Promise<NewSandbox> {
  const { pool } = options;
  const { tenant } = caller;
  if (tenant.kind !== "live") throw notFound("A sandbox has no sandbox of its own.");
  if ((await findSandbox(pool, tenant.id)) !== undefined) throw sandboxExists("The organisation has a sandbox already.");
  const code = await freeCode(pool, tenant.code);
  await withTenant(pool, tenant.id, (db) => recordAsked(db, caller, "sandbox.create", code));
  return fill(options, caller, { code, name });
}

/** Fills a sandbox that does not exist yet. */
export async function fill(
  { pool, keyring }: OwnSandboxOptions,
  { tenant, now }: PanelCaller,
  { code, name }: { code: string; name: string },
): Promise<NewSandbox> {
  const parent = (await withTenant(pool, tenant.id, (db) => readTenantRow(db, tenant.id)))!;
  const actor = { type: "system", id: null, name: "Sandbox" } as const;
  // Imported when the first sandbox is made, so that starting the program does not load it.
  const [{ CodeTaken }, { fillSandbox }] = await Promise.all([
    import("../../organisations/apply/apply.ts"),
    import("../../organisations/demo/own-sandbox.ts"),
  ]);
  try {
    const { clients } = await fillSandbox({ pool, keyring, now, actor }, parent, { code, name });
    const [{ client_id, name: client_name, secret }] = clients as [(typeof clients)[number]];
    return { code, client: { id: client_id, name: client_name }, secret: secret! };
  } catch (error) {
    // Another request has created the sandbox at the same moment.
    if (error instanceof CodeTaken || taken_codes.has(codeOf(error) ?? codeOf((error as Error).cause) ?? ""))
      throw sandboxExists("The organisation has a sandbox already.");
    throw error;
  }
}

/** unique_violation; lock_not_available: another request is creating it at this moment */
const taken_codes = new Set(["23505", "55P03"]);

/** Writes who requested what to the organisation's audit log. */
export async function recordAsked(
  db: Db,
  caller: PanelCaller,
  operation: "sandbox.create" | "sandbox.reset" | "sandbox.remove" | "sandbox.open",
  code: string,
): Promise<void> {
  await record(db, caller, { operation, target_type: "sandbox", target_id: null, changes: { code } });
}

/** The first code of the series (`ACME-SANDBOX`, `ACME-SANDBOX-2`, …) that no organisation has. */
async function freeCode(pool: Pool, tenant_code: string): Promise<string> {
  const stem = `${tenant_code.slice(0, code_chars_max).replace(/-$/, "")}-SANDBOX`;
  for (let number = 1; number <= codes_max; number += 1) {
    const code = number === 1 ? stem : `${stem}-${number}`;
    if ((await findTenantByCode(pool, code)) === null) return code;
  }
  throw new Error(`${codes_max} codes for a sandbox of ${tenant_code} are taken`);
}
