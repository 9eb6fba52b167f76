import assert from "node:assert/strict";
import test from "node:test";
import { needsServer, openDatabase } from "../test/harness/database.ts";
import { createOrganisation } from "../test/harness/organisation/organisation.ts";
import { floorRoute } from "./beside.ts";
import { openRecorder } from "./record.ts";

test("a floor is told every statement of a request, with what it asks for and its answer", { skip: needsServer() }, async () => {
  const database = await openDatabase();
  try {
    const { clients } = await createOrganisation(database, {
      clients: [{ name: "HR sync", scopes: ["users:read"] }],
      people: [{ employee_no: "1001", first_name: "Ada", last_name: "Nowak", email: "ada@example.com" }],
    });
    assert.ok(database.connection.kind === "server");
    const recorder = await openRecorder(database.connection.url, "v1:a-test-secret-of-at-least-32-characters");
    try {
      const headers = { "x-tenant-code": "ACME", "x-api-key": clients["HR sync"]!.secret };
      const heard = await recorder.record({ method: "GET", path: "/api/v1/users?employee_no=1001", headers });
      const named = heard.filter(({ name }) => name !== null);
      assert.equal(named.length, 2);
      assert.match(named[0]!.text, /infra\.admit/);
      assert.match(JSON.stringify(named[1]!.row), /ada@example\.com/);
      assert.equal(floorRoute("/floor", named, "1001").replaced[0]!.statement, 1);
    } finally {
      await recorder.close();
    }
  } finally {
    await database.close();
  }
});
