import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { after, before, test } from "node:test";
import { column_names, nameOfAttribute } from "../../server/features/imports/files/cells.ts";
import { runImport } from "../../server/features/imports/run-import.ts";
import { csvLine } from "../../server/platform/files/csv.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { sessionOf, createAccount } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;

const attributes = [
  { key: "phone" },
  { key: "skills", type: "string_array" },
  { key: "balance", type: "number" },
  { key: "remote", type: "boolean" },
] as const;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  const who = (employee_no: string, more: object) => ({
    employee_no,
    first_name: "Anna",
    last_name: "Nowak",
    email: `p${employee_no.replaceAll(/[^0-9]/g, "")}@acme.example`,
    ...more,
  });
  acme = await createOrganisation(database, {
    attributes: [...attributes],
    departments: [{ code: "OPS", name: "@Operations" }],
    people: [
      who("-1", { job_title: "=Head", department: "OPS", attributes: { phone: "+48 600 100 200", balance: -5, remote: true } }),
      who("+2", { job_title: "'=quoted", attributes: { skills: ["-crane", "lift"], balance: -0.25 } }),
      who("3", { first_name: "'Anna", last_name: "''-", attributes: { phone: "'", balance: 7 } }),
      who("4", { job_title: "\uff1dwide", attributes: { phone: "-\n=second line" } }),
    ],
  });
});
after(async () => {
  await server.close();
  await database.close();
});

test("an exported file of people that is sent back changes no one", async () => {
  const account = await createAccount(database, acme.tenant_id, "training_admin");
  const panel = await sessionOf(server, database, acme.tenant_id, account);
  const { text } = await panel.get("/people/export");
  // Builds the import as the panel does: only the columns that an import knows, with the file's own cells.
  const [header, ...rows] = parse(text, { bom: true });
  const known = new Set([...column_names, ...attributes.map(({ key }) => nameOfAttribute(key))]);
  const kept = header!.flatMap((name, index) => (known.has(name) ? [index] : []));
  const quoted = [header!, ...rows].map((cells) => kept.map((index) => `"${cells[index]!.replaceAll('"', '""')}"`).join(","));
  const sent = await panel.call("POST", "/imports/users", {
    headers: { "content-type": "text/csv" },
    body: quoted.join("\r\n"),
  });
  assert.equal(sent.status, 202, sent.text);
  await runImport({ pool: database.pool("muster_worker"), signal: new AbortController().signal }, acme.tenant_id, sent.body.id);
  const { counts, rows_preview } = (await panel.get(`/imports/${sent.body.id}`)).body;
  assert.deepEqual(rows_preview, []);
  assert.deepEqual([counts.rows, counts.unchanged], [4, 4]);
});

test("no cell of a file is a formula", () => {
  const formulas = [
    "=1+1",
    "+48",
    "-x",
    "@A1",
    "\t=1",
    "\r=1",
    "\n=1",
    "\uff1d1",
    "\uff0b1",
    "\uff0d1",
    "\uff201",
    "-1+1",
    "-1e5",
  ];
  for (const cell of formulas) assert.equal(csvLine([cell]), `"'${cell}"\r\n`);
  for (const cell of ["5", "a=1", "'", "'a"]) assert.equal(csvLine([cell]), `"${cell}"\r\n`);
});
