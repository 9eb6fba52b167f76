import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../../../test/harness/server.ts";
import { nameNorm } from "../../platform/text.ts";
import { findDepartmentsLike, hasWords, wordsOf } from "./find-like.ts";

const names = [
  "Logistyka Północ",
  "Zarząd i administracja",
  "Operacje lotniskowe",
  "Istanbul Şube Müdürlüğü",
  "Utrzymanie ruchu",
  "Dział Bezpieczeństwa i Higieny Pracy",
  "Księgowość",
  "Kontrola jakości",
  "Magazyn wysokiego składowania",
  "Quality Assurance",
  "Forschung & Entwicklung",
  "Škoda Výroba",
  "Direction générale",
  "Đorđević Transport",
];

const unrelated = ["xylofon", "kurs", "dzik", "ala ma kota", "u x", "marketing", "north", "lot nic", "zzzzz", "ąę"];

let database: TestDatabase;
let server: TestServer;
let api: Api;
let acme: TestOrganisation;
before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {
    contract: { rate: { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 } },
    departments: names.map((name, index) => ({ name, code: `D${index}` })),
    people: names.map((_, index) => ({
      employee_no: String(index),
      first_name: "Anna",
      last_name: "Lis",
      email: `p${index}@acme.example`,
      department: `D${index}`,
    })),
    clients: [{ name: "reader", scopes: ["compliance:read"] }],
  });
  server = await startServer(database);
  api = apiOf(server, byKey(acme.code, acme.clients["reader"]!.secret));
});
after(async () => {
  await server.close();
  await database.close();
});

/** The departments of people in the matrix for a query. */
async function found(department_query: string): Promise<string[]> {
  const query = new URLSearchParams({ department_query });
  const { status, body, text } = await api.get(`/api/v1/compliance/matrix?${query.toString()}`);
  assert.equal(status, 200, text);
  return body.rows.map((row: { department_name: string }) => row.department_name).sort();
}

for (const [query, expected] of [
  ["logstyka", ["Logistyka Północ"]],
  ["logstka polnoc", ["Logistyka Północ"]],
  ["logisttyka", ["Logistyka Północ"]],
  ["lgoistyka", ["Logistyka Północ"]],
  ["logistyka", ["Logistyka Północ"]],
  ["polnc", ["Logistyka Północ"]],
  ["PÓŁNCO", ["Logistyka Północ"]],
  ["polnoc logistyka", ["Logistyka Północ"]],
  ["polnoc-logstyka", ["Logistyka Północ"]],
  ["zarzd", ["Zarząd i administracja"]],
  ["zazrąd", ["Zarząd i administracja"]],
  ["istambul", ["Istanbul Şube Müdürlüğü"]],
  ["İSTAMBUL", ["Istanbul Şube Müdürlüğü"]],
  ["logistika pulnoc", ["Logistyka Północ"]],
  ["operaje", ["Operacje lotniskowe"]],
  ["jakosc", ["Kontrola jakości"]],
  ["pracy higieny", ["Dział Bezpieczeństwa i Higieny Pracy"]],
  ["dordevic", ["Đorđević Transport"]],
  ["entwiklung", ["Forschung & Entwicklung"]],
] as const) {
  test(`R1 "${query}" finds ${expected.join(", ")}`, async () => {
    assert.deepEqual(await found(query), expected);
  });
}

test("R1 a name that contains the text counts before one that is like it", async () => {
  const other = await createOrganisation(database, {
    departments: [
      { name: "Kadry", code: "1" },
      { name: "Kadra kierownicza", code: "2" },
    ],
  });
  const pool = database.pool("muster_app", 1);
  const codes = async (text: string) => {
    const ids = await findDepartmentsLike(pool, other.tenant_id, text);
    const { rows } = await database.superuser.query("select code from department where id = any ($1) order by code", [ids]);
    return rows.map(({ code }) => code as string);
  };
  assert.deepEqual(await codes("kadra"), ["2"]);
  assert.deepEqual(await codes("kadr"), ["1", "2"]);
  assert.deepEqual(await codes("kadrz"), ["1", "2"]);
});

for (const text of unrelated) {
  test(`R1 "${text}" finds no department`, async () => assert.deepEqual(await found(text), []));
}

type Typo = "missing" | "doubled" | "swapped" | "wrong";

/** A word with a typo; null: the typo would leave the word unchanged. */
function withTypo(word: string, kind: Typo, place: number, letter: string): string | null {
  const letters = Array.from(word);
  const at = place % letters.length;
  if (kind === "missing") letters.splice(at, 1);
  if (kind === "doubled") letters.splice(at, 0, letters[at]!);
  if (kind === "wrong") letters.splice(at, 1, letter);
  if (kind === "swapped") letters.splice(at, 2, ...letters.slice(at, at + 2).toReversed());
  const typed = letters.join("");
  return typed === word ? null : typed;
}

const typos = fc.record({
  name: fc.constantFrom(...names),
  word: fc.nat(),
  kind: fc.constantFrom<Typo>("missing", "doubled", "swapped", "wrong"),
  place: fc.nat(),
  letter: fc.constantFrom(...Array.from("aąbcćdeęfghijklłmnńoóprsśtuwyzźż")),
});

test("R1 each name is found by itself and by each of its words of five letters with one typo", () => {
  let tried = 0;
  fc.assert(
    fc.property(typos, ({ name, word, kind, place, letter }) => {
      const words = wordsOf(nameNorm(name));
      const long = words.filter(({ length }) => length >= 5);
      const chosen = long[word % long.length]!;
      const typed = withTypo(chosen, kind, place, nameNorm(letter));
      fc.pre(typed !== null);
      tried += 1;
      assert.ok(hasWords(nameNorm(name), [typed]), `${typed} for ${name}`);
      assert.ok(
        hasWords(
          nameNorm(name),
          words.map((one) => (one === chosen ? typed : one)),
        ),
        `${typed} in ${name}`,
      );
    }),
    { numRuns: 3_000 },
  );
  assert.ok(tried > 1_500, `${tried} typos`);
});

test("R1 a text is found in spite of typos where it has no part in common with another name", async () => {
  const seen: string[] = [];
  await fc.assert(
    fc.asyncProperty(typos, async ({ name, word, kind, place, letter }) => {
      const words = wordsOf(nameNorm(name));
      const long = words.filter(({ length }) => length >= 5);
      const chosen = long[word % long.length]!;
      const typed = withTypo(chosen, kind, place, letter);
      fc.pre(typed !== null && !names.some((other) => nameNorm(other).includes(nameNorm(typed))));
      const answer = await found(typed);
      assert.ok(answer.includes(name), `${typed} for ${name}`);
      seen.push(typed);
    }),
    { numRuns: 60 },
  );
  assert.ok(seen.length > 30);
});

test("R1 short words, and words with two typos, mean nothing else", () => {
  for (const [typed, name] of [
    ["log", "lot"],
    ["dzia", "dzik"],
    ["ruch", "duch"],
    ["dnia", "dni"],
    ["logistk", "logistyczny"],
    ["lgistka", "logistyka"],
    ["xogistxka", "logistyka"],
    ["", "logistyka"],
  ] as const) {
    assert.equal(hasWords(name, wordsOf(typed)), false, `${typed} for ${name}`);
  }
});
