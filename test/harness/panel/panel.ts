import { hashPassword } from "../../../server/features/sign-in/hash-password.ts";
import { hashOfToken, newToken } from "../../../server/features/sign-in/links/token.ts";
import { newId } from "../../../server/platform/ids.ts";
import type { TestDatabase } from "../database.ts";
import { request, type Reply, type Send, type TestServer } from "../server.ts";

export const test_password = "three green bicycles";
const base_url = "https://muster.example";
/** Headers that a browser sends with calls of the panel's own pages. */
export const own_page = { origin: base_url, "sec-fetch-site": "same-origin" };
export const session_cookie = "__Host-muster_session";

export type Role = "it_admin" | "training_admin" | "compliance_officer" | "guard" | "learner";
export type TestAccount = { id: string; kind: "administrator" | "person"; login: string };

/** A browser on the panel's pages: it keeps cookies, and sends its calls from there. */
export type Panel = {
  cookies: Map<string, string>;
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown, send?: Send): Promise<Reply>;
  delete(path: string): Promise<Reply>;
  call(method: string, path: string, send?: Send): Promise<Reply>;
};

export function openPanel(server: Pick<TestServer, "url">): Panel {
  const cookies = new Map<string, string>();
  const call = async (method: string, path: string, send: Send = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...own_page, ...(cookie ? { cookie } : {}), ...send.headers };
    const reply = await request(server.url, method, `/panel/api${path}`, { ...send, headers });
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value, rest] = /^([^=]+)=([^;]*)(.*)$/.exec(line)!;
      if (/max-age=0\b/i.test(rest!)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return reply;
  };
  return {
    cookies,
    call,
    get: (path) => call("GET", path),
    post: (path, body, send) => call("POST", path, { ...(body === undefined ? {} : { body }), ...send }),
    delete: (path) => call("DELETE", path),
  };
}

let password_hash: Promise<string> | undefined;

export async function givePassword(database: TestDatabase, tenant_id: string, account: TestAccount): Promise<void> {
  const hash = await (password_hash ??= hashPassword(test_password));
  const [administrator_id, person_id] = account.kind === "administrator" ? [account.id, null] : [null, account.id];
  await database.superuser.query(
    `insert into credential (tenant_id, administrator_id, person_id, password_hash, password_set_at) values ($1, $2, $3, $4, now())
    on conflict (tenant_id, account_id) do update set password_hash = $4, password_set_at = now()`,
    [tenant_id, administrator_id, person_id, hash],
  );
}

let made = 0;

/** Creates an account with a role and the test password. */
export async function createAccount(database: TestDatabase, tenant_id: string, role: Role): Promise<TestAccount> {
  const id = newId();
  made += 1;
  const login = `${role}.${made}@panel.example`;
  if (role === "learner") {
    await database.superuser.query(
      `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, email, email_norm,
        login, login_norm, worker_type)
      values ($1, $2, $3, lower($3), 'Lena', 'Learner', 'learner lena', $4, $4, $4, $4, 'internal_payroll')`,
      [tenant_id, id, `L${made}`, login],
    );
  } else {
    await database.superuser.query(
      "insert into administrator (tenant_id, id, email, email_norm, name, role) values ($1, $2, $3, $3, 'Ada Admin', $4)",
      [tenant_id, id, login, role],
    );
  }
  const account: TestAccount = { id, kind: role === "learner" ? "person" : "administrator", login };
  await givePassword(database, tenant_id, account);
  return account;
}

/** A browser in which a new account with a role has just signed in. */
export async function signInAs(
  server: Pick<TestServer, "url">,
  database: TestDatabase,
  organisation: { tenant_id: string; code: string },
  role: Role,
): Promise<Panel & { account: TestAccount }> {
  const account = await createAccount(database, organisation.tenant_id, role);
  const panel = openPanel(server);
  const reply = await panel.post("/sign-in", { tenant_code: organisation.code, login: account.login, password: test_password });
  if (reply.status !== 200) throw new Error(`cannot sign in: ${reply.text}`);
  return { ...panel, account };
}

/**
 * A browser with a session of an account, created without hashing a password, which takes time. `stale`: the password was
 * confirmed long ago.
 */
export async function sessionOf(
  server: Pick<TestServer, "url">,
  database: TestDatabase,
  tenant_id: string,
  account: TestAccount,
  { stale = false } = {},
): Promise<Panel & { account: TestAccount }> {
  const token = newToken();
  const [administrator_id, person_id] = account.kind === "administrator" ? [account.id, null] : [null, account.id];
  await database.superuser.query(
    `insert into panel_session (tenant_id, id, administrator_id, person_id, token_hash, idle_us, created_us, seen_us, expires_us,
      stepped_up_us, may_set_password, address, user_agent)
    select $1, $2, $3, $4, $5, 1800000000, n.us, n.us, n.us + 43200000000, case when $6::boolean then null else n.us end, false,
      '127.0.0.1', 'test'
    from (select infra.now_us() as us) n`,
    [tenant_id, newId(), administrator_id, person_id, hashOfToken(token), stale],
  );
  const panel = openPanel(server);
  panel.cookies.set(session_cookie, token);
  return { ...panel, account };
}
