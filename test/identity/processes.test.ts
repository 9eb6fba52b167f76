// A person who is deactivated at the identity provider (SCIM) loses the panel: real processes, several tabs, measured from the answer on.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { pastPooler, startProcess, type Process } from "../harness/machine/processes.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { givePassword, openPanel, session_cookie, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { slowness } from "../harness/patience.ts";
import { scimOf, urns } from "../harness/scim.ts";

const lost_ms_max = 1_000 * slowness;
const start_ms_max = 30_000 * slowness;
const skip = needsServer();
const tabs_of_each = 3;

let database: TestDatabase;
let acme: TestOrganisation;
let urls: string[];
const started: Process[] = [];

before(async () => {
  if (skip) return;
  database = await openDatabase();
  acme = await createOrganisation(database, { clients: [{ name: "idp", scopes: ["scim"], scim_profile: "generic" }] });
  const { url } = database.connection as { url: string };
  urls = await Promise.all(
    [0, 1].map(async () => {
      const port = await findFreePort();
      const env = {
        DATABASE_URL: url,
        ...pastPooler(url),
        SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
        BASE_URL: "https://muster.example",
        HOST: "127.0.0.1",
        PORT: String(port),
        LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
      };
      started.push(startProcess("api", env));
      return `http://127.0.0.1:${port}`;
    }),
  );
  await Promise.all(
    urls.map((one) => until(start_ms_max, async () => (await fetch(`${one}/readyz`).catch(() => null))?.ok === true)),
  );
});
after(async () => {
  await Promise.all(started.map((one) => one.end("SIGKILL")));
  await database?.close();
});

async function until(ms_max: number, holds: () => Promise<boolean>): Promise<number> {
  for (const began_ms = performance.now(); ; await sleep(5)) {
    if (await holds()) return performance.now() - began_ms;
    assert.ok(performance.now() - began_ms < ms_max, `not within ${ms_max} ms`);
  }
}

test("SCIM's deactivation at one process ends every tab at both, within a second", { skip }, async (t) => {
  const scim = scimOf({ url: urls[0]! }, acme.code, acme.clients["idp"]!.secret);
  const made = await scim.post("/Users", {
    schemas: [urns.user],
    userName: "lena@acme.example",
    externalId: "00u1",
    name: { givenName: "Lena", familyName: "Nowak" },
    active: true,
  });
  assert.equal(made.status, 201, made.text);
  const account = { id: made.body.id as string, kind: "person", login: "lena@acme.example" } as const;
  await givePassword(database, acme.tenant_id, account);
  const tabs: Panel[] = [];
  for (const url of urls) {
    const browser = await sessionOf({ url }, database, acme.tenant_id, account);
    for (let n = 0; n < tabs_of_each; n += 1) {
      const tab = openPanel({ url });
      tab.cookies.set(session_cookie, browser.cookies.get(session_cookie)!);
      tabs.push(tab);
    }
  }
  for (const tab of tabs) assert.equal((await tab.get("/my/training")).status, 200);

  const patched = await scim.patch(`/Users/${account.id}`, [{ op: "replace", path: "active", value: false }]);
  assert.equal(patched.status, 200, patched.text);
  const lost_ms = await Promise.all(
    tabs.map((tab) => until(lost_ms_max, async () => (await tab.get("/my/training")).status === 401)),
  );
  t.diagnostic(`lost in all ${tabs.length} tabs ${Math.round(Math.max(...lost_ms))} ms after the answer`);
});
