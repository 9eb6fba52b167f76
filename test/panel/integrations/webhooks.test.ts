import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { openSubscribing, subscriptions, wanted, type Subscribing } from "../../harness/subscribing.ts";
import { happen, startReceiver, type Receiver } from "../../harness/webhooks.ts";
import { endPending } from "../../harness/deliveries.ts";

let here: Subscribing;
let panel: Panel;
let receiver: Receiver;

before(async () => {
  receiver = await startReceiver();
  here = await openSubscribing({ trusted_origins: [receiver.origin] });
  panel = await panelOf(here.organisation.tenant_id);
});
after(async () => {
  await here.close();
  await receiver.close();
});

async function panelOf(tenant_id: string): Promise<Panel> {
  return sessionOf(here.server, here.database, tenant_id, await createAccount(here.database, tenant_id, "it_admin"));
}
const base = "/webhooks/subscriptions";
const client_id = () => here.organisation.clients["HR sync"]!.client_id;

async function created(change: Record<string, unknown> = {}) {
  const reply = await panel.post(base, { ...wanted, client_id: client_id(), ...change });
  assert.equal(reply.status, 201, reply.text);
  return reply.body as { id: string; secret_token: string };
}

test("an administrator subscribes a client by the rules that hold for the client itself, and the deed is the administrator's", async () => {
  const { id, secret_token } = await created();
  assert.match(secret_token, /^whsec_/);
  assert.equal((await here.api.get(`${subscriptions}/${id}`)).status, 200);
  assert.equal((await here.other.get(`${subscriptions}/${id}`)).status, 404);
  const { entries } = (await panel.get(`${base}/${id}/history`)).body;
  assert.deepEqual(
    entries.map(({ operation, actor }: any) => [operation, actor]),
    [["webhook_subscription.create", { type: "administrator", name: "Ada Admin" }]],
  );
  const elsewhere = await panel.post(base, { ...wanted, client_id: client_id(), target_url: "https://evil.example/x" });
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, "WEBHOOK_HOST_NOT_ALLOWED"]);
  const stranger = await panel.post(base, { ...wanted, client_id: id });
  assert.deepEqual([stranger.status, stranger.body.errors[0].pointer], [422, "#/client_id"]);
});

test("the list shows subscriptions of all clients with how the last day went, and no other organisation's", async () => {
  await here.clear();
  const { id } = await created({ subscribed_events: ["group.member_joined"] });
  await here.other.post(subscriptions, { ...wanted, name: "Elsewhere" });
  await happen(here.database, here.organisation, 3);
  await endPending(here, "failed");
  const { subscriptions: list } = (await panel.get(base)).body;
  assert.deepEqual(
    list.map(({ client, name, recent }: any) => [client.name, name, recent.succeeded, recent.failed]),
    [
      ["HR sync", "HRIS production", 0, 3],
      ["Other", "Elsewhere", 0, 0],
    ],
  );
  const stranger = await createOrganisation(here.database, { organisation: { code: "STRANGER", name: "Stranger" } });
  const theirs = await panelOf(stranger.tenant_id);
  assert.deepEqual((await theirs.get(base)).body.subscriptions, []);
  for (const path of ["", "/history", "/deliveries"]) assert.equal((await theirs.get(`${base}/${id}${path}`)).status, 404, path);
  assert.equal((await theirs.post(`${base}/${id}/retry-failed`, { since: "2020-01-01T00:00:00Z" })).status, 404);
});

test("an administrator sets filters and the format, and reads what the filters name", async () => {
  await here.clear();
  const place = (table: string, values: string) =>
    here.database.superuser
      .query(`insert into ${table} values (${values}) returning id`, [here.organisation.tenant_id])
      .then(({ rows }) => rows[0].id as string);
  const department = await place(
    "department (tenant_id, id, name, name_norm, code, code_norm)",
    "$1, infra.new_id(), 'Dock', 'dock', 'DOCK', 'dock'",
  );
  const course = await place(
    "course (tenant_id, id, code, code_norm, title, title_norm, type)",
    "$1, infra.new_id(), 'FIRE', 'fire', 'Fire safety', 'fire safety', 'course'",
  );
  const filters = { department_ids: [department], course_ids: [course] };
  const { id } = await created({ ...filters, delivery_format: "cloudevents.v1" });
  const read = async () => {
    const { department_ids, course_ids, delivery_format, names } = (await panel.get(`${base}/${id}`)).body;
    return { department_ids, course_ids, delivery_format, names };
  };
  const names = { [department]: "Dock", [course]: "Fire safety" };
  assert.deepEqual(await read(), { ...filters, delivery_format: "cloudevents.v1", names });
  const change = { department_ids: null, delivery_format: "platform.v1" };
  const changed = await panel.call("PATCH", `${base}/${id}`, { body: change });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(await read(), { ...filters, ...change, names: { [course]: "Fire safety" } });
  const [entry] = (await panel.get(`${base}/${id}/history`)).body.entries;
  assert.deepEqual(entry.changes, { department_ids: [[department], null], delivery_format: ["cloudevents.v1", "platform.v1"] });
  const unknown = await panel.call("PATCH", `${base}/${id}`, { body: { department_ids: [course] } });
  assert.deepEqual(unknown.body.errors[0].code, "UNKNOWN_DEPARTMENT");
});

test("an address is judged while it is typed as it is when it is saved", async () => {
  const judge = async (target_url: string) =>
    (await panel.post("/webhooks/target-check", { client_id: client_id(), target_url })).body;
  assert.equal((await judge(wanted.target_url)).ok, true);
  assert.deepEqual(await judge("http://hooks.acme.example/"), {
    ok: false,
    fault: "invalid",
    detail: "The URL must begin with https://.",
    host: null,
  });
  assert.deepEqual((await judge("https://other.example/")).fault, "host_not_allowed");
});

test("all that has failed since an instant is retried by one deed, and nothing while disabled", async () => {
  await here.clear();
  const { id } = await created({ subscribed_events: ["group.member_joined"] });
  await happen(here.database, here.organisation, 3);
  await endPending(here, "failed");
  const retry = (since: string) => panel.post(`${base}/${id}/retry-failed`, { since });
  const later = new Date(Date.now() + 60_000).toISOString();
  assert.deepEqual((await retry(later)).body, { retried: 0, more: false });
  assert.deepEqual((await retry("2020-01-01T00:00:00Z")).body, { retried: 3, more: false });
  assert.equal((await panel.get(`${base}/${id}`)).body.pending_deliveries, 3);
  await here.database.superuser.query(
    `update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures', consecutive_failures = 20,
      failing_since = now() where subscription_id = $1`,
    [id],
  );
  assert.equal((await retry("2020-01-01T00:00:00Z")).body.code, "SUBSCRIPTION_DISABLED");
  assert.equal((await retry("0000-01-01T00:00:00Z")).status, 422);
  assert.equal((await panel.post(`${base}/${id}/enable`)).body.state, "active");
});

test("a ping tells its result, and what a delivery sends can be read with the reason for its signature", async () => {
  await here.clear();
  const { id, secret_token } = await created({ target_url: `${receiver.origin}/lms` });
  const { delivery } = (await panel.post(`${base}/${id}/ping`)).body;
  assert.equal(delivery.status, "succeeded");
  const sent = (await panel.get(`${base}/${id}/deliveries/${delivery.id}/request`)).body;
  const [got] = receiver.received.slice(-1);
  assert.equal(sent.body, got!.body.toString());
  assert.ok(sent.headers.some(({ name, value }: any) => name === "X-LMS-Event" && value === "ping"));
  const header = got!.headers["x-lms-signature"] as string;
  const judge = async (text: string) => {
    const body_base64 = Buffer.from(text).toString("base64");
    return (await panel.post("/webhooks/signature-check", { header, body_base64, secret: secret_token })).body.verdict;
  };
  assert.equal(await judge(sent.body), "valid");
  assert.equal(await judge(`${sent.body}\n`), "body_ends_differently");
});

test("nonsense in place of ids, texts and dates is refused as such", async () => {
  const { id } = await created({ name: "x" });
  for (const text of ["nonsense", "%00", id.replace(/^./, "f")]) {
    for (const path of ["", "/history", "/deliveries", `/deliveries/${id}/request`])
      assert.equal((await panel.get(`${base}/${text}${path}`)).status, 404, `${text}${path}`);
  }
  assert.equal((await panel.get(`${base}/${id}/deliveries/nonsense/request`)).status, 404);
  const nul = String.fromCharCode(0);
  for (const target_url of [`https://a${nul}.example`, "\ud800", "https://[::1]/"]) {
    const { status } = await panel.post("/webhooks/target-check", { client_id: client_id(), target_url });
    assert.ok(status === 200 || status === 422 || status === 400, String(status));
  }
  const garbage = { header: `t=9999999999,v1=${"0".repeat(64)}`, body_base64: "AP8=", secret: "whsec_".padEnd(49, "A") + "=" };
  assert.equal((await panel.post("/webhooks/signature-check", garbage)).body.verdict, "no_match");
});
