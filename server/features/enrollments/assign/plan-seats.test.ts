import assert from "node:assert/strict";
import { test } from "node:test";
import type { UsableLicense } from "../../courses/sql.ts";
import { stockOf, takeTogether } from "./plan-seats.ts";

const license = (id: string): UsableLicense => ({ id, name: id, seat_unit: "person", seats_total: 1, seats_used: 0 });

test("a seat that is given back, because another one was not to be had, is free again and held by no one", () => {
  const stock = stockOf(
    [
      { id: "free", free: 1 },
      { id: "full", free: 0 },
    ],
    [],
  );
  const demand = (enrollment_id: string, license_id: string) => ({
    person_id: "p",
    enrollment_id,
    licenses: [license(license_id)],
  });
  // The first demand is the path's own enrollment, which needs no licence here.
  const path = { person_id: "p", enrollment_id: "path", licenses: [] };
  assert.deepEqual(takeTogether(stock, [path, demand("e1", "free"), demand("e2", "full")]), { full: license("full") });
  assert.deepEqual([stock.free.get("free"), stock.taken], [1, []]);
  assert.deepEqual(takeTogether(stock, [demand("e3", "free")]), { licenses: ["free"] });
  assert.deepEqual(
    stock.taken.map(({ enrollment_id }) => enrollment_id),
    ["e3"],
    "the seat is taken anew, and not thought to be held",
  );
});
