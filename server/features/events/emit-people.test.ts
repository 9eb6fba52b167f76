// The database builds the events of members that a list adds or removes; the program builds those of single members. Both must be
// alike.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openProvisioned, urns, type Provisioned } from "../../../test/harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned({
    departments: [{ name: "Odlewnia", code: "O" }],
    contractors: [{ name: "Czysto", code: "C" }],
  });
});
after(() => acme.close());

const names = ["plain", 'quo"ted \\ slash / <b>&amp;', "tab\tline\nfeed\u0001\u007f", "Żółć 火 😀 \u2028"];

async function bodiesOf(person_id: string): Promise<string[]> {
  const { rows } = await acme.database.superuser.query(
    `select convert_from(body, 'UTF8') as body from event
     where type like 'group.%' and convert_from(body, 'UTF8')::json #>> '{data,user,id}' = $1
     order by id`,
    [person_id],
  );
  return rows.map(({ body }) => body);
}

/** The event without the members that differ between any two events. */
function alike(body: string): string {
  const { id, created_at, data } = JSON.parse(body);
  const batch_id = JSON.stringify(data.batch_id);
  return body.replace(id, "ID").replace(created_at, "AT").replace(`"batch_id":${batch_id}`, '"batch_id":B');
}

test("what a list of members tells of a person has the bytes of what one member tells, whatever the names are", async () => {
  const { superuser } = acme.database;
  const ids: string[] = [];
  for (const [place] of names.entries()) {
    const user = { schemas: [urns.user], userName: `person${place}` };
    ids.push((await acme.scim.generic.post("/Users", user)).body.id);
  }
  for (const [place, name] of names.entries()) {
    await superuser.query("update person set employee_no = $2, employee_no_norm = $2 where id = $1", [ids[place], name]);
  }
  await superuser.query("update department set name = $1", [names.join(" ")]);
  await superuser.query("update person set department_id = (select id from department limit 1) where id = any ($1)", [
    ids.slice(1),
  ]);
  await superuser.query(
    "update person set worker_type = 'b2b_contractor', contractor_id = (select id from contractor limit 1) where id = $1",
    [ids[3]],
  );
  const group = { schemas: [urns.group], displayName: names.join(" ").replaceAll(/[\t\n\u0001\u007f\u2028]/g, " ") };
  const { id } = (await acme.scim.generic.post("/Groups", group)).body;
  const patch = async (operation: object) => {
    const reply = await acme.scim.generic.patch(`/Groups/${id}`, [operation]);
    assert.equal(reply.status, 204, reply.text);
  };
  for (const person of ids) {
    await patch({ op: "add", path: "members", value: [{ value: person }] });
    await patch({ op: "remove", path: `members[value eq "${person}"]` });
  }
  await patch({ op: "replace", path: "members", value: ids.map((value) => ({ value })) });
  await patch({ op: "replace", path: "members", value: [] });
  for (const person of ids) {
    const bodies = await bodiesOf(person);
    assert.equal(bodies.length, 4);
    for (const body of bodies) assert.equal(body, JSON.stringify(JSON.parse(body)));
    const [joined, left, joined_by_list, left_by_list] = bodies.map(alike);
    assert.equal(joined_by_list, joined);
    assert.equal(left_by_list, left);
  }
});
