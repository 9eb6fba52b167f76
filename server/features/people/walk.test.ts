import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, test } from "node:test";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { faultsOf, numbersOf, openStaff } from "../../../test/harness/organisation/people.ts";
import { apiOf, byKey } from "../../../test/harness/server.ts";

const staff = await openStaff();
const { database, server, acme, api, list } = staff;
after(() => staff.close());

test("a walk by cursor shows everyone once, though people come meanwhile and one offset shifts", async () => {
  const seen: string[] = [];
  let query = "limit=2";
  for (let page = 0; ; page += 1) {
    const reply = await list(query);
    seen.push(...numbersOf(reply));
    assert.deepEqual([reply.body.pagination.total, reply.body.pagination.offset], [5, page * 2]);
    if (reply.body.pagination.next_cursor === null) break;
    if (page === 0)
      await database.superuser.query(
        "update person set created_at = '2025-12-31' where tenant_id = $1 and employee_no = '0001'",
        [acme.tenant_id],
      );
    query = `limit=2&cursor=${reply.body.pagination.next_cursor}`;
  }
  assert.deepEqual(seen, ["0001", "0002", "AB-3", "0004", "EXT-5"]);
});

test("a page by offset can be walked on by cursor", async () => {
  const page = await list("limit=2&offset=1&status=invited");
  assert.deepEqual(numbersOf(page), ["0002", "AB-3"]);
  const next = await list(`limit=2&status=invited&cursor=${page.body.pagination.next_cursor}`);
  assert.deepEqual(numbersOf(next), ["EXT-5"]);
  assert.deepEqual([next.body.pagination.offset, next.body.pagination.total], [3, 4]);
});

test("cursor and offset contradict each other, and a cursor is good only for the filters it was made with", async () => {
  const cursor = (await list("limit=1")).body.pagination.next_cursor;
  assert.deepEqual(faultsOf(await list(`cursor=${cursor}&offset=1`)), ["cursor CONFLICTING_FIELDS"]);
  assert.deepEqual(faultsOf(await list(`cursor=${cursor}&status=active`)), ["cursor INVALID_FORMAT"]);
  assert.deepEqual(faultsOf(await list(`cursor=${cursor}&updated_since=2020-01-01T00:00:00Z`)), ["cursor INVALID_FORMAT"]);
  assert.equal((await api.get(`/api/v1/departments?cursor=${cursor}`)).status, 422);
});

test("a cursor is good only in its organisation, and one that version 0.60.0 made goes on", async () => {
  const other = await createOrganisation(database, {
    organisation: { code: "OTHER" },
    departments: ["Alfa", "Operacje", "Zarząd"].map((name, index) => ({ name, code: `D${index}` })),
    clients: [{ name: "reader", scopes: ["users:read"] }],
  });
  const there = apiOf(server, byKey(other.code, other.clients["reader"]!.secret));
  const cursor = (await api.get("/api/v1/departments?limit=2")).body.pagination.next_cursor;
  assert.deepEqual(faultsOf(await there.get(`/api/v1/departments?cursor=${cursor}`)), ["cursor INVALID_FORMAT"]);
  const second = (await api.get(`/api/v1/departments?limit=2&cursor=${cursor}`)).body;
  assert.equal(second.departments.length, 2);

  const members = JSON.parse(Buffer.from(cursor, "base64url").toString());
  const former = members.with(8, createHash("sha256").update("[]").digest("base64url").slice(0, 11));
  const going_on = await api.get(
    `/api/v1/departments?limit=2&cursor=${Buffer.from(JSON.stringify(former)).toString("base64url")}`,
  );
  assert.deepEqual(going_on.body, second);
});

test("nonsense in the place of a cursor is refused, never a failure", async () => {
  const [version, ...rest] = JSON.parse(Buffer.from((await list("limit=1")).body.pagination.next_cursor, "base64url").toString());
  const forge = (members: unknown) =>
    Buffer.from(typeof members === "string" ? members : JSON.stringify(members)).toString("base64url");
  const change = (index: number, value: unknown) => forge([version, ...rest.with(index, value)]);
  const forged = [
    "",
    "x",
    "null",
    "%00",
    forge("{"),
    forge(null),
    forge({}),
    forge([]),
    forge([version, ...rest, 1]),
    forge([2, ...rest]),
    change(0, "departments"),
    change(1, "sideways"),
    change(2, "yesterday"),
    change(2, "2026-01-01T00:00:00+23:59"),
    change(2, "+010000-01-01T00:00:00.000000Z"),
    change(2, "2026-01-01T00:00:00.000000Z' or 1=1"),
    change(2, 5),
    change(3, "not-a-uuid"),
    change(3, null),
    change(4, -1),
    change(4, 1.5),
    change(4, "5"),
    change(5, 1e300),
    change(6, "never"),
    change(7, "other"),
    "A".repeat(3_000),
  ];
  for (const cursor of forged) {
    const faults = faultsOf(await list(`cursor=${cursor}`));
    assert.deepEqual(
      faults.map((fault) => fault.split(" ")[0]),
      ["cursor"],
      cursor,
    );
  }
});
