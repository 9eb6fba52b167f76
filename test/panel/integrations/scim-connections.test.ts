import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { filtered, openProvisioned, scimOf, urns, type Provisioned } from "../../harness/scim.ts";

let acme: Provisioned;
let panel: Panel;

before(async () => {
  acme = await openProvisioned();
  panel = await panelOf(acme.acme.tenant_id);
});
after(() => acme.close());

async function panelOf(tenant_id: string): Promise<Panel> {
  return sessionOf(acme.server, acme.database, tenant_id, await createAccount(acme.database, tenant_id, "it_admin"));
}
const connections = async (as = panel) => (await as.get("/scim/connections")).body;
const entraOf = ({ connections: list }: any) => list.find(({ client }: any) => client.name === "entra");

/** Refusals are written after the answer. */
async function refusalsOnce(count: number): Promise<any[]> {
  for (;;) {
    const { refusals } = await connections();
    if (refusals.length >= count) return refusals;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a connection shows its first request, though it only reads, and later changes", async () => {
  assert.equal(entraOf(await connections()).last_request_at, null);
  await acme.scim.entra.get(filtered("/Users", 'userName eq "missing"'));
  const seen = entraOf(await connections());
  assert.ok(seen.last_request_at !== null && !seen.last_request_limited);
  assert.deepEqual(seen.day, { created: 0, updated: 0, deactivated: 0, failed: 0 });
  const { body } = await acme.scim.entra.post("/Users", { schemas: [urns.user], userName: "ada" });
  await acme.scim.entra.patch(`/Users/${body.id}`, [{ op: "Replace", path: "active", value: "False" }]);
  await acme.scim.entra.post("/Users", { schemas: [urns.user], userName: "ADA" });
  const done = entraOf(await connections());
  assert.deepEqual(done.day, { created: 1, updated: 1, deactivated: 1, failed: 1 });
  assert.ok(done.last_change_at !== null);
});

test("the cause of a refused authentication is shown here, and nowhere else", async () => {
  const { code, tenant_id } = acme.acme;
  const wrong = await scimOf(acme.server, code, "nonsense").get("/Users");
  const none = await fetch(`${acme.server.url}/scim/v2/${code}/Users`);
  assert.deepEqual([wrong.status, none.status], [401, 401]);
  assert.ok(!/nonsense|unknown|credential/i.test(wrong.body.detail), wrong.text);
  const causes = (await refusalsOnce(2)).map(({ cause }) => cause as string);
  assert.ok(causes.includes("no_credentials"), causes.join());
  assert.ok(causes.some((cause) => cause !== "no_credentials"));
  const other = await createOrganisation(acme.database, { organisation: { code: "OTHER", name: "Other" } });
  assert.deepEqual((await connections(await panelOf(other.tenant_id))).refusals, []);
  await scimOf(acme.server, "OTHER", acme.acme.clients["entra"]!.secret).get("/Users");
  assert.ok((await refusalsOnce(3)).some(({ cause }) => cause === "tenant_mismatch"));
  const { rows } = await acme.database.superuser.query("select distinct tenant_id from scim_refusal");
  assert.deepEqual(rows, [{ tenant_id }]);
});

test("limits that slow an identity provider down are advised against, as far as the contract lets them be raised", async () => {
  const adviceAt = async (client: string, contract: string) => {
    await acme.set("client", acme.acme.clients["entra"]!.client_id, `rate_per_minute = ${client}`);
    await acme.set("tenant", acme.acme.tenant_id, `rate_per_minute = ${contract}`);
    return entraOf(await connections()).limit_advice;
  };
  assert.equal(await adviceAt("60", "1000000"), "use_profile");
  assert.equal(await adviceAt("null", "60"), "ask_contract");
  assert.equal(await adviceAt("1500", "1000000"), "none");
});
