import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { applyText, failureOf, refusesText } from "../../../../test/harness/organisation/organisation-file.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
  await applyText(database, "organisation: {code: BAD, time_zone: Europe/Warsaw}");
});
after(() => database.close());

test("the organisation itself is refused with its line", async () => {
  await refuses(
    "organisation: {code: BAD, kind: ▸sandbox}",
    "organisation.kind is live: the kind of an organisation never changes",
  );
  await refuses("organisation:\n  code: ▸bad", "organisation.code must be 2 to 32 capital letters, digits and hyphens");
  await refuses("▸people: []", 'needs "organisation"');
  await refuses("organisation: {code: BAD, ▸nmae: x}\n▸peple: []", "organisation.nmae is not known", "peple is not known");
  for (const zone of ["Europe/Krakow", "+02:00", "EST5", "local", "Etc/../x"]) {
    await refuses(
      `organisation: {code: BAD, time_zone: ▸"${zone}"}`,
      "organisation.time_zone must be the IANA name of a time zone",
    );
  }
  for (const text of ["▸", "▸# nothing", "▸[]", "▸5", "▸null"])
    await refuses(text, "must be an object that names its organisation");
  await refuses("organisation: ▸BAD", "organisation must be an object");
});

test("invalid YAML is refused with its line", async () => {
  await refuses(`organisation: {code: BAD}\n▸---\na: 1`, "begins a second document; the file must be one");
  await refuses(`organisation: {code: BAD}\npeople: []\n▸people: []`, "is not YAML: map keys must be unique");
  await refuses(`organisation: {code: BAD}\npeople: ▸*missing`, "is not YAML: there is no &missing before this");
  await refuses(
    `organisation: {code: BAD}\npeople: [▸`,
    "is not YAML: flow sequence in block collection must be sufficiently indented and end with a ]",
  );
});

test("JSON is refused with its line too, and with a member that it names twice", async () => {
  await refuses(
    `{
  "organisation": {"code": "BAD"},
  "departments": [
    {"code": "A", "name": "A", "parent": ▸"NOPE"},
    {"code": "B", ▸"code": "C", "name": "\\"{[", ▸"x": [1, {"y": null}]}
  ],
  ▸"__proto__": {"people": []}
}`,
    'departments[0].parent names no department: there is no code "NOPE"',
    "departments[1].code stands twice in one object",
    "departments[1].x is not known here",
    "__proto__ is not known here",
  );
});

test("a file with more problems than anyone reads says how many there are", async () => {
  const people = Array.from({ length: 300 }, (_, index) => ({ employee_no: `n${index}`, first_name: "A", last_name: "B" }));
  const { message } = await failureOf(database, JSON.stringify({ organisation: { code: "BAD" }, people }));
  assert.match(message, /^The organisation file has 300 problems; nothing was changed\./);
  assert.match(message, /and 100 more$/);
});

test("texts that are made to hurt are refused like others", async () => {
  const start = "organisation: {code: BAD}\n";
  const deep = `${start}x: ${"[".repeat(20_000)}`;
  const deep_json = `{"organisation": {"code": "BAD"}, "x": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  const nines = (name: string) => `[${Array(9).fill(name).join(", ")}]`;
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const bomb = `${start}${names.map((name, index) => `${name}: &${name} ${nines(index === 0 ? "x" : `*${names[index - 1]}`)}`).join("\n")}`;
  const circle = `${start}departments: &a [*a]`;
  for (const text of [deep, deep_json, bomb, circle]) await failureOf(database, text);
});

function refuses(marked: string, ...problems: string[]): Promise<void> {
  return refusesText(database, marked, problems);
}
