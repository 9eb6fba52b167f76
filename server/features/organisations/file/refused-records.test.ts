import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { applyText, refusesText } from "../../../../test/harness/organisation/organisation-file.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
  // The records to which the files below may refer.
  await applyText(database, standing);
  await database.superuser.query("update client set revoked_at = now() where name = 'Gone'");
  await database.superuser.query("update license set seats_used = 3 where name = 'Taken'");
});
after(() => database.close());

const standing = `
organisation: {code: BAD, time_zone: Europe/Warsaw}
attributes: [{key: shift}]
departments: [{code: TOP, name: Top}, {code: SUB, name: Sub, parent: TOP}]
courses: [{code: C1, title: One}, {code: C2, title: Two}]
learning_paths: [{code: P1, title: Path, courses: [C1]}]
licenses: [{name: Taken, courses: [C1], seats_total: 5}]
people: [{employee_no: "1", first_name: A, last_name: B, email: a@acme.example, attributes: {shift: A}}]
clients: [{name: Gone}]
`;

/** The content of a file below its organisation, with ▸ before each fault, and the messages that are expected. */
const cases: [promise: string, file: string, ...problems: string[]][] = [
  [
    "an unknown member",
    `people: []
▸peple: []`,
    `peple is not known here; did you mean "people"?`,
  ],
  [
    "an unknown member inside a record",
    `departments:
  - code: A
    name: A
    ▸parnet: TOP`,
    `departments[0].parnet is not known here; did you mean "parent"?`,
  ],
  [
    "a missing member",
    `departments:
  - ▸{code: A}`,
    `departments[0] needs "name"`,
  ],
  ["a section that is no list", "people: ▸{}", "people must be a list"],
  ["a record that is none", "people: [▸5]", "people[0] must be an object"],
  ["a number for a text", "departments: [{code: ▸007, name: A}]", "departments[0].code must be a text; write it in quotes"],
  ["a text for a number", `courses: [{code: A, title: A, grace_days: ▸"7"}]`, "courses[0].grace_days must be a whole number"],
  ["a number out of range", "courses: [{code: A, title: A, grace_days: ▸3651}]", "courses[0].grace_days must be from 0 to 3650"],
  [
    "a text too long",
    `departments: [{code: A, name: ▸${"x".repeat(201)}}]`,
    "departments[0].name must have at most 200 characters",
  ],
  ["an empty text", `departments: [{code: A, name: ▸" "}]`, "departments[0].name must not be empty"],
  [
    "a value that is none of the list",
    "admins: [{email: a@b.example, role: ▸boss}]",
    "admins[0].role must be one of it_admin, training_admin, compliance_officer, guard",
  ],
  [
    "a code with a control character",
    String.raw`departments: [{code: ▸"A\tB", name: A}]`,
    "departments[0].code must be one line, without control characters and without characters that change the direction of writing",
  ],
  [
    "a login with a character that turns the direction of writing",
    String.raw`people: [{employee_no: "1", first_name: A, last_name: B, email: a@people.example, login: ▸"a\u202eb"}]`,
    "people[0].login must be one line, without control characters and without characters that change the direction of writing",
  ],
  [
    "U+0000",
    String.raw`departments: [{code: A, name: ▸"a\0"}]`,
    "departments[0].name must be Unicode text without U+0000 and lone surrogates",
  ],
  [
    "a lone surrogate",
    String.raw`departments: [{code: A, name: ▸"\ud800"}]`,
    "departments[0].name must be Unicode text without U+0000 and lone surrogates",
  ],
  [
    "a date that does not exist",
    "contractors: [{code: A, name: A, contract_valid_until: ▸2026-02-30}]",
    "contractors[0].contract_valid_until must be a date that exists, YYYY-MM-DD",
  ],
  [
    "a date before 1900",
    `contractors: [{code: A, name: A, contract_valid_until: ▸"0000-01-01"}]`,
    "contractors[0].contract_valid_until must be a date from 1900 on, YYYY-MM-DD",
  ],
  [
    "a date with a time",
    "contractors: [{code: A, name: A, contract_valid_until: ▸2026-02-03T10:00:00Z}]",
    "contractors[0].contract_valid_until must be a date that exists, YYYY-MM-DD",
  ],
  ["an address that is none", "admins: [{email: ▸no-address}]", "admins[0].email must be an e-mail address"],
  [
    "the same code twice",
    "departments: [{code: A, name: A}, {code: ▸a, name: B}]",
    "departments[1].code is that of departments[0] already",
  ],
  [
    "the same code of a course and a path",
    `courses: [{code: A, title: A}]
learning_paths: [{code: ▸A, title: A, courses: [C1]}]`,
    "learning_paths[0].code is that of courses[0] already",
  ],
  [
    "an unknown department above",
    "departments: [{code: A, name: A, parent: ▸NOPE}]",
    `departments[0].parent names no department: there is no code "NOPE"`,
  ],
  ["a department below itself", "departments: [{code: A, name: A, parent: ▸A}]", `departments[0].parent puts "A" below itself`],
  [
    "a circle with a department that stands",
    "departments: [{code: TOP, name: Top, parent: ▸SUB}]",
    `departments[0].parent puts "TOP" below itself`,
  ],
  [
    "another kind of course for a code",
    `courses: [{code: ▸P1, title: A}]
learning_paths: [{code: ▸C2, title: A, courses: [C1]}]`,
    "courses[0].code is the code of a learning path",
    "learning_paths[0].code is the code of a course",
  ],
  [
    "a recurrence that needs a validity",
    "courses: [{code: A, title: A, recurrence: ▸validity}]",
    `courses[0].recurrence needs "validity"`,
  ],
  [
    "a renewal that needs a validity",
    "courses: [{code: A, title: A, renewal: ▸{enabled: true}}]",
    `courses[0].renewal needs "validity" to renew`,
  ],
  [
    "content of an unknown kind",
    "courses: [{code: A, title: A, content: {kind: ▸film}}]",
    "courses[0].content.kind must be one of link, document, quiz",
  ],
  [
    "a question without right options",
    "courses: [{code: A, title: A, content: {kind: quiz, questions: [{text: a, options: [a, b], correct: ▸[2]}]}}]",
    "courses[0].content.questions[0].correct must be places from 0 to 1",
  ],
  [
    "an item of a path that is no course",
    "learning_paths: [{code: A, title: A, courses: [C1, ▸NOPE, ▸P1, ▸C1]}]",
    `learning_paths[0].courses[1] must be a course: there is no code "NOPE"`,
    `learning_paths[0].courses[2] must be a course: "P1" is a learning path`,
    "learning_paths[0].courses[3] stands twice in this path",
  ],
  [
    "a licence for nothing",
    "licenses: [▸{name: A}, ▸{name: B, courses: [], paths: []}]",
    `licenses[0] needs "courses" or "paths"`,
    "licenses[1] must cover a course or a path",
  ],
  [
    "a licence for what does not exist",
    "licenses: [{name: A, courses: [▸P1], paths: [▸C1, ▸NOPE]}]",
    `licenses[0].courses[0] must be a course: "P1" is a learning path`,
    `licenses[0].paths[0] must be a learning path: "C1" is a course`,
    `licenses[0].paths[1] must be a learning path: there is no code "NOPE"`,
  ],
  [
    "a licence that ends before it begins",
    "licenses: [{name: A, courses: [C1], valid_from: 2026-02-01, valid_until: ▸2026-01-31}]",
    "licenses[0].valid_until must not lie before 2026-02-01",
  ],
  [
    "fewer seats than are in use",
    "licenses: [{name: Taken, seats_total: ▸2, seat_unit: ▸enrollment}]",
    "licenses[0].seats_total must be at least 3: so many seats are in use",
    "licenses[0].seat_unit must stay person while 3 seats are in use",
  ],
  [
    "an attribute that people use with another type",
    "attributes: [{key: shift, type: ▸number}]",
    "attributes[0].type is string, and people have values of that type",
  ],
  [
    "a client that was revoked",
    "clients: [{name: ▸gone}]",
    "clients[0].name is that of a client that was revoked, which is for good; choose another",
  ],
  [
    "unknown and repeated scopes",
    "clients: [{name: A, scopes: [users:read, ▸users:read, ▸users:delete]}]",
    "clients[0].scopes[1] stands twice in this list",
    "clients[0].scopes[2] must be one of users:read",
  ],
  ["a client without a method", "clients: [{name: A, methods: ▸[]}]", "clients[0].methods must have at least 1 entry"],
  [
    "what is no network",
    `clients: [{name: A, ip_allowlist: [▸10.0.0.1/8, ▸10.0.0.0/33, ▸"::ffff:10.0.0.1", ▸"fe80::1%eth0", ▸host]}]`,
    "clients[0].ip_allowlist[0] has bits beyond its mask; write 10.0.0.0/8 for the network or 10.0.0.1/32 for the address",
    "clients[0].ip_allowlist[1] must be an address or a network in CIDR form",
    "clients[0].ip_allowlist[2] must be written as IPv4",
    "clients[0].ip_allowlist[3] must be an address or a network in CIDR form",
    "clients[0].ip_allowlist[4] must be an address or a network in CIDR form",
  ],
  [
    "what is no host",
    `clients: [{name: A, webhook_hosts: [▸"https://a.example", ▸"a.example:443", ▸10.0.0.1, ▸"[::1]", ▸"*.com", ▸"a.*.example", ▸-a.example]}]`,
    "clients[0].webhook_hosts[0] must be a host name without scheme",
    "clients[0].webhook_hosts[1] must be a host name without scheme",
    "clients[0].webhook_hosts[2] must be a host name, not an address",
    "clients[0].webhook_hosts[3] must be a host name, not an address",
    "clients[0].webhook_hosts[4] must not stand for all names below com, which belong to many owners",
    "clients[0].webhook_hosts[5] must be a host name without scheme",
    "clients[0].webhook_hosts[6] must be a host name without scheme",
  ],
  [
    "limits above the contract",
    `contract: {rate: {per_day: 400}}
clients:
  - name: A
    rate: {per_minute: ▸21, burst: 30, per_day: ▸401}`,
    "clients[0].rate.per_minute must be at most 20, the limit of the organisation's contract",
    "clients[0].rate.per_day must be at most 400, the limit of the organisation's contract",
  ],
  [
    "problems of several records, by line",
    `people: [▸▸{employee_no: x}]
departments: [{code: A, name: A, parent: ▸NOPE}]
admins: [▸{}]`,
    `people[0] needs "first_name"`,
    `people[0] needs "last_name"`,
    `departments[0].parent names no department: there is no code "NOPE"`,
    `admins[0] needs "email"`,
  ],
];

for (const [promise, file, ...problems] of cases) {
  test(`a file is refused with its line, and changes nothing: ${promise}`, async () => {
    await refusesText(database, `organisation: {code: BAD}\n${file}`, problems);
  });
}
