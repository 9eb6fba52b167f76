import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { chunkOf, pngOf } from "../../harness/png.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let panel: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    attributes: [{ key: "shift" }, { key: "level", type: "number" }, { key: "spare" }],
    departments: [{ code: "OPS", name: "Operations" }],
    courses: [{ code: "FIRE", title: "Fire" }],
    rules: [{ name: "Leaders", when: { attributes: { level: 3 } }, assign: ["FIRE"] }],
    people: [
      { employee_no: "1", first_name: "Anna", last_name: "Nowak", email: "anna@acme.example", attributes: { shift: "B" } },
    ],
  });
  panel = await panelOf(acme);
});
after(async () => {
  await server.close();
  await database.close();
});

const panelOf = async ({ tenant_id }: TestOrganisation) =>
  sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, "it_admin"));
const change = (body: unknown, as = panel) => as.call("PATCH", "/settings", { body });
const read = async () => (await panel.get("/settings")).body;

async function audited(operation: string): Promise<unknown[]> {
  const { rows } = await database.superuser.query(
    "select changes from audit_log where tenant_id = $1 and operation = $2 and actor_type = 'administrator' order by id",
    [acme.tenant_id, operation],
  );
  return rows.map(({ changes }) => changes);
}

test("settings are changed one by one, each with its audit row, and omitted ones stay", async () => {
  const before = await read();
  assert.deepEqual([before.code, before.kind, before.fiscal_month, before.email_required], ["ACME", "live", 1, true]);
  assert.deepEqual(before.contract, { per_minute: 20, burst: 30, per_day: 5_000, webhook_subscriptions: 10 });
  const renamed = await change({ name: "ACME Polska" });
  assert.deepEqual([renamed.status, renamed.body], [200, { ...before, name: "ACME Polska" }]);
  const others = await change({ fiscal_month: 4, email_required: false, create_departments_from_scim: true });
  assert.deepEqual(others.body, {
    ...renamed.body,
    fiscal_month: 4,
    email_required: false,
    create_departments_from_scim: true,
  });
  assert.deepEqual(await read(), others.body);
  assert.deepEqual(await audited("organisation.update"), [
    { name: ["ACME Logistics", "ACME Polska"] },
    { fiscal_month: [1, 4], email_required: [true, false], create_departments_from_scim: [false, true] },
  ]);
  assert.equal((await panel.get("/session")).body.organisation.name, "ACME Polska");
});

test("another time zone has flags recomputed, the same one has not", async () => {
  const jobs = async () => {
    const { rows } = await database.superuser.query(
      "select count(*)::int as count from pgboss.job where name like 'compliance%'",
    );
    return rows[0].count as number;
  };
  const before = await jobs();
  assert.equal((await change({ time_zone: "Pacific/Auckland" })).body.time_zone, "Pacific/Auckland");
  assert.ok((await jobs()) > before, "nothing was queued");
  const again = await jobs();
  assert.equal((await change({ time_zone: "Pacific/Auckland" })).status, 200);
  assert.equal(await jobs(), again, "nothing has changed");
});

test("what cannot be is refused at its field, and nothing is changed", async () => {
  const before = await read();
  for (const [body, pointer] of [
    [{ time_zone: "Europe/Atlantis" }, "#/time_zone"],
    [{ time_zone: "+02:00" }, "#/time_zone"],
    [{ time_zone: "" }, "#/time_zone"],
    [{ name: "" }, "#/name"],
    [{ fiscal_month: 13 }, "#/fiscal_month"],
    [{ code: "OTHER" }, "#/code"],
    [{ kind: "sandbox" }, "#/kind"],
  ] as const) {
    const reply = await change(body);
    assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [422, pointer], reply.text);
  }
  assert.deepEqual(await read(), before);
});

test("attributes are added, changed and removed while nothing uses them, and what uses them is named", async () => {
  const keysOf = (body: any) => body.attributes.map(({ key, type, in_use }: any) => `${key} ${type} ${in_use}`);
  const added = await panel.post("/settings/attributes", { key: "badge", type: "string_array" });
  const standing = ["level number false", "shift string true", "spare string false"];
  assert.deepEqual(keysOf(added.body), ["badge string_array false", ...standing]);
  const twice = await panel.post("/settings/attributes", { key: "badge", type: "string" });
  assert.deepEqual([twice.status, twice.body.code], [409, "ATTRIBUTE_EXISTS"]);
  assert.equal((await panel.post("/settings/attributes", { key: "Bad Key", type: "string" })).status, 422);
  const retyped = await panel.call("PATCH", "/settings/attributes/badge", { body: { type: "boolean" } });
  assert.ok(keysOf(retyped.body).includes("badge boolean false"));
  for (const [key, cause] of [
    ["shift", /people have values/],
    ["level", /rules Leaders/],
  ] as const) {
    for (const reply of [
      await panel.delete(`/settings/attributes/${key}`),
      await panel.call("PATCH", `/settings/attributes/${key}`, { body: { type: "boolean" } }),
    ]) {
      assert.deepEqual([reply.status, reply.body.code], [409, "ATTRIBUTE_IN_USE"]);
      assert.match(reply.body.detail, cause);
    }
  }
  assert.deepEqual(keysOf((await panel.delete("/settings/attributes/badge")).body), standing);
  assert.equal((await panel.delete("/settings/attributes/badge")).status, 404);
  assert.equal((await panel.delete("/settings/attributes/%00")).status, 404);
  assert.deepEqual(await audited("attribute.remove"), [{ key: ["badge", null], type: ["boolean", null] }]);
});

test("an attribute is labelled while it is in use, and rules and people show the label", async () => {
  const label = (given: unknown) => panel.call("PATCH", "/settings/attributes/shift", { body: { label: given } });
  const labels = async () => Object.fromEntries((await read()).attributes.map(({ key, label }: any) => [key, label]));
  assert.deepEqual(await labels(), { level: null, shift: null, spare: null });
  assert.equal((await label("Shift at work")).status, 200);
  assert.equal((await labels()).shift, "Shift at work");
  const trainer = await createAccount(database, acme.tenant_id, "training_admin");
  const training = await sessionOf(server, database, acme.tenant_id, trainer);
  const { attributes } = (await training.get("/rules/attributes")).body;
  assert.deepEqual(attributes[1], { key: "shift", type: "string", label: "Shift at work" });
  assert.deepEqual((await label("")).body.errors?.[0].pointer, "#/label");
  assert.equal((await label(null)).status, 200);
  assert.equal((await labels()).shift, null);
  assert.deepEqual((await audited("attribute.update")).slice(-2), [
    { label: [null, "Shift at work"] },
    { label: ["Shift at work", null] },
  ]);
  const added = await panel.post("/settings/attributes", { key: "desk", type: "string", label: "Desk" });
  assert.equal(added.body.attributes.find(({ key }: any) => key === "desk").label, "Desk");
  await createOrganisation(database, { attributes: [{ key: "desk", label: "Room and desk" }] });
  assert.equal((await labels()).desk, "Room and desk", "the organisation file says it as well");
  assert.equal((await panel.delete("/settings/attributes/desk")).status, 200);
});

test("a rule or group that is retired keeps no attribute in use", async () => {
  await panel.post("/settings/attributes", { key: "line", type: "number" });
  const trainer = await createAccount(database, acme.tenant_id, "training_admin");
  const training = await sessionOf(server, database, acme.tenant_id, trainer);
  const conditions = { attributes: { line: 3 } };
  const group = await training.post("/groups", { code: "LINE", name: "Line", kind: "dynamic", conditions });
  const { rows } = await database.superuser.query("select id from course where tenant_id = $1", [acme.tenant_id]);
  const rule = await training.post("/rules", { name: "Line", conditions, course_ids: [rows[0].id] });
  assert.match((await panel.delete("/settings/attributes/line")).body.detail, /rules Line; groups Line/);
  for (const at of [`/groups/${group.body.id}`, `/rules/${rule.body.id}`]) {
    assert.equal((await training.post(`${at}/retire`)).status, 200);
  }
  assert.equal((await panel.delete("/settings/attributes/line")).status, 200);
});

test("another organisation's settings are its own", async () => {
  const other = await createOrganisation(database, { organisation: { code: "OTHER", name: "Other" } });
  const theirs = await panelOf(other);
  await change({ name: "Other Polska" }, theirs);
  assert.equal((await theirs.delete("/settings/attributes/spare")).status, 404);
  assert.notEqual((await read()).name, "Other Polska");
});

test("an organisation's colour reaches its sessions in shades that are read, and what is no colour or field is refused", async () => {
  assert.equal((await panel.get("/session")).body.organisation.shades, null);
  const looks = {
    color: "#ffd400",
    certificate_title: "Diploma",
    certificate_text: "has completed {course}",
    certificate_signatory: "Maria Lis",
    certificate_signatory_title: "Head of training",
    certificate_orientation: "portrait",
  };
  const saved = await change(looks);
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual({ ...saved.body, ...looks }, saved.body);
  const { shades } = (await panel.get("/session")).body.organisation;
  assert.deepEqual(shades.light, { filled: "#8a7200", hover: "#796400", text: "#756200" });
  for (const refused of [
    { color: "yellow" },
    { color: "#FFD400" },
    { color: "#fff" },
    { certificate_text: "has completed {score}" },
    { certificate_text: "<script>{" },
    { certificate_title: "a\nb" },
    { certificate_signatory: "" },
    { certificate_signatory_title: "<script>" },
    { certificate_orientation: "square" },
  ])
    assert.equal((await change(refused)).status, 422, JSON.stringify(refused));
  for (const [refused, member, code, detail] of [
    [{ certificate_text: "in {score} points" }, "certificate_text", "UNKNOWN_FIELD", /\{score\}.*\{name\}, \{course\}, \{date\}/],
    [{ certificate_text: "<script>alert(1)</script>" }, "certificate_text", "INVALID_VALUE", /<script/],
    [{ certificate_text: "a\n".repeat(9) + "b" }, "certificate_text", "TOO_LONG", /8 lines/],
    [{ certificate_title: "{name}" }, "certificate_title", "UNKNOWN_FIELD", /\{name\}/],
    [{ certificate_signatory_title: "<b>" }, "certificate_signatory_title", "INVALID_VALUE", /<b/],
  ] as const)
    for (const reply of [await change(refused), await panel.post("/settings/certificate-preview", refused)]) {
      const [fault] = reply.body.errors;
      assert.deepEqual([reply.status, fault.pointer, fault.code], [422, `#/${member}`, code], reply.text);
      assert.match(fault.detail, detail);
    }
  const none = {
    color: null,
    certificate_title: null,
    certificate_text: null,
    certificate_signatory: null,
    certificate_signatory_title: null,
    certificate_orientation: "landscape",
  };
  assert.deepEqual((await change(none)).body, { ...saved.body, ...none });
  assert.equal((await panel.get("/session")).body.organisation.shades, null);
});

test("a logo is kept as pixels alone, served as a picture with or without a session, and removed; each is audited", async () => {
  const { url } = server;
  const send = (bytes: Buffer, type = "image/png") =>
    panel.call("PUT", "/settings/logo", { headers: { "content-type": type }, body: bytes });
  const look = (tenant_code: string) => fetch(`${url}/panel/api/logo?tenant_code=${tenant_code}`);
  const shown = async () => (await panel.get("/session")).body.organisation.logo;
  assert.equal(await shown(), null);
  assert.equal((await look(acme.code)).status, 204);
  const plain = pngOf(40, 20);
  const text = chunkOf("tEXt", Buffer.from("Author\0Anna Nowak"));
  assert.equal((await send(pngOf(40, 20, undefined, [text]))).status, 204);
  const logo = await look(acme.code.toLowerCase());
  assert.deepEqual(
    [logo.status, logo.headers.get("content-type"), logo.headers.get("x-content-type-options")],
    [200, "image/png", "nosniff"],
  );
  assert.match(logo.headers.get("content-security-policy")!, /default-src 'none'; sandbox/);
  assert.deepEqual(Buffer.from(await logo.arrayBuffer()), plain);
  assert.equal(await shown(), createHash("sha256").update(plain).digest("hex"));
  for (const [bytes, status] of [
    [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 422],
    [pngOf(8, 8), 422],
    [plain.subarray(0, -3), 422],
    [Buffer.alloc(262_145, plain), 413],
  ] as const)
    assert.equal((await send(bytes)).status, status);
  assert.equal((await send(Buffer.from("<svg/>"), "image/svg+xml")).status, 415);
  assert.equal((await look("NOBODY-HERE")).status, 204);
  const officer = await sessionOf(
    server,
    database,
    acme.tenant_id,
    await createAccount(database, acme.tenant_id, "compliance_officer"),
  );
  assert.equal((await officer.delete("/settings/logo")).status, 403);
  assert.equal((await panel.delete("/settings/logo")).status, 204);
  assert.equal((await panel.delete("/settings/logo")).status, 204);
  assert.deepEqual([(await look(acme.code)).status, await shown()], [204, null]);
  assert.deepEqual([(await audited("organisation.set_logo")).length, (await audited("organisation.remove_logo")).length], [1, 1]);
});
