import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { applyText, refusesText } from "../../../../test/harness/organisation/organisation-file.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
  await applyText(database, standing);
  await database.superuser.query("update person_group set kind = 'scim' where code = 'IDP'");
});
after(() => database.close());

const standing = `
organisation: {code: BAD, time_zone: Europe/Warsaw}
attributes: [{key: shift}, {key: level, type: number}, {key: badges, type: string_array}]
departments: [{code: TOP, name: Topmost}, {code: TW-1, name: Twin}, {code: TW-2, name: Twin}]
contractors: [{code: BUD, name: Bud-Serwis}]
courses: [{code: C1, title: One}, {code: C2, title: Two}]
learning_paths: [{code: P1, title: Path, courses: [C1]}]
groups: [{code: IDP, name: Of the identity provider}, {code: MAN, name: By hand}, {code: DYN, name: Dynamic, when: {job_title: a}}]
people: [{employee_no: "1", first_name: A, last_name: B, email: a@acme.example}]
`;

/** The content of a file below its organisation, with ▸ before each fault, and the messages that are expected. */
const cases: [promise: string, file: string, ...problems: string[]][] = [
  [
    "a rule without conditions",
    "rules: [{name: A, when: ▸{}, assign: [C1]}]",
    "rules[0].when needs a condition, such as department",
  ],
  [
    "a rule that only says how departments count",
    "rules: [{name: A, when: ▸{include_subdepartments: true, attributes: {}}, assign: [C1]}]",
    "rules[0].when needs a condition",
  ],
  ["a new rule without when and assign", "rules: [▸▸{name: A}]", `rules[0] needs "when"`, `rules[0] needs "assign"`],
  [
    "an unknown department of a rule",
    "rules: [{name: A, when: {department: ▸topmos}, assign: [C1]}]",
    `rules[0].when.department names no department: there is no code or name "topmos"; did you mean "Topmost"?`,
  ],
  [
    "an unknown one of several departments",
    `rules:
  - {name: A, when: {departments: [TOP, ▸TOPP]}, assign: [C1]}`,
    `rules[0].when.departments[1] names no department: there is no code or name "TOPP"; did you mean "TOP"?`,
  ],
  [
    "a department by a name that two have",
    "rules: [{name: A, when: {department: ▸Twin}, assign: [C1]}]",
    "rules[0].when.department names 2 of them; write the code: TW-1, TW-2",
  ],
  [
    "an unknown company of a rule",
    "rules: [{name: A, when: {contractor: ▸BUDD}, assign: [C1]}]",
    `rules[0].when.contractor names no contractor company: there is no code or name "BUDD"; did you mean "BUD"?`,
  ],
  [
    "an unknown attribute of a rule",
    "rules: [{name: A, when: {attributes: {▸shfit: B}}, assign: [C1]}]",
    `rules[0].when.attributes.shfit is not a defined attribute; did you mean "shift"?`,
  ],
  [
    "an attribute's value of another type",
    `rules:
  - {name: A, when: {attributes: {level: ▸"3"}}, assign: [C1]}
  - {name: B, when: {attributes: {badges: ▸3}}, assign: [C1]}`,
    "rules[0].when.attributes.level must be a number",
    "rules[1].when.attributes.badges must be a string",
  ],
  [
    "a list as an attribute's value",
    "rules: [{name: A, when: {attributes: {badges: ▸[fire]}}, assign: [C1]}]",
    "rules[0].when.attributes.badges must be a text or a number or true or false",
  ],
  [
    "a job title without a letter",
    `rules: [{name: A, when: {job_title: ▸"\u0301"}, assign: [C1]}]`,
    "rules[0].when.job_title must have a letter or digit",
  ],
  [
    "an unknown course of a rule",
    "rules: [{name: A, when: {department: TOP}, assign: [C1, ▸C3]}]",
    `rules[0].assign[1] must be a course or learning path: there is no code "C3"; did you mean "C1"?`,
  ],
  [
    "a rule that assigns nothing",
    "rules: [{name: A, when: {department: TOP}, assign: ▸[]}]",
    "rules[0].assign must have at least 1 entry",
  ],
  [
    "an unknown condition",
    "rules: [{name: A, when: {▸departmnet: TOP}, assign: [C1]}]",
    `rules[0].when.departmnet is not known here; did you mean "department"?`,
  ],
  [
    "the same rule twice",
    `rules:
  - {name: A, when: {department: TOP}, assign: [C1]}
  - {name: ▸" á ", when: {department: TOP}, assign: [C1]}`,
    "rules[1].name is that of rules[0] already",
  ],
  [
    "conditions of a group that is kept by hand",
    `groups:
  - {code: MAN, name: By hand, when: ▸{job_title: a}}
  - {code: NEW, name: New, kind: manual, when: ▸{job_title: a}}`,
    "groups[0].when is only for a dynamic group; this one is manual",
    "groups[1].when is only for a dynamic group; this one is manual",
  ],
  ["a dynamic group without conditions", "groups: [▸{code: A, name: A, kind: dynamic}]", `groups[0] needs "when": it is dynamic`],
  [
    "members of a dynamic group",
    `groups: [{code: A, name: A, when: {job_title: a}, members: ▸["1"]}]`,
    "groups[0].members are only for a manual group; this one is dynamic",
  ],
  [
    "another kind for a group",
    `groups:
  - {code: DYN, name: Dynamic, kind: ▸manual}
  - {code: IDP, name: Of the identity provider, kind: ▸manual}`,
    "groups[0].kind is dynamic: the kind of a group never changes",
    "groups[1].kind is scim: the kind of a group never changes",
  ],
  [
    "members and conditions of the identity provider's group",
    `groups:
  - {code: IDP, name: A, members: ▸["1"]}
  - {code: idp, name: A}`.replace("{code: idp", "{code: ▸idp"),
    "groups[0].members are only for a manual group; this one is scim",
    "groups[1].code is that of groups[0] already",
  ],
  [
    "an unknown member",
    `groups: [{code: MAN, name: By hand, members: ["1", "2", ▸"3"]}]
people: [{employee_no: "2", first_name: A, last_name: B, email: b@acme.example}]`,
    `groups[0].members[2] names no one: there is no employee number "3"`,
  ],
  [
    "an unknown course of a group",
    "groups: [{code: A, name: A, courses: [▸C9]}]",
    `groups[0].courses[0] must be a course or learning path`,
  ],
  [
    "a path that contains itself",
    `learning_paths:
  - {code: P1, title: Path, courses: [C1, ▸p1]}
  - {code: P2, title: New, courses: [▸P2]}`,
    "learning_paths[0].courses[1] puts the path into itself",
    "learning_paths[1].courses[0] puts the path into itself",
  ],
  [
    "a path that contains another one",
    `learning_paths:
  - {code: P2, title: New, courses: [▸P1, ▸P3]}
  - {code: P3, title: New, courses: [C1]}`,
    `learning_paths[0].courses[0] must be a course: "P1" is a learning path`,
    `learning_paths[0].courses[1] must be a course: "P3" is a learning path`,
  ],
  [
    "a renewal on a fixed day without the day",
    "courses: [{code: A, title: A, validity: {value: 1, unit: year}, renewal: ▸{enabled: true, basis: fixed}}]",
    `courses[0].renewal needs "fixed_on": the basis is fixed`,
  ],
  [
    "a fixed day that no year has",
    `courses:
  - {code: A, title: A, validity: {value: 1, unit: year}, renewal: {basis: fixed, fixed_on: ▸02-30}}
  - {code: B, title: B, validity: {value: 1, unit: year}, renewal: {basis: fixed, fixed_on: ▸13-01}}
  - {code: D, title: D, validity: {value: 1, unit: year}, renewal: {basis: fixed, fixed_on: ▸July}}`,
    "courses[0].renewal.fixed_on must be a day that the calendar has, MM-DD",
    "courses[1].renewal.fixed_on must be a day that the calendar has, MM-DD",
    "courses[2].renewal.fixed_on must be a day of the calendar, MM-DD",
  ],
  [
    "a renewal of certificates that are not issued",
    "courses: [{code: A, title: A, validity: {value: 1, unit: year}, issues_certificates: false, renewal: ▸{enabled: true}}]",
    "courses[0].renewal renews certificates, and the course issues none",
  ],
];

for (const [promise, file, ...problems] of cases) {
  test(`a file is refused with its line, and changes nothing: ${promise}`, () =>
    refusesText(database, `organisation: {code: BAD}\n${file}`, problems));
}
