// The limits of a sandbox: people from a file and from an identity provider, and mails, are accepted exactly up to the limits.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { parse } from "csv-parse/sync";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { filtered, scimOf, urns, type Scim } from "../../harness/scim.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../../harness/server.ts";

const people_max = 500;
const mails_max = 1_000;
/** The number of people in a new sandbox. */
const people_there = 30;
/** The number of people left for the identity provider. */
const room = 2;
const full = `The sandbox has ${people_max} people, and holds ${people_max} at most.`;

let database: TestDatabase;
let server: TestServer;
let panel: Panel;
let api: Api;
let scim: Scim;
let sandbox_id: string;
before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  const { tenant_id } = await createOrganisation(database, { organisation: { code: "ACME" } });
  panel = await sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, "it_admin"));
  const made = await panel.post("/sandbox", { name: "ACME, sandbox" });
  assert.equal(made.status, 201, made.text);
  api = apiOf(server, byKey(made.body.code, made.body.secret));
  await panel.post("/sandbox/open");
  const client = await panel.post("/clients", { name: "Okta", scopes: ["scim"], scim_profile: "okta" });
  assert.equal(client.status, 201, client.text);
  scim = scimOf(server, made.body.code, client.body.secret);
  sandbox_id = (await rowsOf("select id from tenant where code = $1", made.body.code))[0].id;
});
after(async () => {
  await server.close();
  await database.close();
});

const rowsOf = async (text: string, ...values: unknown[]) => (await database.superuser.query(text, values)).rows;
const people = async () => (await api.get("/api/v1/users?limit=1")).body.pagination.total as number;

/** Imports a file of people; returns the import, and number and fault of each refused row in its report. */
async function imported(rows: readonly string[], query = ""): Promise<{ record: any; refused: string[] }> {
  const body = ["employee_no,first_name,last_name,email", ...rows].join("\n");
  const sent = await api.call("POST", `/api/v1/imports/users${query}`, { body, headers: { "content-type": "text/csv" } });
  assert.equal(sent.status, 202, sent.text);
  await workOff(database);
  const { body: record } = await api.get(`/api/v1/imports/${sent.body.id}`);
  const report = await api.get(`/api/v1/imports/${sent.body.id}/report.csv`);
  assert.equal(report.status, 200, report.text);
  const lines = parse(report.text, { columns: true, bom: true }) as Record<string, string>[];
  const refused = lines.filter(({ action }) => action === "invalid").map((line) => `${line["employee_no"]}: ${line["errors"]}`);
  return { record, refused };
}

const rowOf = (number: string) => `${number},Nina,Nowa,${number}@people.example`;
const newcomers = (count: number, stem: string) => Array.from({ length: count }, (_, index) => rowOf(`${stem}${index}`));

test("a file of more people than there is room for: a dry run says so, and writes none", async () => {
  const { record, refused } = await imported(newcomers(people_max, "N"), "?dry_run=true");
  assert.equal(record.status, "finished", JSON.stringify(record));
  const created = people_max - people_there;
  assert.deepEqual([record.counts.create, record.counts.invalid, refused.length], [created, people_there, people_there]);
  assert.equal(refused[0], `N${created}: # SANDBOX_FULL: ${full}`);
  assert.equal(await people(), people_there);
});

test("a file that fits is taken; an identity provider fills the rest, and is then refused in SCIM's words, one by one and in bulk", async () => {
  const user = (name: string) => ({ schemas: [urns.user], userName: `${name}@people.example`, active: true });
  const bulk = (names: readonly string[]) =>
    scim.post("/Bulk", {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"],
      Operations: names.map((name) => ({ method: "POST", path: "/Users", bulkId: name, data: user(name) })),
    });
  const fitting = newcomers(people_max - people_there - room, "N");
  assert.equal((await imported(fitting)).record.counts.invalid, 0);
  assert.equal(await people(), people_max - room);
  const first = await bulk(["ida", "ola", "ewa"]);
  assert.deepEqual(
    first.body.Operations.map(({ status }: { status: string }) => status),
    ["201", "201", "409"],
  );
  const error = { schemas: [urns.error], status: "409", detail: full };
  assert.deepEqual(first.body.Operations[2].response, error);
  const refused = await scim.post("/Users", user("ewa"));
  assert.deepEqual([refused.status, refused.body], [409, error]);
  const found = await scim.get(filtered("/Users", 'userName eq "ewa@people.example"'));
  assert.equal(found.body.totalResults, 0);
  assert.equal(await people(), people_max);
  const told = await rowsOf(
    "select from event where tenant_id = $1 and type = 'user.created' and body::text like '%ewa@%'",
    sandbox_id,
  );
  assert.equal(told.length, 0);
  // Existing people can still be changed.
  const ida = first.body.Operations[0].location.split("/Users/")[1];
  const ended = await scim.patch(`/Users/${ida}`, [{ op: "replace", path: "active", value: false }]);
  assert.ok(ended.status < 300, ended.text);
});

test("of a file each row beyond the bound is refused by name, and rows of people who are there are taken", async () => {
  const { record, refused } = await imported([rowOf("LATE-1"), "N1,Nina,Renamed,N1@people.example", rowOf("LATE-2")]);
  assert.deepEqual([record.status, record.counts.update, record.counts.create, record.counts.invalid], ["finished", 1, 0, 2]);
  const named = ["LATE-1", "LATE-2"].map((number) => `${number}: # SANDBOX_FULL: ${full}`);
  assert.deepEqual(refused, named);
  assert.equal((await api.get("/api/v1/users?employee_no=N1")).body.users[0].last_name, "Renamed");
  assert.equal(await people(), people_max);
});

test("a thousand mails are kept and none is sent; later ones are left out, and what they told of is done", async () => {
  await rowsOf(
    `insert into mail (tenant_id, id, kind, recipient, subject, body, due_us, failed_at)
    select $1, gen_random_uuid(), 'invitation', 'm' || n || '@people.example', 'Invitation', '', null, now() from generate_series(1, $2::int - 1) n`,
    sandbox_id,
    mails_max,
  );
  for (const name of ["last", "late"]) {
    const invited = await panel.post("/administrators", { email: `${name}@people.example`, name, role: "it_admin" });
    assert.ok(invited.status < 300, invited.text);
  }
  await workOff(database);
  const [kept] = await rowsOf(
    `select count(*)::int as mails, count(due_us)::int as due, count(sent_at)::int as sent, sum(attempts)::int as attempts,
      count(*) filter (where recipient in ('last@people.example', 'late@people.example'))::int as ours
    from mail where tenant_id = $1`,
    sandbox_id,
  );
  assert.deepEqual(kept, { mails: mails_max, due: 0, sent: 0, attempts: 0, ours: 1 });
  const { mails } = (await panel.get("/mailbox")).body;
  assert.equal(mails.length, 200);
  assert.ok(mails.every(({ state }: { state: string }) => state === "kept"));
  const { administrators } = (await panel.get("/administrators")).body;
  assert.ok(administrators.some(({ email }: { email: string }) => email === "late@people.example"));
});
