import type { Static } from "typebox";
import { isDeepStrictEqual } from "node:util";
import type { Context, PanelCaller } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { isUuid, newId } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { findAccount } from "../sign-in/accounts-sql.ts";
import { refuseBreakGlass } from "../sign-in/doors/own-door.ts";
import { noSecondFactor } from "../sign-in/errors.ts";
import { sendInvitation } from "../sign-in/links/invite.ts";
import type { LinkedAt } from "../sign-in/links/links.ts";
import { removeFactors } from "../sign-in/reset-factors.ts";
import { deleteOtherSessions, deleteSession, sessionsStatement } from "../sign-in/sessions-sql.ts";
import { currentAccount } from "../sign-in/sign-in.ts";
import { checkedDepartments } from "./departments.ts";
import { administratorExists, lastItAdministrator } from "./errors.ts";
import { governs, isLast } from "./last.ts";
import type { ChangeRequest, InviteRequest } from "./schema.ts";
import {
  deleteAdministrator,
  insertAdministrator,
  listAdministrators,
  listRecords,
  lockAdministrators,
  setDepartments,
  updateAdministrator,
  type AdministratorRow,
  type StoredAdministrator,
} from "./sql.ts";

export type AdministratorOptions = { pool: Pool; keyring: Keyring } & LinkedAt;

const target_type = "administrator";

/** A new, invited administrator who has not signed in yet. */
export function newAccount({ id, email, name, role }: AdministratorRow) {
  return { kind: "administrator", id, name, email, login: email, role, language: null } as const;
}

/** Makes an administrator and mails a link for the first sign-in. Returns the record as JSON text. */
export async function invite(
  { pool, ...mailing }: AdministratorOptions,
  context: Context,
  { email, name, role, department_ids = null }: Static<typeof InviteRequest>,
): Promise<string> {
  const { tenant } = context;
  const row = { id: newId(), email, name, role };
  return withTenant(pool, tenant.id, async (db) => {
    const departments = await checkedDepartments(db, tenant.id, { role, department_ids });
    if (!(await insertAdministrator(db, tenant.id, row)))
      throw administratorExists("An administrator with this e-mail address exists.");
    if (departments !== null) await setDepartments(db, tenant.id, row.id, departments);
    await sendInvitation(db, context, mailing, newAccount(row));
    await record(db, context, {
      operation: "administrator.invite",
      target_type,
      target_id: row.id,
      changes: { role: [null, role], ...(departments === null ? {} : { department_ids: [null, departments] }) },
      personal: { email: [null, email], name: [null, name] },
    });
    return recordOf(db, tenant.id, row.id);
  });
}

/** Mails another link to an administrator; the earlier one ends. */
export async function inviteAgain({ pool, ...mailing }: AdministratorOptions, context: Context, id: string): Promise<void> {
  const { tenant } = context;
  await withTenant(pool, tenant.id, async (db) => {
    const row = find(await lockAdministrators(db, tenant.id), id);
    if (row.disabled) throw notFound("This administrator is disabled.");
    // The row was locked by lockAdministrators above, so the account exists.
    const account = (await findAccount(db, tenant.id, { kind: "administrator", id: row.id }))!;
    await sendInvitation(db, context, mailing, account);
    await record(db, context, { operation: "administrator.invite-again", target_type, target_id: row.id });
  });
}

/** Changes name, role or departments, disables or enables. Every change except of the name ends the administrator's sessions. */
export async function change(
  { pool }: AdministratorOptions,
  context: Context,
  id: string,
  given: Static<typeof ChangeRequest>,
): Promise<string> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    const all = await lockAdministrators(db, tenant.id);
    const before = find(all, id);
    const wanted = { ...before, ...given };
    const after = { ...wanted, department_ids: await checkedDepartments(db, tenant.id, wanted) };
    if (isDeepStrictEqual(before, after)) return recordOf(db, tenant.id, before.id);
    refuseLast(all, before, after);
    if (!governs(after)) await refuseBreakGlass(db, tenant.id, { kind: "administrator", id: before.id });
    await updateAdministrator(db, tenant.id, after, context.now.toString());
    const moves = !isDeepStrictEqual(after.department_ids, before.department_ids);
    if (moves) {
      await setDepartments(db, tenant.id, before.id, after.department_ids);
      await deleteOtherSessions(db, tenant.id, before.id, null);
    }
    await record(db, context, {
      operation: "administrator.change",
      target_type,
      target_id: before.id,
      changes: {
        ...(after.role === before.role ? {} : { role: [before.role, after.role] }),
        ...(after.disabled === before.disabled ? {} : { disabled: [before.disabled, after.disabled] }),
        ...(moves ? { department_ids: [before.department_ids, after.department_ids] } : {}),
      },
      personal: after.name === before.name ? {} : { name: [before.name, after.name] },
    });
    return recordOf(db, tenant.id, before.id);
  });
}

/** Removes an administrator with credentials and sessions. The audit log keeps what they did. */
export async function remove({ pool }: AdministratorOptions, context: Context, id: string): Promise<void> {
  const { tenant } = context;
  await withTenant(pool, tenant.id, async (db) => {
    const all = await lockAdministrators(db, tenant.id);
    const before = find(all, id);
    refuseLast(all, before, { ...before, disabled: true });
    await refuseBreakGlass(db, tenant.id, { kind: "administrator", id: before.id });
    await deleteAdministrator(db, tenant.id, before.id);
    await record(db, context, {
      operation: "administrator.remove",
      target_type,
      target_id: before.id,
      changes: { role: [before.role, null] },
      personal: { email: [before.email, null], name: [before.name, null] },
    });
  });
}

/**
 * Removes an administrator's second factor, with passkeys and recovery codes, so that sign-in asks only for the password. For an
 * administrator who has lost it.
 */
export async function resetSecondFactor(options: AdministratorOptions, context: Context, id: string): Promise<void> {
  const { pool } = options;
  const { tenant } = context;
  await withTenant(pool, tenant.id, async (db) => {
    const row = find(await lockAdministrators(db, tenant.id), id);
    const account = await currentAccount(db, tenant.id, { kind: "administrator", id: row.id });
    if (!account?.totp_secret && !account?.has_passkey) throw noSecondFactor("This administrator has no second factor.");
    await refuseBreakGlass(db, tenant.id, account);
    await removeFactors(db, context, options, account);
    await record(db, context, { operation: "administrator.reset-second-factor", target_type, target_id: row.id });
  });
}

/** The sessions of an administrator, as a JSON list. */
export async function listSessionsOf({ pool }: AdministratorOptions, caller: PanelCaller, id: string): Promise<string> {
  const { tenant, session } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const row = find(await listAdministrators(db, tenant.id), id);
    return (await db.row<{ json: string }>(sessionsStatement(tenant.id, row.id, session.id)))!.json;
  });
}

/** Ends one session of an administrator, for example on a lost or unknown device. */
export async function endSessionOf(
  { pool }: AdministratorOptions,
  context: Context,
  id: string,
  session_id: string,
): Promise<void> {
  const { tenant } = context;
  await withTenant(pool, tenant.id, async (db) => {
    const row = find(await lockAdministrators(db, tenant.id), id);
    const ended = isUuid(session_id) && (await deleteSession(db, tenant.id, row.id, session_id));
    if (!ended) throw notFound("No such session.");
    await record(db, context, {
      operation: "administrator.end-session",
      target_type,
      target_id: row.id,
      changes: { session_id: [session_id.toLowerCase(), null] },
    });
  });
}

function find<Row extends { id: string }>(all: readonly Row[], id: string): Row {
  const found = isUuid(id) ? all.find((row) => row.id === id.toLowerCase()) : undefined;
  if (found === undefined) throw notFound("No such administrator.");
  return found;
}

function refuseLast(all: readonly StoredAdministrator[], before: StoredAdministrator, after: StoredAdministrator): void {
  if (isLast(all, before, after))
    throw lastItAdministrator("This is the last IT administrator of the organisation who can sign in.");
}

async function recordOf(db: Db, tenant_id: string, id: string): Promise<string> {
  return (await listRecords(db, tenant_id, id)).slice(1, -1);
}
