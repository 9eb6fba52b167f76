// Certificates are found by a part of the holder's name, of the employee number or of the certificate number, however many there
// are.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { beginnings_max } from "../../../server/features/certificates/numbers.ts";
import { matches_max } from "../../../server/features/certificates/search-sql.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

/** More than the number up to which matches are counted. */
const many = matches_max + 60;

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let admin: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    courses: ["FORK-01", "Q12"].map((code) => ({ code, title: `Course ${code}` })),
    people: [
      { employee_no: "E471", first_name: "Anna", last_name: "Kowalska", email: "a@acme.example" },
      { employee_no: "E2", first_name: "Zofia", last_name: "Żółć", email: "z@acme.example" },
    ],
  });
  await issue("E471", "Q12", 1, many);
  await issue("E2", "FORK-01", many + 1, many + 3);
  admin = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
});
after(async () => {
  await server.close();
  await database.close();
});

/**
 * Certificates with consecutive numbers, in the order of their issue. Triggers are off, because they look for newer certificates
 * of the same person.
 */
async function issue(employee_no: string, course: string, first: number, last: number): Promise<void> {
  const client = await database.superuser.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    await client.query(
      `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issued_at, valid_from, created_at)
       select $1::uuid, gen_random_uuid(), $3 || '-2026-' || lpad(n::text, 6, '0'), 'CODE-' || lpad(n::text, 9, '0'), p.id, c.id, 2026, 'external',
         a.at, '2026-03-01', a.at
       from generate_series($4::int, $5::int) n
       cross join lateral (select timestamptz '2026-03-01' + n * interval '1 second' as at) a
       join person p on p.tenant_id = $1 and p.employee_no = $2
       join course c on c.tenant_id = $1 and c.code = $3`,
      [acme.tenant_id, employee_no, course, first, last],
    );
    await client.query(
      "insert into certificate_number (tenant_id, last) values ($1, $2) on conflict (tenant_id) do update set last = excluded.last",
      [acme.tenant_id, last],
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}

async function search(q: string, more = ""): Promise<{ numbers: string[]; total: number; next: string | null }> {
  const reply = await admin.get(`/certificates?limit=50&q=${encodeURIComponent(q)}${more}`);
  assert.equal(reply.status, 200, reply.text);
  const { certificates, pagination } = reply.body;
  return { numbers: certificates.map(({ number }: any) => number), total: pagination.total, next: pagination.next_cursor };
}

const ofQ12 = (...places: number[]) => places.map((place) => `Q12-2026-${String(place).padStart(6, "0")}`);
const of_fork = [1, 2, 3].map((more) => `FORK-01-2026-0${many + more}`);

test("a certificate is found by any part of its number, of the holder's name and of the employee number", async () => {
  for (const q of ["żółć", "ZOLC", "e2", "fork", "rk-01-20", "01-2026-0", "fork-01-2026"])
    assert.deepEqual(await search(q), { numbers: of_fork, total: 3, next: null }, q);
  for (const [q, found] of [
    ["Q12-2026-000471", ofQ12(471)],
    ["12-2026-000471", ofQ12(471)],
    ["26-000471", ofQ12(471)],
    ["000471", ofQ12(471)],
    [of_fork[1]!.slice(-5), [of_fork[1]!]],
    ["99999999", []],
    ["Q13-2026", []],
    ["kowalski", []],
  ] as const)
    assert.deepEqual(await search(q), { numbers: found, total: found.length, next: null }, q);
});

test("what stands in more certificates than are counted is shown in their order, page by page, with as many as are counted", async () => {
  for (const q of ["kowalska", "q12", "2026", "0", "E471"]) {
    const first = await search(q);
    assert.deepEqual(first.numbers, ofQ12(...Array.from({ length: 50 }, (_, place) => place + 1)), q);
    assert.equal(first.total, matches_max, q);
    const second = await search(q, `&cursor=${encodeURIComponent(first.next!)}`);
    assert.deepEqual(second.numbers, ofQ12(...Array.from({ length: 50 }, (_, place) => place + 51)), q);
    const last = await search(q, `&offset=${many - 10}`);
    const ends_with_fork = q === "2026" || q === "0";
    assert.deepEqual(
      last.numbers,
      [...ofQ12(...Array.from({ length: 10 }, (_, place) => many - 9 + place)), ...(ends_with_fork ? of_fork : [])],
      q,
    );
  }
});

test("a search keeps to the other filters of the list", async () => {
  assert.deepEqual(await search("2026", "&course_code=FORK-01"), { numbers: of_fork, total: 3, next: null });
  assert.deepEqual(await search("kowalska", "&course_code=FORK-01"), { numbers: [], total: 0, next: null });
  assert.deepEqual(await search("471", "&employee_no=E2"), { numbers: [], total: 0, next: null });
});

test("letters are found in any case, also where more codes have them than are looked up one by one", async () => {
  await database.superuser.query(
    `insert into course (tenant_id, id, code, code_norm, title, title_norm, type)
     select $1::uuid, gen_random_uuid(), 'TR-' || n, 'tr-' || n, 'Trade ' || n, 'trade ' || n, 'course' from generate_series(1, $2::int) n`,
    [acme.tenant_id, beginnings_max / 2 + 100],
  );
  await issue("E2", "TR-7", many + 4, many + 4);
  for (const q of ["tr", "TR-7-2026"]) assert.deepEqual((await search(q)).numbers, [`TR-7-2026-0${many + 4}`], q);
});
