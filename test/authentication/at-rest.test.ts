// AU4: every kind of secret is created and used as people and machines do it. Then all stored places are searched for it: a dump
// of the database, the log, the metrics, and every answer but the one that issued it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { unseal } from "../../server/platform/crypto/seal.ts";
import { createMetrics, type Metrics } from "../../server/platform/metrics/metrics.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { findBinaries } from "../harness/machine/cluster.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { rate } from "../harness/organisation/people.ts";
import { openPanel, signInAs, test_password, type Panel } from "../harness/panel/panel.ts";
import { byKey, request, startServer, test_keyring, type Reply, type TestServer } from "../harness/server.ts";
import { subscribe } from "../harness/webhooks.ts";
import { codeOf } from "../panel/samples/sign-in.ts";
import { askForToken, basic, read_path } from "./arrange.ts";

const skip = needsServer();

let database: TestDatabase;
let server: TestServer;
let metrics: Metrics;
let acme: TestOrganisation;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  metrics = createMetrics();
  server = await startServer(database, { metrics });
  acme = await createOrganisation(database, {
    contract: { rate },
    clients: [
      { name: "HR", scopes: ["users:read", "users:write", "webhooks:manage", "scim"], methods: ["api_key", "oauth2"], rate },
    ],
    people: [{ employee_no: "P1", first_name: "Lena", last_name: "Nowak", email: "lena@acme.example" }],
  });
});
after(async () => {
  await closeServer();
  await database?.close();
});

let closing: Promise<void> | null = null;
const closeServer = () => (closing ??= server?.close() ?? Promise.resolve());

/** Secrets by their kind, and all answers without the secrets that they were meant to issue. */
const secrets = new Map<string, string>();
const answers: string[] = [];

/** Records an answer. What it issues now is a secret from then on. */
function noted(reply: Reply, given: Readonly<Record<string, string>> = {}): Reply {
  // Cookies are issued only by this header.
  let text = JSON.stringify([...reply.headers].filter(([header]) => header !== "set-cookie")) + reply.text;
  for (const [name, secret] of Object.entries(given)) {
    assert.ok(text.includes(secret), `${name} is given out`);
    text = text.replace(secret, "");
    secrets.set(name, secret);
  }
  answers.push(text);
  return reply;
}

/** Records the cookies of a browser, each of which is a secret. */
function keepCookies(panel: Panel, whose: string): void {
  for (const [name, value] of panel.cookies) secrets.set(`${name} of ${whose}`, value);
}

async function linkInMail(): Promise<string> {
  const { rows } = await database.superuser.query("select id, body from mail order by created_at desc, id desc limit 1");
  const [, token] = /\/panel\/link#([\w-]{43})/.exec(unseal(test_keyring, "mail", rows[0].id, rows[0].body))!;
  return token!;
}

async function usePanel(): Promise<void> {
  const admin = await signInAs(server, database, acme, "it_admin");
  keepCookies(admin, "the administrator");
  const begun = await admin.post("/second-factor");
  noted(begun);
  answers.pop();
  secrets.set("second factor", begun.body.secret);
  const { rows } = await database.superuser.query("select infra.now_us() / 1000 as ms");
  noted(await admin.post("/second-factor/confirm", { code: codeOf(begun.body.secret, Number(rows[0].ms)) }));
  keepCookies(admin, "the administrator with a second factor");

  const made = await admin.post("/clients", { name: "Payroll", scopes: ["users:read"] });
  noted(made, { "a client's first secret": made.body.secret });
  const rotated = await admin.post(`/clients/${made.body.client.id}/secrets`, { overlap_seconds: 3_600 });
  noted(rotated, { "a client's second secret": rotated.body.secret });

  noted(await admin.post("/administrators", { email: "new@acme.example", name: "Nina New", role: "training_admin" }));
  const first = await linkInMail();
  secrets.set("a link of an invitation", first);
  const nina = openPanel(server);
  noted(await nina.post("/sign-in/link", { token: first }));
  noted(await nina.post("/password", { password: "ninety blue umbrellas" }));
  secrets.set("a password", "ninety blue umbrellas");
  keepCookies(nina, "Nina");
  noted(await openPanel(server).post("/password-reset", { tenant_code: "ACME", login: "new@acme.example" }));
  const reset = await linkInMail();
  secrets.set("a link of a reset", reset);
  noted(await openPanel(server).post("/password", { token: reset, password: "seventy red lanterns" }));
  secrets.set("another password", "seventy red lanterns");
  noted(await openPanel(server).post("/sign-in", { tenant_code: "ACME", login: "new@acme.example", password: "wrong horses" }));
  secrets.set("a wrong password", "wrong horses");
  secrets.set("the password of the administrator", test_password);
  for (const place of [
    "/clients",
    `/clients/${made.body.client.id}`,
    "/administrators",
    "/sessions",
    "/session",
    "/audit",
    "/request-log",
    "/mailbox",
  ])
    noted(await admin.get(place));
}

async function useApi(): Promise<void> {
  const { secret, client_id } = acme.clients["HR"]!;
  secrets.set("an API key", secret);
  secrets.set("the secret half of an API key", secret.slice(-32));
  const headers = byKey("ACME", secret);
  const token = await askForToken(server.url, { "x-tenant-code": "ACME", authorization: basic(client_id, secret) });
  secrets.set("an access token", token.body.access_token);
  const bearer = { "x-tenant-code": "ACME", authorization: `Bearer ${token.body.access_token}` };
  const { id, secret_token } = await subscribe(database, acme, "HR", "https://hooks.acme.example/");
  secrets.set("a signing secret", secret_token);
  const keyed = { ...headers, "idempotency-key": "once" };
  const rotate = () =>
    request(server.url, "POST", `/api/v1/webhooks/subscriptions/${id}/rotate-secret`, {
      headers: keyed,
      body: { grace_days: 1 },
    });
  const rotated = await rotate();
  noted(rotated, { "a signing secret that was rotated": rotated.body.secret_token });
  noted(await rotate());
  const scim = { authorization: `Bearer ${secret}` };
  for (const [method, place, sent, body] of [
    ["GET", read_path, headers],
    ["GET", read_path, bearer],
    ["GET", `${read_path}?q=${secret}`, headers],
    ["GET", read_path, { ...headers, "x-tenant-code": secret }],
    ["GET", read_path, { ...headers, "x-api-key": `${secret.slice(0, -1)}x` }],
    ["GET", `/api/v1/webhooks/subscriptions/${id}`, headers],
    ["POST", "/api/v1/users", headers, { employee_no: "P2", first_name: "Jan", last_name: "Nowak", email: "jan@acme.example" }],
    ["POST", "/api/v1/users", headers, "{"],
    ["GET", "/scim/v2/ACME/Users", scim],
    ["GET", "/scim/v2/ACME/Users?filter=x", scim],
    ["GET", "/scim/v2/ACME/Users", { authorization: `Bearer ${token.body.access_token}` }],
    ["GET", "/readyz", bearer],
  ] as const)
    noted(await request(server.url, method, place, { headers: sent, ...(body === undefined ? {} : { body }) }));
}

/** The content of a backup. */
async function dumped(): Promise<string> {
  const { url } = database.connection as { url: string };
  const beside = path.join((await findBinaries()) ?? "", "pg_dump");
  const { stdout } = await promisify(execFile)(existsSync(beside) ? beside : "pg_dump", [url], { maxBuffer: 1 << 30 });
  return stdout;
}

test(
  "AU4 no secret stands in a dump, in the log, in the metrics, or in an answer that did not give it out",
  { skip },
  async (t) => {
    await usePanel();
    await useApi();
    for (const purpose of [
      "client-secret",
      "access-token",
      "cursor",
      "mail",
      "webhook-secret",
      "second-factor",
      "audit-seal",
    ] as const)
      secrets.set(`the key ${purpose}`, test_keyring.key(purpose).toString("base64"));
    secrets.set("SECRET_KEY", "a-test-secret-of-at-least-32-characters");
    const places: Record<string, string> = {
      dump: await dumped(),
      log: JSON.stringify(server.log),
      metrics: await metrics.registry.metrics(),
      answers: answers.join("\n"),
    };
    assert.match(places["dump"]!, /COPY public\.client_secret/);
    assert.ok(server.log.length > 30 && answers.length > 20, "there was something to search");
    assert.match(places["metrics"]!, /http_request_duration_seconds_count/);
    const found: string[] = [];
    for (const [name, secret] of secrets) {
      for (const form of formsOf(secret)) {
        for (const [place, text] of Object.entries(places))
          if (text.includes(form)) found.push(`${name} in the ${place}: ${lineWith(text, form)}`);
      }
    }
    t.diagnostic(`${secrets.size} secrets in ${Object.values(places).join("").length} characters`);
    assert.ok(secrets.size > 20, `only ${secrets.size} secrets were used`);
    assert.deepEqual(found, []);
  },
);

/** The secret as it is, as PostgreSQL prints bytes, encoded, and decoded. */
function formsOf(secret: string): string[] {
  const forms = [
    secret,
    Buffer.from(secret).toString("hex"),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
    encodeURIComponent(secret),
  ];
  const inner = Buffer.from(secret.replace(/^(whsec_|mt_)/, ""), "base64");
  if (inner.length >= 16) forms.push(inner.toString("hex"));
  return [...new Set(forms)];
}

/** The line that contains the secret, without the secret. */
function lineWith(text: string, form: string): string {
  return text
    .split("\n")
    .find((line) => line.includes(form))!
    .slice(0, 600)
    .replaceAll(form, "…");
}
