import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { needsServer, openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { settled } from "../../../../test/harness/settled.ts";
import { openSession, type Session } from "../../../platform/db/moving/session.ts";
import { withInfrastructure } from "../../../platform/db/transaction.ts";
import { listTables, type Table } from "../transfer/transfer-sql.ts";
import { differing, findTotals, sumInParts } from "./compare.ts";

const people = 11;
/** Tables of different kinds: a key of two columns, partitions, the organisation's own row. */
const some: ReadonlySet<string> = new Set(["tenant", "person", "attribute_definition", "event", "compliance_status"]);
const skip = needsServer();
let database: TestDatabase;
let organisation: TestOrganisation;
let session: Session;
let tables: Table[];

before(async () => {
  if (skip) return;
  database = await openDatabase();
  organisation = await createOrganisation(database, {
    people: Array.from({ length: people }, (_, n) => ({
      employee_no: `P${n}`,
      first_name: "Anna",
      last_name: `Number ${n}`,
      email: `p${n}@acme.example`,
    })),
  });
  assert.ok(database.connection.kind === "server");
  session = await openSession(database.connection.direct_url ?? database.connection.url, "test");
  const all = await withInfrastructure(database.pool("muster_owner"), listTables);
  tables = all.filter(({ name }) => some.has(name));
});
after(async () => {
  if (skip) return;
  await session.close();
  await database.close();
});

const unpaced = { begin: () => undefined, spare: async () => undefined };
const { signal } = new AbortController();
const sum = (rows_max?: number) => sumInParts(session, organisation.tenant_id, tables, unpaced, signal, rows_max);

/** Changes of rows between summing and the pause; `differ`: the tables whose content has changed by then. */
const changes: readonly { what: string; does: readonly string[]; differ: readonly string[] }[] = [
  { what: "nothing", does: [], differ: [] },
  {
    what: "a row is changed",
    does: ["update person set last_name = 'Changed' where tenant_id = $1 and employee_no = 'P5'"],
    differ: ["person"],
  },
  {
    what: "a row is changed and changed back",
    does: [
      "update person set last_name = 'Other' where tenant_id = $1 and employee_no = 'P3'",
      "update person set last_name = 'Number 3' where tenant_id = $1 and employee_no = 'P3'",
    ],
    differ: [],
  },
  {
    what: "a row goes, another one comes",
    does: [
      "delete from attribute_definition where tenant_id = $1 and key = 'first'",
      "insert into attribute_definition (tenant_id, key, type) values ($1, 'second', 'string')",
    ],
    differ: ["attribute_definition"],
  },
  {
    what: "a row goes",
    does: ["delete from attribute_definition where tenant_id = $1 and key = 'second'"],
    differ: ["attribute_definition"],
  },
  {
    what: "the organisation's own row is changed",
    does: ["update tenant set name = name || '!' where id = $1"],
    differ: ["tenant"],
  },
];

test(
  "both sides of a move are compared as they are in the pause, whatever has changed since they were summed",
  { skip },
  async () => {
    const client = await database.superuser.connect();
    try {
      await client.query("set session_replication_role = replica");
      for (const key of ["first", "third"])
        await client.query("insert into attribute_definition (tenant_id, key, type) values ($1, $2, 'string')", [
          organisation.tenant_id,
          key,
        ]);
      for (const { what, does, differ } of changes) {
        const [by_two, by_table] = [await sum(2), await sum()];
        const at_first = await findTotals(session, organisation.tenant_id, by_table);
        for (const statement of does)
          assert.equal((await client.query(statement, [organisation.tenant_id])).rowCount, 1, `${what}: ${statement}`);
        const now = await findTotals(session, organisation.tenant_id, await sum());
        for (const [how, summed] of [
          ["in parts of two rows", by_two],
          ["in one part", by_table],
        ] as const)
          assert.deepEqual(await findTotals(session, organisation.tenant_id, summed), now, `${what}, summed ${how}`);
        assert.deepEqual(differing(at_first, now), differ, what);
        assert.equal(now.get("person")!.rows, people, what);
      }
    } finally {
      client.release(true);
    }
  },
);

test(
  "a table is summed in parts of its key, and rows of a transaction that runs on meanwhile are not lost",
  { skip },
  async () => {
    // Rows that are younger than an open transaction of another test file would not be summed.
    await settled(database);
    const running = await database.superuser.connect();
    try {
      await running.query("begin");
      await running.query("set local session_replication_role = replica");
      await running.query("update person set last_name = 'Late' where tenant_id = $1 and employee_no = 'P7'", [
        organisation.tenant_id,
      ]);
      const summed = await sum(3);
      const person = summed.find(({ name }) => name === "person")!;
      assert.ok(person.parts.length >= Math.floor(people / 3), String(person.parts.length));
      assert.equal(
        person.parts.reduce((rows, part) => rows + part.sum.rows, 0),
        people,
        "as they were before it",
      );
      await running.query("commit");
      const now = await findTotals(session, organisation.tenant_id, await sum());
      assert.deepEqual(await findTotals(session, organisation.tenant_id, summed), now);
    } finally {
      running.release(true);
    }
  },
);
