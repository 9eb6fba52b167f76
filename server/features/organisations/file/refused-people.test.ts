import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { applyText, refusesText } from "../../../../test/harness/organisation/organisation-file.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
  // The records that the files below refer to.
  await applyText(database, standing);
  await database.superuser.query(
    "update person set managed_by = 'scim', employee_no = 'IDP', employee_no_norm = 'idp' where employee_no = 'S1'",
  );
});
after(() => database.close());

const standing = `
organisation: {code: BAD, time_zone: Europe/Warsaw}
attributes: [{key: shift}, {key: floor, type: number}]
departments: [{code: TOP, name: Top}, {code: X1, name: Twice}, {code: X2, name: twice}]
contractors: [{code: K, name: Company}]
people:
  - {employee_no: "1", first_name: A, last_name: B, email: taken@acme.example}
  - {employee_no: S1, first_name: A, last_name: B, email: idp@acme.example}
`;

/** The content of a file below its organisation, with ▸ before each fault, and the messages that are expected. */
const cases: [promise: string, file: string, ...problems: string[]][] = [
  [
    "a number that cannot be kept",
    anna("attributes: {floor: ▸12345678901234567890}"),
    "people[0].attributes.floor is a number too large to be kept exactly",
  ],
  [
    "a number that is none",
    anna("attributes: {floor: ▸.nan}"),
    "people[0].attributes.floor must be a text or a number or true or false or a list or null; write it in quotes",
  ],
  [
    "an attribute that is not defined",
    anna("attributes: {▸flor: 1}"),
    `people[0].attributes.flor is not a defined attribute; did you mean "floor"?`,
  ],
  [
    "an attribute of another type",
    anna("attributes: {floor: ▸first}"),
    "people[0].attributes.floor must be of the attribute's type, number",
  ],
  [
    "an unknown department of a person",
    anna("department: ▸Nowhere"),
    `people[0].department names no department: there is no code or name "Nowhere"`,
  ],
  [
    "a department's name that two have",
    anna("department: ▸Twice"),
    "people[0].department names 2 of them; write the code: X1, X2",
  ],
  [
    "a contractor without a company",
    anna("worker_type: b2b_contractor", "▸"),
    `people[0] needs "contractor": worker_type is b2b_contractor`,
  ],
  [
    "a company of someone who is no contractor",
    anna("contractor: ▸K"),
    "people[0].contractor is only for worker_type b2b_contractor",
  ],
  [
    "a person without the address that is required",
    `people: [▸{employee_no: "9", first_name: A, last_name: B}]`,
    `people[0] needs "email": settings.email_required is true`,
  ],
  [
    "an employment that ends before it begins",
    anna("employment_start_date: 2026-02-01, employment_end_date: ▸2026-01-31"),
    "people[0].employment_end_date ends the employment before its start, 2026-02-01",
  ],
  [
    "a number, an address and a login twice",
    `people:
  - {employee_no: a, first_name: A, last_name: B, email: a@b.example}
  - {employee_no: ▸A, first_name: A, last_name: B, email: c@b.example}
  - {employee_no: c, first_name: A, last_name: B, email: ▸A@b.example}
  - {employee_no: d, first_name: A, last_name: B, email: d@b.example, login: ▸A@B.example}`,
    "people[1].employee_no is that of people[0] already",
    "people[2].email is that of people[0] already",
    "people[3].login has the login of people[0] already",
  ],
  [
    "an address that someone outside the file has",
    `people: [{employee_no: "9", first_name: A, last_name: B, email: ▸TAKEN@acme.example}]`,
    "people[0].email is that of employee 1 already",
  ],
  [
    "someone whom the identity provider manages",
    "people: [▸{employee_no: idp, first_name: New, last_name: B}]",
    "people[0] is managed by the identity provider, which alone may change it",
  ],
  [
    "who refers to a record that is wrong itself is not blamed too",
    `departments: [▸{code: A, ▸nmae: A}]
${anna("department: A")}`,
    `departments[0] needs "name"`,
    `departments[0].nmae is not known here; did you mean "name"?`,
  ],
];

for (const [promise, file, ...problems] of cases) {
  test(`a file is refused with its line, and changes nothing: ${promise}`, async () => {
    await refusesText(database, `organisation: {code: BAD}\n${file}`, problems);
  });
}

/** A valid person with additional members; `mark` is put before the person. */
function anna(members: string, mark = ""): string {
  return `people: [${mark}{employee_no: "9", first_name: Anna, last_name: Kowalska, email: anna@acme.example, ${members}}]`;
}
