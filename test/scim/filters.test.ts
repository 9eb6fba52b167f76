import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { matches } from "../../server/protocols/scim/filter/evaluate.ts";
import { anyFilter } from "../../server/protocols/scim/filter/any.fixture.ts";
import { own, trials, user_type } from "../../server/protocols/scim/filter/trial.fixture.ts";
import { parseFilter } from "../../server/protocols/scim/filter/filter.ts";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
let shown: any[];

before(async () => {
  acme = await openProvisioned({
    attributes: own,
    departments: [{ name: "łukasz", code: "L" }],
    contractors: [{ name: "WORK", code: "W" }],
    people: [
      { employee_no: "1", first_name: "Łukasz", last_name: "work", email: "lukasz@work.example", department: "L" },
      {
        employee_no: "2",
        first_name: "ΣΑΣ",
        last_name: "a%b",
        worker_type: "b2b_contractor",
        contractor: "W",
        email: "a@b.example",
      },
    ],
  });
  // The generated users contain values of wrong types, and a user with one is refused.
  for (const { resource } of [7_644, 7_643, 9_865, 20_261, 5, 6].flatMap((seed) => trials(seed).users)) {
    const { id: _, meta: __, groups: ___, ...user } = resource;
    const reply = await acme.scim.generic.post("/Users", { ...user, schemas: [urns.user] });
    assert.ok(reply.status === 201 || reply.status === 400 || reply.status === 409, reply.text);
  }
  shown = (await acme.scim.generic.get("/Users?count=200")).body.Resources;
  assert.ok(shown.length > 15, `only ${shown.length} people were created`);
});
after(() => acme.close());

test("250 random filters find those people whom they describe as they are shown", async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(anyFilter(user_type), async (written) => {
      // The filter and the compared values are normalised to NFC, as every text from outside.
      const text = written.toWellFormed().normalize("NFC");
      const query = `/Users?count=200&attributes=id&filter=${encodeURIComponent(text)}`;
      fc.pre(query.length < 8_000);
      const reply = await acme.scim.generic.get(query);
      if (reply.status === 400) return;
      assert.equal(reply.status, 200, reply.text);
      const filter = parseFilter(text, user_type, { lenient_booleans: true, compared_elements: true });
      const expected = shown.filter((user) => matches(filter, user)).map(({ id }) => id);
      assert.deepEqual(
        reply.body.Resources.map(({ id }: any) => id),
        expected,
        text,
      );
      found += expected.length;
    }),
    { numRuns: 250 },
  );
  assert.ok(found > 150, `found only ${found}`);
});
