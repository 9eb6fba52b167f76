// Organisations on two nodes, and the kinds of requests that must find them.
import assert from "node:assert/strict";
import { linksForTerminal } from "../../../server/features/sign-in/links/invite.ts";
import { unsubscribeUrl } from "../../../server/features/mail/choice/link.ts";
import { newVerificationCode } from "../../../server/features/certificates/code.ts";
import { newId } from "../../../server/platform/ids.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, operatorPoolOf, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { rate } from "../../harness/organisation/people.ts";
import { createAccount, session_cookie, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { startServer, test_keyring, type TestServer } from "../../harness/server.ts";
import type { Answer, Call } from "../load.ts";

export type NodeName = "n1" | "n2";
/** An installation, and the address of the proxy in front of all nodes. */
export type TestNode = { name: NodeName; base_url: string; database: TestDatabase; server: TestServer };
/** An organisation with everything by which requests find it. */
export type Resident = TestOrganisation & {
  at: TestNode;
  secret: string;
  account: TestAccount;
  session: string;
  /** The address on a certificate, and one from before NODE_NAME was set. */
  certificate: string;
  old_certificate: string;
};
/** A kind of request, and how it names its organisation. */
export type Door = {
  name: string;
  knock: (call: Call, resident: Resident) => Promise<Answer>;
  answer: number;
  media_type: RegExp;
};

export const problem = /^application\/problem\+json/;

export const post = (call: Call, target: string, body: unknown, headers: Record<string, string> = {}) =>
  call(target, { method: "POST", headers: { "content-type": "application/json", ...headers } }, JSON.stringify(body));
export const ownPage = ({ base_url }: TestNode) => ({ origin: base_url, "sec-fetch-site": "same-origin" });
export const byKey = ({ code }: { code: string }, secret: string) => ({ "x-tenant-code": code, "x-api-key": secret });

export const doors: readonly Door[] = [
  {
    name: "X-Tenant-Code and an API key",
    knock: (call, it) => call("/api/v1/departments", { headers: byKey(it, it.secret) }),
    answer: 200,
    media_type: problem,
  },
  {
    name: "the token endpoint",
    knock: (call, it) => {
      const { client_id, secret } = it.clients["sync"]!;
      const basic = `Basic ${Buffer.from(`${client_id}:${secret}`).toString("base64")}`;
      const headers = { authorization: basic, "x-tenant-code": it.code, "content-type": "application/x-www-form-urlencoded" };
      return call("/api/v1/oauth/token", { method: "POST", headers }, "grant_type=client_credentials");
    },
    answer: 200,
    media_type: /^application\/json/,
  },
  {
    name: "SCIM",
    knock: (call, it) => call(`/scim/v2/${it.code}/ServiceProviderConfig`, { headers: { authorization: `Bearer ${it.secret}` } }),
    answer: 200,
    media_type: /^application\/scim\+json/,
  },
  {
    name: "a sign-in by tenant code",
    knock: (call, it) => {
      const body = { tenant_code: it.code, login: it.account.login, password: test_password };
      return post(call, "/panel/api/sign-in", body, { ...ownPage(it.at), "x-tenant-code": it.code });
    },
    answer: 200,
    media_type: problem,
  },
  {
    name: "a password that was forgotten",
    knock: (call, it) => {
      const body = { tenant_code: it.code, login: it.account.login };
      return post(call, "/panel/api/password-reset", body, { ...ownPage(it.at), "x-tenant-code": it.code });
    },
    answer: 202,
    media_type: problem,
  },
  {
    name: "the cookie of a session",
    knock: (call, it) => call("/panel/api/session", { headers: { cookie: `${session_cookie}=${it.session}` } }),
    answer: 200,
    media_type: problem,
  },
  {
    name: "a one-time link",
    knock: async (call, it) => {
      const token = await linkOf(it);
      return post(call, "/panel/api/sign-in/link", { token }, { ...ownPage(it.at), "x-tenant-code": token.split(".")[0]! });
    },
    answer: 200,
    media_type: problem,
  },
  {
    name: "the company's sign-in, by code",
    knock: (call, it) => {
      const headers = { ...ownPage(it.at), "x-tenant-code": it.code };
      return post(call, "/panel/api/sign-in/company", { tenant_code: it.code }, headers);
    },
    // The organisation has no sign-in by a company's identity provider.
    answer: 404,
    media_type: problem,
  },
  {
    name: "the metadata for a SAML provider",
    knock: (call, it) => call(`/panel/sign-in/${it.code}/metadata`),
    // The organisation has no SAML provider.
    answer: 404,
    media_type: problem,
  },
  { name: "a tool that reads our keys", knock: (call, it) => call(`/lti/${it.code}/jwks`), answer: 200, media_type: problem },
  {
    name: "a mail's link by which mails are done without",
    knock: (call, { at, code, tenant_id, account }) => {
      const about = { tenant_id, account_id: account.id, topic: "digests" } as const;
      return call(unsubscribeUrl(test_keyring, at.base_url, code, about).replace(at.base_url, ""));
    },
    answer: 200,
    media_type: /^text\/html/,
  },
  { name: "a certificate's address", knock: (call, it) => call(it.certificate), answer: 200, media_type: /^text\/html/ },
];

/** A new sign-in link for the administrator without a password, as the operator's terminal prints it. */
export async function linkOf({ at, code, tenant_id }: Resident): Promise<string> {
  const { rows } = await at.database.superuser.query("delete from infra.placement where code = $1 returning state, node", [code]);
  const [link] = await linksForTerminal(operatorPoolOf(at.database), at.base_url, code, at.name);
  for (const { state, node } of rows as { state: string; node: NodeName }[]) await place(at, { code, tenant_id }, state, node);
  return new URL(link!.url).hash.slice(1);
}

/** Writes the placement of an organisation at a node; null: removes it. */
export async function place(
  { database }: TestNode,
  { code, tenant_id }: { code: string; tenant_id: string },
  state: string | null,
  node: NodeName,
) {
  await database.superuser.query("delete from infra.placement where code = $1", [code]);
  if (state === null) return;
  await database.superuser.query("insert into infra.placement (code, tenant_id, state, node) values ($1, $2, $3, $4)", [
    code,
    tenant_id,
    state,
    node,
  ]);
}

export async function openNode(name: NodeName, base_url: string): Promise<TestNode> {
  const database = await openDatabase();
  return { name, base_url, database, server: await startServer(database, { base_url, node: name, trust_proxy: "127.0.0.1" }) };
}

/** Creates an organisation at a node, with a client, an administrator with a session, and a certificate. */
export async function settle(at: TestNode, code: string): Promise<Resident> {
  const { base_url, database, server } = at;
  const organisation = await createOrganisation(database, {
    organisation: { code, name: `${code} Ltd` },
    contract: { rate },
    clients: [{ name: "sync", scopes: ["users:read", "enrollments:write", "compliance:read", "scim"] }],
    courses: [{ code: "YEAR", title: "A year" }],
  });
  const { tenant_id } = organisation;
  const { secret } = organisation.clients["sync"]!;
  const account = await createAccount(database, tenant_id, "it_admin");
  const learner = await createAccount(database, tenant_id, "learner");
  await database.superuser.query(
    "insert into administrator (tenant_id, id, email, email_norm, name, role) values ($1, $2, $3, $3, 'Ida Invited', 'it_admin')",
    [tenant_id, newId(), "ida@panel.example"],
  );
  const verification_code = newVerificationCode();
  await database.superuser.query(
    `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, source, issuer, cycle_year, issued_at, valid_from)
    select $1, $2, 'YEAR-2026-000001', $3, $4, id, 'external', 'Elsewhere', 2026, now(), '2026-01-01' from course where tenant_id = $1`,
    [tenant_id, newId(), verification_code, learner.id],
  );
  const listed = await fetch(`${server.url}/api/v1/certificates`, { headers: { "x-tenant-code": code, "x-api-key": secret } });
  const { certificates } = (await listed.json()) as { certificates: { verification_url: string }[] };
  const certificate = certificates[0]!.verification_url.replace(base_url, "");
  assert.equal(certificate, `/c/${code}.${verification_code}`);
  const signed_in = await fetch(`${server.url}/panel/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", ...ownPage(at) },
    body: JSON.stringify({ tenant_code: code, login: account.login, password: test_password }),
  });
  const session = new RegExp(`${session_cookie}=([^;]+)`).exec(signed_in.headers.get("set-cookie")!)![1]!;
  return { ...organisation, at, secret, account, session, certificate, old_certificate: `/c/${verification_code}` };
}

/** Copies the organisation and its client to another node, as after a move. */
export async function copyClient({ at, tenant_id }: Resident, { database }: TestNode): Promise<void> {
  const other = await database.superuser.connect();
  try {
    await other.query("begin; set local session_replication_role = replica");
    for (const [table, column] of [
      ["tenant", "id"],
      ["client", "tenant_id"],
      ["client_secret", "tenant_id"],
    ]) {
      const { rows } = await at.database.superuser.query(`select row_to_json(r) as row from ${table} r where ${column} = $1`, [
        tenant_id,
      ]);
      for (const { row } of rows as { row: object }[])
        await other.query(`insert into ${table} select * from json_populate_record(null::${table}, $1)`, [JSON.stringify(row)]);
    }
    await other.query("commit");
  } finally {
    other.release();
  }
}
