import { test } from "node:test";
import { openDatabase } from "../../harness/database.ts";
import { startServer } from "../../harness/server.ts";
import { checkCycle, createEntraOrganisation, entraOf, runCycle } from "./entra-cycle.ts";

test("Entra's initial cycle of 200 users and 10 groups: everybody once, every membership right, one event each", async () => {
  const size = { people: 200, groups: 10 };
  const database = await openDatabase();
  const organisation = await createEntraOrganisation(database);
  const server = await startServer(database);
  try {
    await runCycle(entraOf(server, organisation), size);
    await checkCycle(database, size);
  } finally {
    await server.close();
    await database.close();
  }
});
