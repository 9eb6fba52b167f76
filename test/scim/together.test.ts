// Providers send the members of a group one by one, on several connections; such changes share transactions.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { changeMembersTogether } from "../../server/features/groups/change-together.ts";
import type { Context } from "../../server/platform/context.ts";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { openExchange, type ScimAnswer } from "../../server/protocols/scim/exchange.ts";
import { patchTogether } from "../../server/protocols/scim/groups/together.ts";
import { describe as describeExchange } from "../../server/protocols/scim/sync-log/sync-log.ts";
import { needsServer, waitsForLock } from "../harness/database.ts";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";
import { test_keyring } from "../harness/server.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned({
    courses: [{ code: "SAFE", title: "Safety" }],
    groups: [{ code: "DRIVERS", name: "Drivers", courses: ["SAFE"] }],
  });
});
after(() => acme.close());

let made = 0;
async function people(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    made += 1;
    ids.push((await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: `person${made}` })).body.id);
  }
  return ids;
}

async function group(displayName: string, members: readonly string[] = []): Promise<string> {
  const values = members.map((value) => ({ value }));
  return (await acme.scim.generic.post("/Groups", { schemas: [urns.group], displayName, members: values })).body.id;
}

const join = (id: string) => [{ op: "add", path: "members", value: [{ value: id }] }];
const leave = (id: string) => [{ op: "remove", path: `members[value eq "${id}"]` }];

async function membersOf(id: string): Promise<string[]> {
  const { members = [] } = (await acme.scim.generic.get(`/Groups/${id}`)).body;
  return members.map(({ value }: { value: string }) => value).toSorted();
}

async function rowsOf(text: string, id: string): Promise<any[]> {
  return (await acme.database.superuser.query(text, [id])).rows;
}

test("of those who come and go at once each is answered, told, audited and logged, and moves the version by one", async () => {
  const leaving = await people(6);
  const joining = await people(6);
  const id = await group("Busy", leaving);
  const told = (await acme.events()).length;
  const replies = await Promise.all([
    ...joining.map((person) => acme.scim.generic.patch(`/Groups/${id}`, join(person))),
    ...leaving.map((person) => acme.scim.generic.patch(`/Groups/${id}`, leave(person))),
    acme.scim.strict.patch(`/Groups/${id}`, join("01a1ff58-c90e-73bc-b1d9-39b99b0a52eb")),
    acme.scim.generic.patch(`/Groups/${id}`, leave("01a1ff58-c90e-73bc-b1d9-39b99b0a52ec")),
  ]);
  const statuses = replies.map(({ status }) => status);
  assert.deepEqual(statuses, [...Array.from({ length: 12 }, () => 204), 400, 204]);
  const versions = replies.slice(0, 12).map(({ headers }) => headers.get("etag"));
  assert.deepEqual(new Set(versions), new Set(Array.from({ length: 12 }, (_, place) => `W/"${2 + place}"`)));
  assert.equal((await acme.scim.generic.get(`/Groups/${id}`)).body.meta.version, `W/"13"`);
  assert.deepEqual(await membersOf(id), joining.toSorted());
  const moved = (await acme.auditRows(id)).slice(1).map(({ operation, changes }) => [operation, changes.person_ids]);
  const expected = [
    ...joining.map((person) => ["group.change", [null, [person]]]),
    ...leaving.map((person) => ["group.change", [[person], null]]),
  ];
  assert.deepEqual(sorted(moved), sorted(expected));
  const events = (await acme.events()).slice(told).map(({ type, data }) => [type, data.user.id, data.reason, data.batch_id]);
  assert.deepEqual(
    sorted(events),
    sorted([
      ...joining.map((person) => ["group.member_joined", person, "added", null]),
      ...leaving.map((person) => ["group.member_left", person, "removed", null]),
    ]),
  );
  const logged = await rowsOf("select status, request_id, changes, resource_name from scim_exchange where resource_id = $1", id);
  assert.equal(new Set(logged.map(({ request_id }) => request_id)).size, 1 + 14);
  const changes = logged.filter(({ status, changes }) => status === 204 && changes.length > 0);
  assert.deepEqual(
    sorted(changes.map(({ changes, resource_name }) => [resource_name, changes[0].before, changes[0].after])),
    sorted([...joining.map((person) => ["Busy", [], [person]]), ...leaving.map((person) => ["Busy", [person], []])]),
  );
});

function sorted(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

test("one who joins and leaves at once is in the group or not, as the versions tell", async () => {
  const [person] = (await people(1)) as [string];
  const id = await group("To and fro");
  const changes = Array.from({ length: 10 }, (_, place) => (place % 2 === 0 ? join(person) : leave(person)));
  const replies = await Promise.all(changes.map((operations) => acme.scim.generic.patch(`/Groups/${id}`, operations)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([204]));
  const rows = (await acme.auditRows(id)).slice(1);
  // Adding a member who is in the group changes nothing; the requests that changed something ran one after the other.
  assert.deepEqual(
    rows.map(({ changes }) => changes.person_ids),
    rows.map((_, place) => (place % 2 === 0 ? [null, [person]] : [[person], null])),
  );
  assert.equal((await acme.scim.generic.get(`/Groups/${id}`)).body.meta.version, `W/"${1 + rows.length}"`);
  assert.deepEqual(await membersOf(id), rows.length % 2 === 0 ? [] : [person]);
});

test("one that fails takes no other with it", { skip: needsServer() }, async () => {
  const joining = await people(5);
  const id = await group("Brittle");
  const [broken] = joining as [string];
  await acme.database.superuser.query(
    `create function refuse_member() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create trigger refuse before insert on group_member for each row when (new.person_id = '${broken}')
       execute function refuse_member();`,
  );
  try {
    const replies = await Promise.all(joining.map((person) => acme.scim.generic.patch(`/Groups/${id}`, join(person))));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [500, 204, 204, 204, 204],
    );
  } finally {
    await acme.database.superuser.query("drop trigger refuse on group_member; drop function refuse_member");
  }
  assert.deepEqual(await membersOf(id), joining.slice(1).toSorted());
  assert.equal((await acme.auditRows(id)).length, 1 + 4);
  const logged = await rowsOf("select status from scim_exchange where resource_id = $1 and method = 'PATCH'", id);
  assert.deepEqual(
    logged.map(({ status }) => status),
    [204, 204, 204, 204],
  );
});

test("members who came together are asked for the group's courses, and no more once they have left together", async () => {
  const joining = await people(4);
  const drivers = (await acme.scim.generic.get("/Groups")).body.Resources.find(
    ({ displayName }: { displayName: string }) => displayName === "Drivers",
  ).id;
  const states = async () => {
    const found = await Promise.all(joining.map((person) => acme.api.get(`/api/v1/enrollments?user_id=${person}`)));
    return found.map(({ body }) => body.enrollments.map(({ status }: { status: string }) => status));
  };
  await Promise.all(joining.map((person) => acme.scim.generic.patch(`/Groups/${drivers}`, join(person))));
  assert.deepEqual(
    await states(),
    joining.map(() => ["assigned"]),
  );
  await Promise.all(joining.map((person) => acme.scim.generic.patch(`/Groups/${drivers}`, leave(person))));
  assert.deepEqual(
    await states(),
    joining.map(() => ["cancelled"]),
  );
});

test("changes that wait behind a transaction share the next one, without those that name a person of one before", async () => {
  const joining = await people(5);
  const [first, second] = joining as [string, string];
  const id = await group("Line");
  const { tenant_id, code, clients } = acme.acme;
  const client = { id: clients["generic"]!.client_id, name: "generic" };
  const pool = acme.database.pool();
  const patch = async (operations: readonly unknown[], turn: number) => {
    const context = { ...contextOf(tenant_id, code, `request ${turn}`), client, scopes: new Set(["scim"] as const) };
    const exchange = await openExchange({ pool, keyring: test_keyring, base_url: "https://scim.example" }, context);
    const describe = (answer: ScimAnswer) => ({
      ...describeExchange({ method: "PATCH", path: `/Groups/${id}`, body: null }, answer),
      duration_ms: 1,
    });
    const body = { schemas: [urns.patch], Operations: operations };
    return () => patchTogether(exchange, { id, query: {}, body, preconditions: {}, describe }, {});
  };
  const changes = [...joining.map(join), leave(first), join(first), leave(second)];
  const ready = await Promise.all(changes.map((operations, turn) => patch(operations, turn)));
  const answers = await Promise.all(ready.map((send) => send()));
  assert.deepEqual(new Set(answers.map((answer) => answer?.status)), new Set([204]));
  assert.deepEqual(await membersOf(id), [first, ...joining.slice(2)].toSorted());
  const rows = await rowsOf("select request_id, xmin::text as xid from audit_log where target_id = $1 order by id offset 1", id);
  const together = [...Map.groupBy(rows, ({ xid }) => xid).values()].map((some) => some.map(({ request_id }) => request_id));
  const requests = (...turns: number[]) => turns.map((turn) => `request ${turn}`);
  assert.deepEqual(together, [requests(0), requests(1, 2, 3, 4, 5), requests(6, 7)]);
});

test("changes that name many people go one after the other, so that nobody is held for longer than by one of them", async () => {
  const { rows } = await acme.database.superuser.query(
    `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, email, email_norm, login, login_norm,
      worker_type, state)
    select t.id, gen_random_uuid(), 'M' || n, 'm' || n, 'Mary', 'Many', 'many mary', e, e, e, e, 'internal_payroll', 'active'
    from tenant t, generate_series(1, 402) n, lateral (select 'm' || n || '@acme.example' as e) m
    returning id`,
  );
  const ids = rows.map(({ id }) => id as string);
  const [person, small] = (await people(2)) as [string, string];
  const changed = [await group("First"), await group("Large"), await group("Larger"), await group("Small")];
  const add = (some: readonly string[]) =>
    [0, 100, 200].map((from) => ({
      op: "add",
      path: "members",
      value: some.slice(from, from + 100).map((value) => ({ value })),
    }));
  const operations = [join(person), add(ids.slice(0, 201)), add(ids.slice(201)), join(small)];
  const replies = await Promise.all(operations.map((some, place) => acme.scim.generic.patch(`/Groups/${changed[place]}`, some)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([204]));
  const found = await acme.database.superuser.query(
    `select g.name, count(*)::int as members, min(m.xmin::text) as xid
    from group_member m
    join person_group g on g.id = m.group_id
    where g.id = any ($1)
    group by g.name`,
    [changed],
  );
  const of = (name: string) => found.rows.find((row) => row.name === name);
  assert.deepEqual([of("Large").members, of("Larger").members], [201, 201]);
  assert.notEqual(of("Large").xid, of("Larger").xid);
});

test("a group that another transaction holds keeps nobody waiting but those of this group", { skip: needsServer() }, async () => {
  const [one, two, three] = (await people(3)) as [string, string, string];
  const [held, free] = [await group("Held"), await group("Free")];
  const other = await acme.database.superuser.connect();
  try {
    await other.query("begin");
    await other.query("select from person_group where id = $1 for no key update", [held]);
    const waiting = [one, two].map((person) => acme.scim.generic.patch(`/Groups/${held}`, join(person)));
    while (!(await waitsForLock(acme.database))) continue;
    assert.equal((await acme.scim.generic.patch(`/Groups/${free}`, join(three))).status, 204);
    assert.deepEqual([await membersOf(held), await membersOf(free)], [[], [three]]);
    await other.query("commit");
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ status }) => status),
      [204, 204],
    );
  } finally {
    other.release();
  }
  assert.deepEqual(await membersOf(held), [one, two].toSorted());
});

test("a transaction carries several operations, each with its own version, and leaves to themselves those that it cannot judge", async () => {
  const [first, second, third, fourth, fifth, sixth] = (await people(6)) as [string, string, string, string, string, string];
  const [id, other] = [await group("Shared", [third]), await group("Other")];
  const { tenant_id, code } = acme.acme;
  const context = (request_id: string) => contextOf(tenant_id, code, request_id);
  const nobody = "01a1ff58-c90e-73bc-b1d9-39b99b0a52eb";
  const changed = await withTenant(acme.database.pool(), tenant_id, (db) =>
    changeMembersTogether(
      db,
      tenant_id,
      [
        { context: context("one"), group_id: id, add: [first], remove: [] },
        { context: context("two"), group_id: id, add: [nobody], remove: [] },
        { context: context("three"), group_id: id, add: [second], remove: [third] },
        { context: context("four"), group_id: other, add: [], remove: [fourth] },
        { context: context("five"), group_id: other, add: [fifth], remove: [] },
        { context: context("six"), group_id: nobody, add: [sixth], remove: [] },
      ],
      { waits: true },
    ),
  );
  assert.deepEqual(changed, [
    { name: "Shared", version: 2, joined: [first], left: [] },
    "other",
    { name: "Shared", version: 3, joined: [second], left: [third] },
    { name: "Other", version: 1, joined: [], left: [] },
    { name: "Other", version: 2, joined: [fifth], left: [] },
    "other",
  ]);
  assert.deepEqual(await membersOf(other), [fifth]);
  const rows = (await acme.auditRows(id)).slice(1);
  assert.deepEqual(
    rows.map(({ actor_name, changes }) => [actor_name, changes.person_ids]),
    [
      ["one", [null, [first]]],
      ["three", [[third], [second]]],
    ],
  );
});

function contextOf(tenant_id: string, code: string, request_id: string): Context {
  return {
    tenant: { id: tenant_id, code, kind: "live", time_zone: "UTC", fiscal_month: 1 },
    actor: { type: "client", id: null, name: request_id },
    now: Temporal.Now.instant(),
    request_id,
  };
}
