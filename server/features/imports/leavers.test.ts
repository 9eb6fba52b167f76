import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { again, ndjson, openImporter, type Importer } from "../../../test/harness/organisation/imports.ts";

let acme: Importer;
let staff: any[];
before(async () => {
  acme = await openImporter();
  const numbers = Array.from({ length: 10 }, (_, place) => `S${place}`);
  staff = await Promise.all(numbers.map((employee_no) => acme.someone({ employee_no })));
  await acme.api.post("/api/v1/enrollments", { employee_no: "S9", course_code: "FIRE-01" });
});
after(() => acme.close());

const fileOf = (people: any[]) => `employee_no\n${people.map(({ employee_no }) => employee_no).join("\n")}\n`;
const states = async () => Promise.all(staff.map(async (person) => (await again(acme.api, person)).status));

test("a file that lacks more people than may leave fails as a whole, and nothing is changed", async () => {
  const text = `employee_no,job_title\n${staff
    .slice(0, 8)
    .map(({ employee_no }) => `${employee_no},Changed`)
    .join("\n")}\n`;
  const done = await acme.importFile(text, "deactivate_missing=true&max_deactivate_percent=19");
  assert.deepEqual([done.status, done.guard, done.rows_done], ["failed", { max_deactivate_percent: 19, tripped: true }, 0]);
  assert.match(done.failure.detail, /^2 of 10 active people are not in the file or have left by it, more than 19 %/);
  assert.deepEqual(await Promise.all(staff.map((person) => again(acme.api, person))), staff);
  const dry = await acme.importFile(text, "deactivate_missing=true&max_deactivate_percent=19&dry_run=true");
  assert.deepEqual([dry.status, dry.guard.tripped, dry.counts.deactivate, dry.counts.update], ["finished", true, 2, 8]);
  const allowed = await acme.importFile(text, "deactivate_missing=true&max_deactivate_percent=20&dry_run=true");
  assert.deepEqual([allowed.guard.tripped, allowed.counts.deactivate], [false, 2], "as many as may leave");
});

test("without deactivate_missing a file does not affect people who are not in it", async () => {
  const done = await acme.importFile(fileOf(staff.slice(0, 1)));
  assert.deepEqual([done.counts.unchanged, done.counts.deactivate], [1, 0]);
  assert.deepEqual(new Set(await states()), new Set(["invited"]));
});

test("a person missing in a file that lists everybody is deactivated, unless SCIM manages them, and reactivated by the next file", async () => {
  await acme.set(staff[8], "managed_by = 'scim'");
  const done = await acme.importFile(fileOf(staff.slice(0, 8)), "deactivate_missing=true&max_deactivate_percent=12");
  assert.deepEqual([done.status, done.counts.deactivate], ["finished", 1], JSON.stringify(done));
  assert.deepEqual(done.rows_preview, [
    {
      row: null,
      employee_no: "S9",
      full_name: `${staff[9].first_name} ${staff[9].last_name}`,
      action: "deactivate",
      changes: { status: ["invited", "deactivated"] },
      effects: { enrollments_assigned: [], enrollments_cancelled: ["FIRE-01"] },
      errors: [],
    },
  ]);
  assert.deepEqual((await states()).slice(8), ["invited", "deactivated"]);
  const back = await acme.importFile(fileOf(staff), "deactivate_missing=true");
  assert.deepEqual([back.counts.update, back.counts.unchanged], [1, 9], JSON.stringify(back));
  assert.equal((await again(acme.api, staff[9])).status, "invited");
});

test("a person who has left stays inactive in a file with their end date, and is reactivated by one without", async () => {
  await acme.api.patch(`/api/v1/users/${staff[7].id}`, { active: false, employment_end_date: "2020-06-30" });
  const ends = `employee_no,employment_end_date\n${staff.map(({ employee_no }) => `${employee_no},${employee_no === "S7" ? "2020-06-30" : ""}`).join("\n")}\n`;
  const left = await acme.importFile(ends, "deactivate_missing=true");
  assert.deepEqual([left.counts.update, left.counts.unchanged], [0, 10], JSON.stringify(left));
  assert.equal((await again(acme.api, staff[7])).status, "deactivated");
  const back = await acme.importFile(fileOf(staff), "deactivate_missing=true");
  assert.deepEqual(back.rows_preview[0].changes, {
    employment_end_date: ["2020-06-30", null],
    status: ["deactivated", "invited"],
  });
});

test("a person created after the upload does not count as missing in the file", async () => {
  const { body } = await acme.send(fileOf(staff), "deactivate_missing=true&max_deactivate_percent=100");
  const later = await acme.someone({ employee_no: "LATER" });
  await acme.run(body.id);
  assert.equal((await acme.record(body.id)).counts.deactivate, 0);
  assert.equal((await again(acme.api, later)).status, "invited");
});

test("whom a row names that cannot be taken is not missing in the file", async () => {
  await acme.api.patch(`/api/v1/users/${(await acme.person("LATER")).id}`, { active: false });
  const number = await acme.someone({ employee_no: "4711" });
  const lines = [
    ...staff.slice(2).map(({ employee_no }) => ({ employee_no })),
    { employee_no: "S0", job_title: "a\u0000b" },
    { employee_no: "s1 ", attributes: { level: 1e17 } },
    { employee_no: 4711 },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const done = await acme.importFile(text, "deactivate_missing=true&max_deactivate_percent=100", ndjson);
  assert.deepEqual([done.status, done.counts.invalid, done.counts.deactivate], ["finished", 3, 0], JSON.stringify(done));
  assert.deepEqual(
    done.rows_preview.map(({ employee_no }: any) => employee_no),
    ["S0", "s1", "4711"],
  );
  assert.equal((await again(acme.api, number)).status, "invited");
  await acme.api.patch(`/api/v1/users/${number.id}`, { active: false });
});

test("in a file that lists everybody the guard also counts those whose rows say that they have left", async () => {
  const own = staff.filter((_, place) => place !== 8);
  const text = `employee_no,active\n${own.map(({ employee_no }, place) => `${employee_no},${place < 2 ? "false" : ""}`).join("\n")}\n`;
  const all = `employee_no\n${own.map(({ employee_no }) => employee_no).join("\n")}\n`;
  assert.equal((await acme.importFile(all, "deactivate_missing=true")).status, "finished");
  const done = await acme.importFile(text, "deactivate_missing=true&max_deactivate_percent=20");
  assert.deepEqual([done.status, done.guard.tripped, done.rows_done], ["failed", true, 0], JSON.stringify(done));
  assert.match(done.failure.detail, /^2 of 9 active people/);
  assert.equal((await again(acme.api, staff[0])).status, "invited");
  const ends = text.replace("active", "employment_end_date").replaceAll("false", "2020-06-30");
  const ended = await acme.importFile(ends, "deactivate_missing=true&max_deactivate_percent=20");
  assert.deepEqual([ended.status, ended.guard.tripped, ended.rows_done], ["failed", true, 0], JSON.stringify(ended));
  const allowed = await acme.importFile(text, "deactivate_missing=true&max_deactivate_percent=25");
  assert.deepEqual([allowed.status, allowed.counts.deactivate], ["finished", 2], JSON.stringify(allowed));
});

test("a person whose company's contract has ended is not reactivated by a file, and a new person who has left is not created", async () => {
  const contractor = { worker_type: "b2b_contractor", contractor_name: "Bud-Serwis Sp. z o.o." };
  const ended = await acme.someone({ employee_no: "EXT-1", ...contractor });
  await acme.api.patch(`/api/v1/users/${ended.id}`, { active: false });
  await acme.database.superuser.query("update contractor set contract_valid_until = '2020-06-30' where code = 'BUDSERWIS'");
  const text = `employee_no,first_name,last_name,email,employment_end_date\n${[
    `EXT-1,Anna,Kowalska,${ended.email},`,
    "GONE,Jan,Nowak,gone@acme.example,2020-06-30",
    ...staff.map(({ employee_no, first_name, last_name, email }) => `${employee_no},${first_name},${last_name},${email},`),
  ].join("\n")}\n`;
  const done = await acme.importFile(text, "deactivate_missing=true");
  assert.deepEqual([done.status, done.counts.create], ["finished", 0], JSON.stringify(done));
  assert.equal((await again(acme.api, ended)).status, "deactivated");
  assert.equal(await acme.person("GONE"), undefined);
});

test("people come back by a file on the last day of their company's contract, and not after it", async (t) => {
  const { database, api } = acme;
  const now = Temporal.Now.instant();
  t.after(() => database.clock.release());
  await database.clock.freeze(now.toString());
  const { rows } = await database.superuser.query(
    "update contractor set contract_valid_until = $1 where code = 'TWIN-1' returning id",
    [now.toZonedDateTimeISO("Europe/Warsaw").toPlainDate().toString()],
  );
  const person = await acme.someone({ employee_no: "EXT-2", worker_type: "b2b_contractor", contractor_id: rows[0].id });
  for (const expected of ["invited", "deactivated"]) {
    await api.patch(`/api/v1/users/${person.id}`, { active: false });
    const done = await acme.importFile(fileOf([...staff, person]), "deactivate_missing=true&max_deactivate_percent=100");
    assert.equal(done.status, "finished", JSON.stringify(done));
    assert.equal((await again(api, person)).status, expected);
    // Also later than the longest day of the year, which has 25 hours.
    await database.clock.advance(26 * 3_600);
  }
});
