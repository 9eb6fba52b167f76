import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { needsServer, waitsForLock } from "../harness/database.ts";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned({
    courses: [{ code: "SAFE", title: "Safety" }],
    groups: [{ code: "DRIVERS", name: "Drivers" }],
  });
});
after(() => acme.close());

const at_once = 12;
const many = <T>(act: (index: number) => Promise<T>) => Promise.all(Array.from({ length: at_once }, (_, index) => act(index)));
const user = (userName: string) => ({ schemas: [urns.user], userName });

test("changes of one person at once all count", async () => {
  const { id } = (await acme.scim.generic.post("/Users", user("busy"))).body;
  const replies = await many((index) =>
    acme.scim.generic.patch(`/Users/${id}`, [
      { op: "add", path: "emails", value: [{ type: "other", value: `${index}@busy.example` }] },
    ]),
  );
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  const { emails, meta } = (await acme.scim.generic.get(`/Users/${id}`)).body;
  assert.equal(emails.length, at_once);
  assert.equal(meta.version, `W/"${1 + at_once}"`);
});

test("of those who bring the same person back at once, one does", async () => {
  const { id } = (await acme.scim.generic.post("/Users", user("back"))).body;
  await acme.scim.generic.delete(`/Users/${id}`);
  const replies = await many(() => acme.scim.generic.post("/Users", user("back")));
  const made = replies.filter(({ status }) => status === 201);
  assert.deepEqual(
    made.map(({ body }) => body.id),
    [id],
  );
  assert.equal(replies.filter(({ status }) => status === 409).length, at_once - 1);
});

test("who joins a group that is being changed is asked for what it asks then", { skip: needsServer() }, async () => {
  const { id } = (await acme.scim.generic.post("/Users", user("joiner"))).body;
  const drivers = (await acme.scim.generic.get("/Groups")).body.Resources[0].id;
  const other = await acme.database.superuser.connect();
  try {
    await other.query("begin");
    await other.query("select from person_group where id = $1 for no key update", [drivers]);
    await other.query(
      `insert into group_course (tenant_id, group_id, course_id)
      select g.tenant_id, g.id, c.id from person_group g join course c on c.tenant_id = g.tenant_id where g.id = $1`,
      [drivers],
    );
    const joining = acme.scim.generic.patch(`/Groups/${drivers}`, [{ op: "add", path: "members", value: [{ value: id }] }]);
    while (!(await waitsForLock(acme.database))) continue;
    await other.query("commit");
    assert.equal((await joining).status, 204);
  } finally {
    other.release();
  }
  const { enrollments } = (await acme.api.get(`/api/v1/enrollments?user_id=${id}`)).body;
  assert.deepEqual(
    enrollments.map(({ course_code }: { course_code: string }) => course_code),
    ["SAFE"],
  );
});
