import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, type TestServer } from "../harness/server.ts";
import { createFullOrganisation, credentialsOf } from "../isolation/neighbours.ts";
import { listTenantTables, tables_of_counters } from "../isolation/tables.ts";
import { fuzz } from "./fuzz.ts";
import { seeded } from "./seeded.ts";

let database: TestDatabase;
let server: TestServer;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
});
after(async () => {
  await server.close();
  await database.close();
});

const rounds = 10;
const cases_per_round = 2_000;

for (let round = 1; round <= rounds; round += 1) {
  test(`IN1 ${cases_per_round} random requests, round ${round} of ${rounds}`, async (t) => {
    const mark = `aardvark${round}`;
    // A separate organisation keeps the summed tables small.
    const organisation = await createFullOrganisation(database, mark);
    const tables = (await listTenantTables(database)).filter(({ name }) => !tables_of_counters.includes(name));
    const { document } = await server.contract();
    const random = seeded();
    t.diagnostic(`SEED=${random.seed}`);
    try {
      const place = { database, organisation, mark, api: apiOf(server, credentialsOf(organisation)), document, tables };
      t.diagnostic(JSON.stringify(await fuzz(place, cases_per_round, random)));
    } catch (error) {
      throw new Error(`SEED=${random.seed}: ${(error as Error).message}`, { cause: error });
    }
    const errors = server.log.filter(({ level }) => (level as number) >= 50);
    assert.deepEqual(errors, [], `SEED=${random.seed}: something was logged as an error`);
  });
}
