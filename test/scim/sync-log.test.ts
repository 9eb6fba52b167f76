import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scimJobs } from "../../server/protocols/scim/sync-log/forget-log.job.ts";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned();
});
after(() => acme.close());

/** The new rows since the last call, oldest first. */
let seen = 0;
async function logged(): Promise<any[]> {
  const { rows } = await acme.database.superuser.query(
    "select x.*, c.name as client from scim_exchange x join client c on c.id = x.client_id order by x.id",
  );
  const fresh = rows.slice(seen);
  seen = rows.length;
  return fresh;
}

test("a row shows the request, its interpretation, the changes with old and new values, and the duration", async () => {
  const made = await acme.scim.entra.post("/Users", { schemas: [urns.user], userName: "Ada", title: "Clerk", active: "True" });
  const patched = await acme.scim.entra.patch(`/Users/${made.body.id}`, [
    { op: "Replace", path: "title", value: "Boss" },
    { op: "Add", path: "shoeSize", value: "x" },
  ]);
  assert.equal(patched.status, 204, patched.text);
  const [post, patch] = await logged();
  assert.deepEqual(
    [post.method, post.path, post.status, post.client, post.profile, post.resource_type, post.resource_id, post.resource_name],
    ["POST", "/Users", 201, "entra", "entra", "User", made.body.id, "Ada"],
  );
  assert.equal(post.request_id, made.headers.get("x-request-id"));
  assert.deepEqual(patch.changes, [{ path: "title", before: "Clerk", after: "Boss" }]);
  const notes = patch.notes.map(({ place, detail }: any) => `${place}: ${detail}`).join("\n");
  assert.match(notes, /lower case/);
  assert.match(notes, /shoeSize.*Ignored/);
  assert.ok(Number.isInteger(patch.duration_ms) && patch.duration_ms >= 0);
});

test("waiting members are counted, and members who joined and left are named", async () => {
  const { id } = (await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: "Bea" })).body;
  const members = [{ value: id }, { value: "string id 1" }, { value: "01a1ff58-c90e-73bc-b1d9-39b99b0a52eb" }];
  const group = await acme.scim.generic.post("/Groups", { schemas: [urns.group], displayName: "Crew", members });
  await acme.scim.generic.patch(`/Groups/${group.body.id}`, [{ op: "remove", path: "members" }]);
  const [, post, patch] = await logged();
  assert.deepEqual([post.resource_type, post.resource_name], ["Group", "Crew"]);
  assert.match(post.notes[0].detail, /Waiting for 2 members.*string id 1/);
  assert.deepEqual(post.changes.at(-1), { path: "members", before: [], after: [id] });
  assert.deepEqual(patch.changes, [{ path: "members", before: [id], after: [] }]);
});

test("refusals of every method are listed with the reason; successful reads are not", async () => {
  const { id } = (await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: "Cid" })).body;
  await logged();
  await acme.scim.generic.get(`/Users/${id}`);
  await acme.scim.generic.post("/Users/.search", {});
  await acme.scim.generic.get(`/Users?filter=${encodeURIComponent('userName eq "a@secret.example')}`);
  await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: "CID" });
  await acme.scim.strict.patch(`/Users/${id}`, [{ op: "Replace", path: "title", value: "x" }]);
  const rows = await logged();
  assert.deepEqual(
    rows.map(({ method, path, status, scim_type, resource_id, resource_name }) => [
      method,
      path,
      status,
      scim_type,
      resource_id,
      resource_name,
    ]),
    [
      ["GET", "/Users", 400, "invalidFilter", null, null],
      ["POST", "/Users", 409, "uniqueness", null, "CID"],
      ["PATCH", `/Users/${id}`, 400, "invalidSyntax", id, null],
    ],
  );
  assert.ok(rows.every(({ detail }) => detail.length > 10));
  assert.ok(!JSON.stringify(rows).includes("secret.example"));
});

test("early refusals are in the log, too: invalid JSON, another media type, too large, and unknown addresses", async () => {
  await logged();
  const { generic } = acme.scim;
  await generic.post("/Users", "{");
  await generic.post("/Users", "<user/>", { "content-type": "text/xml" });
  await generic.call("PATCH", "/Users/01a1ff58-c90e-73bc-b1d9-39b99b0a52eb", {
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
    body: "x",
  });
  await generic.post("/Users", { userName: "Eve", nickName: "x".repeat(1_100_000) });
  await generic.post("/Bulk", "[]");
  await generic.put("/Users", {});
  await generic.get("/Nowhere");
  await generic.get("/Me");
  const rows = await logged();
  assert.deepEqual(
    rows.map(({ method, path, status, scim_type, resource_id }) => [method, path, status, scim_type, resource_id]),
    [
      ["POST", "/Users", 400, "invalidSyntax", null],
      ["POST", "/Users", 415, null, null],
      ["PATCH", "/Users/01a1ff58-c90e-73bc-b1d9-39b99b0a52eb", 415, null, "01a1ff58-c90e-73bc-b1d9-39b99b0a52eb"],
      ["POST", "/Users", 413, null, null],
      ["POST", "/Bulk", 400, "invalidSyntax", null],
      ["PUT", "/Users", 405, null, null],
      ["GET", "/Nowhere", 404, null, null],
      ["GET", "/Me", 501, null, null],
    ],
  );
  assert.ok(rows.every(({ detail, client, request_id }) => detail.length > 10 && client === "generic" && request_id !== ""));
});

test("each operation of a Bulk request has a row of its own, under one request id", async () => {
  await logged();
  const reply = await acme.scim.generic.post("/Bulk", {
    Operations: [
      { method: "POST", path: "/Users", bulkId: "a", data: { schemas: [urns.user], userName: "Dan" } },
      { method: "DELETE", path: "/Users/missing" },
    ],
  });
  const rows = await logged();
  assert.deepEqual(
    rows.map(({ method, path, status, request_id }) => [method, path, status, request_id]),
    [
      ["POST", "/Users", 201, reply.headers.get("x-request-id")],
      ["DELETE", "/Users/missing", 404, reply.headers.get("x-request-id")],
    ],
  );
});

test("rows are kept for 30 days", async () => {
  const { superuser } = acme.database;
  const now_ms = Date.now();
  const old = (days: number) => {
    const hex = (now_ms - days * 86_400_000).toString(16).padStart(12, "0");
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8abc-0123456789ab`;
  };
  for (const days of [29, 31, 400]) {
    await superuser.query(
      `insert into scim_exchange (tenant_id, id, client_id, request_id, profile, at, method, path, status, duration_ms)
       select tenant_id, $1, id, 'req_old', 'generic', now(), 'POST', '/Users', 201, 1 from client where name = 'generic'`,
      [old(days)],
    );
  }
  const [job] = scimJobs({ pool: acme.database.pool("muster_worker", 2), minimums: {} });
  await job!.run({}, AbortSignal.timeout(60_000));
  const { rows } = await superuser.query("select id from scim_exchange where request_id = 'req_old'");
  assert.deepEqual(
    rows.map(({ id }) => id),
    [old(29)],
  );
});
