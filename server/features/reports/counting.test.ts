// The cost of a report over all rows, judged by the planner's choices and not by a clock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needsServer, openDatabase } from "../../../test/harness/database.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { sql } from "../../platform/db/sql.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { listGroups } from "./read-sql.ts";
import { subjects } from "./subjects/subjects.ts";

const of_training = ["enrollments", "compliance", "certificates"] as const;

test("rows of training are counted by several processes, whatever they are grouped by", { skip: needsServer() }, async (t) => {
  const database = await openDatabase();
  t.after(() => database.close());
  const { tenant_id } = await createOrganisation(database, {});
  const alone: string[] = [];
  let asked = 0;
  await withTenant(database.pool("muster_app", 1), tenant_id, async (db) => {
    // Makes the planner choose as for very large tables, which are read completely by several processes.
    await db.rows(sql`
      select set_config(name, '0', true)
      from unnest(array['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size', 'enable_indexscan',
        'enable_indexonlyscan', 'enable_bitmapscan']) as name`);
    const explaining: Db = {
      ...db,
      async rows<Row>({ text, values }: Parameters<Db["rows"]>[0]) {
        const plan = await db.rows({ text: `explain ${text}`, values, name: "" });
        asked += 1;
        return [{ value: JSON.stringify(plan), rows: 0, is_rest: false }] as Row[];
      },
    };
    for (const subject of of_training) {
      const groups = Object.entries(subjects[subject].columns).flatMap(([name, { groups: by }]) => (by ? [name] : []));
      for (const group_by of groups) {
        const definition = { subject, columns: [], filters: {}, group_by, chart: "none" as const };
        const place = { tenant_id, today: "2026-03-02" };
        const [explained] = await listGroups(explaining, { subject: subjects[subject], definition, place });
        if (!explained!.value!.includes("Gather")) alone.push(`${subject} by ${group_by}`);
      }
    }
  });
  assert.ok(asked > 20);
  assert.deepEqual(alone, []);
});
