import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { needsServer, openDatabase } from "../test/harness/database.ts";
import { createOrganisation } from "../test/harness/organisation/organisation.ts";
import { floorRoute } from "./beside.ts";
import { courseCode, employeeNo } from "./organisation.ts";
import { pairOf } from "./pairs.ts";
import { findPgbench, runPgbench, scriptOf, type Recorded } from "./pgbench.ts";
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

test("pgbench runs what an assignment was heard to send", { skip: needsServer() }, async (t) => {
  const pgbench = await findPgbench();
  if (pgbench === null) return t.skip("pgbench was not found beside PostgreSQL or on the path");
  const people = 1_000;
  const courses = { first: 0, count: 20 };
  const database = await openDatabase();
  const dir = mkdtempSync(path.join(tmpdir(), "muster-test-"));
  try {
    const { clients } = await createOrganisation(database, {
      clients: [{ name: "HR sync", scopes: ["enrollments:write"] }],
      courses: Array.from({ length: courses.count }, (_, place) => ({ code: courseCode(place), title: `Course ${place}` })),
      people: Array.from({ length: people }, (_, place) => ({
        employee_no: employeeNo(place),
        first_name: "Ada",
        last_name: "Nowak",
        email: `ada${place}@example.com`,
      })),
    });
    assert.ok(database.connection.kind === "server");
    const recorder = await openRecorder(database.connection.url, "v1:a-test-secret-of-at-least-32-characters");
    const record = async (k: number): Promise<Recorded> => {
      const { person, course } = pairOf(k, people, courses);
      const body = { employee_no: employeeNo(person), course_code: courseCode(course) };
      const headers = { "x-tenant-code": "ACME", "x-api-key": clients["HR sync"]!.secret };
      const exchanges = await recorder.record({ method: "POST", path: "/api/v1/enrollments", headers, body, status: 201 });
      return { exchanges, ...body };
    };
    try {
      // The first two pairs differ in person and course.
      const script = scriptOf(await record(0), await record(1));
      const database_url = database.connection.url;
      const job = { script, database_url, dir, clients: 1, seconds: 1, first: 2, people, courses };
      const { processed } = await runPgbench(pgbench, job);
      assert.ok(processed > 0);
    } finally {
      await recorder.close();
    }
  } finally {
    rmSync(dir, { recursive: true });
    await database.close();
  }
});
