import assert from "node:assert/strict";
import { test } from "node:test";
import { text } from "node:stream/consumers";
import { needsServer, openDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { openSession } from "../../../platform/db/moving/session.ts";
import { withInfrastructure } from "../../../platform/db/transaction.ts";
import { listTables } from "../transfer/transfer-sql.ts";
import { copyOut } from "./copy-sql.ts";
import { nextRows } from "./copy.ts";
import { findEnd, listOrdered, type Key } from "./parts-sql.ts";

test("parts of a copy grow and shrink until each takes about ten milliseconds, by twice at most", () => {
  assert.equal(nextRows(200, 10), 200);
  assert.equal(nextRows(200, 8), 250);
  assert.equal(nextRows(200, 1), 400, "twice at most");
  assert.equal(nextRows(200, 16), 125);
  assert.equal(nextRows(200, 100), 100, "half at least");
  assert.equal(nextRows(4_000, 1), 4_000);
  assert.equal(nextRows(20, 1_000), 20);
});

test("the parts of a table are all of its rows, each once, whatever its keys hold", { skip: needsServer() }, async () => {
  const database = await openDatabase();
  try {
    const { tenant_id } = await createOrganisation(database, {});
    assert.ok(database.connection.kind === "server");
    const client = await database.superuser.connect();
    const session = await openSession(database.connection.direct_url ?? database.connection.url, "test");
    try {
      await client.query("set session_replication_role = replica");
      await client.query("alter table attribute_definition drop constraint attribute_definition_key_check");
      const keys = ["it's", "back\\slash", "'", "\\'", "ż", "$1", "a", "b", "c"];
      for (const key of keys)
        await client.query("insert into attribute_definition (tenant_id, key, type) values ($1, $2, 'string')", [tenant_id, key]);
      // `status` is in the index of the key but not part of the key; null says that the pair has no flag any more.
      await client.query(
        `insert into compliance_history (tenant_id, person_id, course_id, changed_at, previous_status)
         select $1, $1, $1, now() + n * interval '1 second', 'COMPLIANT' from generate_series(1, 7) n`,
        [tenant_id],
      );
      const all = await withInfrastructure(database.pool("muster_owner"), listTables);
      for (const table of await listOrdered(session, all)) {
        const whole = await text(copyOut(session, tenant_id, table, { after: null, upto: null }));
        const parts: string[] = [];
        for (let after: Key | null = null, is_last = false; !is_last;) {
          const upto: Key | null = await findEnd(session, tenant_id, table, after, 2);
          parts.push(await text(copyOut(session, tenant_id, table, { after, upto })));
          after = upto;
          is_last = upto === null;
        }
        assert.deepEqual(linesOf(parts.join("")), linesOf(whole), table.name);
        if (table.name === "compliance_history") assert.equal(parts.length, 4);
        if (table.name === "attribute_definition") assert.ok(parts.length > keys.length / 2, String(parts.length));
      }
    } finally {
      await session.close();
      client.release(true);
    }
  } finally {
    await database.close();
  }
});

function linesOf(rows: string): string[] {
  return rows.split("\n").toSorted();
}
