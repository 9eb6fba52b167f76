import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openProvisioned, urns } from "../../../../test/harness/scim.ts";

const acme = await openProvisioned();
const { generic } = acme.scim;
after(() => acme.close());

const query = async (text: string, values: unknown[]) => (await acme.database.superuser.query(text, values)).rows;

test("users who are created at the same moment share transactions, and each has the own answer, rows of the logs and event", async () => {
  const body = (user_name: string, rest: object = {}) => ({
    schemas: [urns.user],
    userName: user_name,
    externalId: `ext-${user_name}`,
    emails: [{ value: `${user_name}@acme.example`, type: "work" }],
    nickName: `Nick of ${user_name}`,
    ...rest,
  });
  const holder = (await generic.post("/Users", body("holder"))).body;
  const crew = { schemas: [urns.group], displayName: "Crew", members: [{ value: "ext-awaited" }] };
  const group = (await generic.post("/Groups", crew)).body;
  const sound = Array.from({ length: 24 }, (_, place) => body(`user-${place}`, { active: place % 5 !== 0 }));
  const bodies = [
    ...sound,
    body("HOLDER"),
    body("awaited"),
    body("twin", { externalId: "ext-twin-1" }),
    body("Twin", { externalId: "ext-twin-2" }),
    body("numbered", { externalId: "ext-user-0" }),
    body("managed", { [urns.enterprise]: { manager: { value: holder.id } } }),
  ];
  const replies = await Promise.all(bodies.map((each) => generic.post("/Users", each)));
  const [taken, awaited, one, other, numbered, managed] = replies.slice(sound.length);
  assert.deepEqual([taken!.status, taken!.body.scimType], [409, "uniqueness"]);
  assert.deepEqual(
    awaited!.body.groups.map(({ value }: any) => value),
    [group.id],
  );
  assert.deepEqual(
    [one!.status, other!.status].toSorted((a, b) => a - b),
    [201, 409],
  );
  assert.equal(numbered!.status, 201, numbered!.text);
  assert.equal(managed!.body[urns.enterprise].manager.value, holder.id);

  const numbers: string[] = [];
  for (const [place, sent] of sound.entries()) {
    const reply = replies[place]!;
    assert.equal(reply.status, 201, reply.text);
    const { id, userName, externalId, nickName, active } = reply.body;
    assert.deepEqual({ userName, externalId, nickName, active }, pickOf(sent));
    assert.equal((await generic.get(`/Users/${id}`)).text, reply.text);
    numbers.push(reply.body[urns.enterprise].employeeNumber);
    const request_id = reply.headers.get("x-request-id");
    const audit = await query("select operation, request_id from audit_log where target_id = $1", [id]);
    assert.deepEqual(audit, [{ operation: "person.create", request_id }]);
    const log = await query("select method, status, request_id, resource_name from scim_exchange where resource_id = $1", [id]);
    assert.deepEqual(log, [{ method: "POST", status: 201, request_id, resource_name: sent.userName }]);
    const told = await query(`select type from event where convert_from(body, 'UTF8')::jsonb #>> '{data,user,id}' = $1`, [id]);
    assert.deepEqual(told, [{ type: "user.created" }]);
  }
  // The person whose external id was taken has got a different number.
  numbers.push(numbered!.body[urns.enterprise].employeeNumber);
  assert.equal(new Set(numbers).size, numbers.length);
  const found = await generic.get(`/Users?filter=${encodeURIComponent('emails.value eq "USER-7@acme.example"')}`);
  assert.deepEqual(
    found.body.Resources.map(({ id }: any) => id),
    [replies[7]!.body.id],
  );
  const ids = replies.slice(0, sound.length).map(({ body: { id } }) => id);
  const [{ transactions }] = await query(
    "select count(distinct xmin::text)::int as transactions from person where id = any ($1::uuid[])",
    [ids],
  );
  assert.ok(transactions < ids.length, `${ids.length} users were created by ${transactions} transactions`);
});

function pickOf({ userName, externalId, nickName, active }: Record<string, unknown>) {
  return { userName, externalId, nickName, active };
}

test("the total of a list is that of the users whom the provider sees", async () => {
  const total = async () => (await generic.get("/Users?count=1")).body.totalResults as number;
  const before = await total();
  const { id } = (await generic.post("/Users", { schemas: [urns.user], userName: "goes-again" })).body;
  const inactive = (await generic.post("/Users", { schemas: [urns.user], userName: "inactive", active: false })).body;
  assert.equal(await total(), before + 2);
  await generic.delete(`/Users/${id}`);
  assert.equal(await total(), before + 1);
  await generic.patch(`/Users/${inactive.id}`, [{ op: "replace", path: "active", value: true }]);
  assert.equal(await total(), before + 1);
  await generic.post("/Users", { schemas: [urns.user], userName: "goes-again" });
  assert.equal(await total(), before + 2);
  const [{ seen }] = await query(
    "select count(*)::int as seen from person where scim_deleted_at is null and state <> 'anonymized'",
    [],
  );
  assert.equal(await total(), seen);
});
