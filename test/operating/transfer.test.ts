// `muster org export` and `muster org import`: an organisation moves to another installation as a file, with all its data.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { sealAll } from "../../server/features/audit/seal.ts";
import { directUrl } from "../../server/platform/db/servers/reach.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { workOff } from "../harness/jobs.ts";
import { createFullOrganisation, type FullOrganisation } from "../harness/organisation/full-organisation.ts";
import { pastPooler } from "../harness/machine/processes.ts";
import { freePort } from "../harness/panel/browser.ts";
import { openPanel } from "../harness/panel/panel.ts";
import { scimOf } from "../harness/scim.ts";
import { apiOf, byKey, startServer, test_keyring, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { checksumsOf, listTenantTables, tables_of_counters } from "../isolation/tables.ts";

const skip = needsServer();
const folder = mkdtempSync(path.join(tmpdir(), "muster-transfer-"));
const file = path.join(folder, "moves.muster");

let there: TestDatabase;
let here: TestDatabase;
let there_server: TestServer;
let here_server: TestServer;
let moves: FullOrganisation;
let stays: FullOrganisation;
/** The session of an administrator who is signed in when the organisation moves. */
let session: string;

before(async () => {
  if (skip) return;
  [there, here] = await Promise.all([openDatabase(), openDatabase()]);
  there_server = await startServer(there, { own_port: await freePort() });
  here_server = await startServer(here, { own_port: await freePort() });
  // Two epochs are started, as by two restores, so that the installation's rows have a later epoch than any here.
  for (let count = 0; count < 2; count += 1) await there.superuser.query("select infra.begin_epoch()");
  moves = await createFullOrganisation(there, there_server, "MOVES");
  stays = await createFullOrganisation(here, here_server, "STAYS");
  // A file of people that no worker has imported yet.
  const csv = "employee_no,first_name,last_name,email\nLATE-1,Ola,Late,late@acme.example\n";
  const sent = await apiAt(there_server).call("POST", "/api/v1/imports/users", {
    body: csv,
    headers: { "content-type": "text/csv" },
  });
  assert.equal(sent.status, 202, sent.text);
  // Requests that are stored in packs: of a dozen concurrent ones, most are written together.
  await Promise.all(Array.from({ length: 12 }, () => apiAt(there_server).get("/api/v1/departments")));
  while ((await packsOf(there)).length === 0);
  await verifyDomain(there, moves);
  session = (await moves.panelOf("it_admin")).cookies.get("muster_session")!;
  await sealAll(there.pool("muster_worker", 1), test_keyring, new AbortController().signal);
});
after(async () => {
  if (skip) return;
  await Promise.all([there_server.close(), here_server.close()]);
  await Promise.all([there.close(), here.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Marks Acme's own domain as verified. */
const verifyDomain = ({ superuser }: TestDatabase, { organisation }: FullOrganisation) =>
  superuser.query(
    `insert into identity_domain (tenant_id, id, domain, token, verified_at, look_us)
     values ($1, infra.new_id(), 'acme.example', 'muster-0123456789abcdef', now(), infra.now_us() + 86400000000)`,
    [organisation.tenant_id],
  );

type Ran = { code: number; stdout: string; stderr: string };

/** Runs the program as an operator does. */
async function muster(database: TestDatabase, args: string[], change: Record<string, string> = {}): Promise<Ran> {
  const main = path.join(import.meta.dirname, "../../server/main.ts");
  const { url } = database.connection as { url: string };
  const env = {
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: url,
    ...pastPooler(url),
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    ...change,
  };
  const child = spawn(process.execPath, [main, "org", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number, stdout, stderr };
}

async function refused(ran: Promise<Ran>, says: RegExp): Promise<void> {
  const { code, stdout, stderr } = await ran;
  assert.deepEqual([code, stdout], [2, ""], stderr);
  assert.match(stderr, says);
}

// Some events of this organisation do not match the contract, because they only fill the panel.
const apiAt = ({ url }: TestServer) => apiOf({ url }, byKey("MOVES", moves.organisation.clients["HR sync"]!.secret));
const sums = async (database: TestDatabase, { organisation }: FullOrganisation, without = tables_of_counters) =>
  checksumsOf(
    database,
    organisation.tenant_id,
    (await listTenantTables(database)).filter(({ name }) => !without.includes(name)),
  );

const packsOf = async ({ superuser }: TestDatabase): Promise<string[]> => {
  const text = "select row_to_json(p)::text as row from request_pack p where tenant_id = $1 order by id";
  return (await superuser.query(text, [moves.organisation.tenant_id])).rows.map(({ row }) => row);
};

test("a file holds an organisation as it stands, for its owner's eyes, and is made only once", { skip }, async () => {
  await settled(there);
  const { code, stderr } = await muster(there, ["export", "MOVES", file]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /MOVES, ACME Logistics: \d+ rows of \d{2} tables written\.\n$/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await refused(muster(there, ["export", "MOVES", file]), /moves\.muster cannot be made: EEXIST/);
  await refused(muster(there, ["export", "NOWHERE", `${file}.2`]), /There is no organisation NOWHERE\./);
  await refused(muster(there, ["export", "MOVES"]), /usage: muster org export CODE FILE/);
  const secret = moves.organisation.clients["HR sync"]!.secret.split(".").at(-1)!;
  assert.ok(!readFileSync(file, "utf8").includes(secret), "no secret in clear");
});

test("a file that is cut, changed or of other keys, tables or rights is refused, and changes nothing", { skip }, async (t) => {
  const bytes = readFileSync(file);
  const lines = bytes.toString().split("\n");
  const header = JSON.parse(lines[0]!);
  const before_it = await sums(here, stays, []);
  const [{ epochs }] = (await here.superuser.query("select count(*)::int as epochs from infra.epoch")).rows;
  const other = path.join(folder, "other.muster");
  const place = bytes.indexOf('"Lis"');
  assert.ok(place > 0);
  const turned = Buffer.from(bytes);
  turned.write('"Sil"', place);
  const withHeader = (change: object) => [JSON.stringify({ ...header, ...change }), ...lines.slice(1)].join("\n");
  for (const [content, says] of [
    ["", /It is not the file of an organisation\./],
    ["{}\n", /It is not the file of an organisation\./],
    ["\u0000\u0001 no text\n", /It is not the file of an organisation/],
    [turned, /It was changed after it was written: its signature does not hold\. Nothing was changed\./],
    [bytes.subarray(0, bytes.length / 2), /It was cut off: its end is missing\. Nothing was changed\./],
    [lines.slice(0, -2).join("\n") + "\n", /It was cut off/],
    [bytes.toString() + "{}\n", /It was changed/],
    [lines.toSpliced(40, 1).join("\n"), /It was changed|came out as/],
    [withHeader({ organisation: {} }), /It was changed/],
    [withHeader({ format: 2 }), /It has format 2; this version reads format 1\./],
    [
      withHeader({ program: "0.1.0", schema: { ...header.schema, name: "0001_other.sql" } }),
      /tables of 0001_other\.sql; here they are/,
    ],
    [withHeader({ organisation: { ...header.organisation, code: "STAYS" } }), /There is an organisation STAYS here already/],
  ] as const) {
    writeFileSync(other, content);
    await refused(muster(here, ["import", other]), says);
  }
  const another = { SECRET_KEY: "v1:another-test-secret-of-at-least-32-chars" };
  await refused(muster(here, ["import", file], another), /Version 1 of SECRET_KEY does not open what this database has sealed/);
  const fresh = await openDatabase();
  t.after(() => fresh.close());
  await refused(muster(fresh, ["import", file], another), /written with another version 1 of SECRET_KEY than the one here/);
  const later = { SECRET_KEY: "v2:another-test-secret-of-at-least-32-chars" };
  await refused(muster(fresh, ["import", file], later), /The file needs version 1 of SECRET_KEY\./);
  await refused(muster(here, ["import", path.join(folder, "none")]), /none cannot be read: ENOENT/);
  await refused(muster(here, ["import"]), /usage: muster org import FILE/);

  await verifyDomain(here, stays);
  await refused(
    muster(here, ["import", file]),
    /acme\.example is a verified domain of this organisation, and of another one here\. One of the two has to give it up first, .+ Nothing was changed\./,
  );
  await here.superuser.query("delete from identity_domain");

  const login = `moving_${process.pid}`;
  await here.superuser.query(`create role ${login} login password 'x' in role muster_owner`);
  const url = new URL(directUrl(here.connection as { url: string }));
  [url.username, url.password] = [login, "x"];
  try {
    const weak = { DATABASE_URL: url.href, DATABASE_DIRECT_URL: url.href };
    await refused(muster(here, ["import", file], weak), /GRANT SET ON PARAMETER session_replication_role TO/);
  } finally {
    await here.superuser.query(`drop role ${login}`);
  }

  assert.deepEqual(await sums(here, stays, []), before_it);
  assert.deepEqual((await here.superuser.query("select count(*)::int as epochs from infra.epoch")).rows, [{ epochs }]);
  for (const [table, sum] of Object.entries(await sums(here, moves, []))) assert.equal(sum, "0 rows, ", table);
});

test("what is taken in equals what was there, row by row, and its neighbours do not change", { skip }, async () => {
  const feed = (await apiAt(there_server).get("/api/v1/events?limit=3")).body;
  assert.equal(feed.events.length, 3);
  const [before_it, neighbour] = [await sums(there, moves), await sums(here, stays, [])];
  const { code, stdout, stderr } = await muster(here, ["import", file]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^MOVES, ACME Logistics: \d+ rows of \d{2} tables taken in; .+ It goes on in epoch 3\.\n$/);
  assert.deepEqual(await sums(here, moves), before_it);
  assert.deepEqual(await sums(here, stays, []), neighbour);
  const [were, came] = [await packsOf(there), await packsOf(here)];
  assert.ok(came.length > 0 && came.every((pack) => were.includes(pack)), "its log of requests came along");
  await refused(muster(here, ["import", file]), /There is an organisation MOVES here already/);

  // Clients, identity providers and readers of feeds continue where they were.
  const api = apiAt(here_server);
  const seen = (await api.get(`/api/v1/events?limit=500`)).body.events.map(({ id }: { id: string }) => id);
  const answer = await api.get(`/api/v1/events?limit=500&cursor=${feed.pagination.next_cursor}`);
  assert.equal(answer.status, 200, answer.text);
  const rest = answer.body;
  assert.deepEqual(
    rest.events.map(({ id }: { id: string }) => id),
    seen.slice(3),
  );
  const scim = scimOf(here_server, "MOVES", moves.organisation.clients["Identity provider"]!.secret);
  assert.equal((await scim.get('/Users?filter=userName eq "s1@acme.example"')).body.totalResults, 1);
  const made = await api.post("/api/v1/users", {
    employee_no: "NEW-1",
    first_name: "Ewa",
    last_name: "Nowa",
    email: "new@acme.example",
  });
  assert.equal(made.status, 201, made.text);
  assert.equal((await api.post("/api/v1/enrollments", { employee_no: "NEW-1", course_code: "QUIZ" })).status, 201);
  await workOff(here);
  await settled(here);
  assert.equal((await api.get("/api/v1/users?employee_no=LATE-1")).body.users.length, 1, "the file that waited was carried out");
  const after_it = (await api.get(`/api/v1/events?limit=500&cursor=${rest.pagination.resume_cursor}`)).body.events;
  assert.ok(after_it.length > 0 && after_it.every(({ id }: { id: string }) => !seen.includes(id)), "only what is new");

  // Its administrators are still signed in. Its audit log is valid across the move, and records that another database has taken
  // over.
  await sealAll(here.pool("muster_worker", 1), test_keyring, new AbortController().signal);
  const panel = openPanel(here_server);
  panel.cookies.set("muster_session", session);
  const verified = await panel.get("/audit/verification");
  assert.deepEqual([verified.status, verified.body.intact], [200, true], verified.text);
  assert.ok(verified.body.takeovers.length > 0, verified.text);
});
