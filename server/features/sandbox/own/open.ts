// How an administrator enters the sandbox and leaves it.
//
// Entering: the sandbox has an account with the same address, name and role, without a password. A session of this account
// begins, which ends together with the session from which it was opened (infra.find_panel_session).
//
// Leaving: the browser has kept the cookie of that first session beside the new one; only leaving and signing out read it. The
// session of the sandbox alone gives no access to the organisation.
import type { PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { unauthenticated } from "../../../platform/http/openapi/panel-problems.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { caseNorm } from "../../../platform/text.ts";
import { newAccount } from "../../administrators/manage.ts";
import { insertAdministrator, lockAdministrators, updateAdministrator, type AdministratorRow } from "../../administrators/sql.ts";
import { endSession } from "../../sign-in/end-session.ts";
import { requireSession } from "../../sign-in/guard.ts";
import { openSession, type Browser } from "../../sign-in/open-session.ts";
import type { FoundSession } from "../../sign-in/sessions-sql.ts";
import { recordAsked } from "./create.ts";
import { findHome } from "./own-sql.ts";
import { theSandbox } from "./remove.ts";

/** Begins a session in the sandbox of the caller's organisation, in the caller's role. */
export async function openSandbox(
  pool: Pool,
  caller: PanelCaller,
  browser: Browser,
): Promise<{ token: string; account_id: string }> {
  const { tenant, account, session, request_id } = caller;
  const sandbox = await theSandbox(pool, caller);
  await withTenant(pool, tenant.id, (db) => recordAsked(db, caller, "sandbox.open", sandbox.code));
  return withTenant(pool, sandbox.id, async (db) => {
    const context = await contextWithin(db, sandbox.id, { type: "administrator", id: account.id, name: account.name });
    if (context === undefined) throw notFound("The sandbox was deleted this moment.");
    const { name, role } = account;
    const row = await mirror(
      db,
      sandbox.id,
      { email: account.email!, name, role: role as AdministratorRow["role"] },
      context.now,
    );
    const actor = { type: "administrator", id: row.id, name } as const;
    const how = { by: "sandbox", opened_from: session.id, browser } as const;
    const token = await openSession(db, { ...context, actor, request_id }, newAccountOf(row), how);
    return { token, account_id: row.id };
  });
}

/** The administrator's account in the sandbox: created the first time, updated later. */
async function mirror(
  db: Db,
  sandbox_id: string,
  wanted: Omit<AdministratorRow, "id">,
  now: Temporal.Instant,
): Promise<AdministratorRow> {
  const known = (await lockAdministrators(db, sandbox_id)).find(({ email }) => caseNorm(email) === caseNorm(wanted.email));
  const row = { ...wanted, id: known?.id ?? newId() };
  if (known === undefined) await insertAdministrator(db, sandbox_id, row);
  else await updateAdministrator(db, sandbox_id, { ...known, ...row, disabled: false }, now.toString());
  return row;
}

function newAccountOf(row: AdministratorRow) {
  return { ...newAccount(row), password_hash: null, totp_secret: null, totp_confirmed: false, totp_step: 0, has_passkey: false };
}

/**
 * Ends the session in the sandbox. Returns the session from which it was opened, found by the cookie that the browser has kept.
 */
export async function leaveSandbox(pool: Pool, caller: PanelCaller, home_token: string | null): Promise<FoundSession> {
  const home = await findHome(pool, caller.tenant.id);
  if (home === undefined) throw notFound("This is not the sandbox of an organisation.");
  const session = await requireSession(pool, home_token);
  if (session.tenant_id !== home.id) throw unauthenticated(`Sign in to ${home.code}.`);
  await endSession(pool, caller, caller.session.id);
  return session;
}
