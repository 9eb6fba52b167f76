import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ndjson, openImporter, type Importer } from "../../../../test/harness/organisation/imports.ts";

let acme: Importer;
before(async () => {
  acme = await openImporter();
});
after(() => acme.close());

const header = "employee_no,first_name,last_name,email\n";
const good = "G1,Anna,Kowalska,g1@acme.example\n";

async function refused(text: string | Buffer, line: number | null, why: RegExp, media_type = "text/csv"): Promise<void> {
  const before = await acme.countPeople();
  const done = await acme.importFile(text, "", media_type);
  assert.deepEqual([done.status, done.failure?.line, done.rows_done], ["failed", line, 0], JSON.stringify(done));
  assert.match(done.failure.detail, why);
  assert.equal(await acme.countPeople(), before);
  const { rows } = await acme.database.superuser.query("select count(*)::int as chunks from import_chunk");
  assert.equal(rows[0].chunks, 0);
}

test("a CSV that is cut off is refused with the line on which the open quote stands", async () => {
  await refused(`${header}${good}G2,"Jan,Nowak,g2@acme.example\nG3,A,B,c@acme.example\n`, 3, /cut off/);
  await refused(`${header}${good}G2,Jan`, 3, /not as many cells/);
  await refused(`${header}${good}G2,Jan,Nowak,g2@acme.example,more\n`, 3, /not as many cells/);
});

test("quotes that can be read in two ways are refused", async () => {
  await refused(`${header}G2,Jan "x",Nowak,g2@acme.example\n`, 2, /within a cell/);
  await refused(`${header}G2,"Jan" x,Nowak,g2@acme.example\n`, 2, /closing quote/);
});

test("a header that is unknown, repeated or without the key is refused", async () => {
  await refused(`employee_no,shoe_size\n1,43\n`, 1, /no column "shoe_size"/);
  await refused(`employee_no,attributes.nothing\n1,43\n`, 1, /no attribute for the column "attributes.nothing"/);
  await refused(`employee_no,email,email\n1,a,b\n`, 1, /"email" stands twice/);
  await refused(`first_name\nA\n`, 1, /"employee_no" is missing/);
  await refused(`__proto__,employee_no\nA,1\n`, 1, /no column "__proto__"/);
});

test("a file without rows is refused, so that it deactivates no one", async () => {
  await refused(header, null, /no rows/);
  await refused("\n \n", null, /no rows/, ndjson);
});

test("bytes that are not UTF-8 are refused with their line", async () => {
  await refused(Buffer.from(`${header}${good}G2,Jos\xe9,Nowak,g2@acme.example\n`, "latin1"), 3, /not valid UTF-8/);
  await refused(Buffer.from(`{"employee_no":"1"}\n{"employee_no":"\xff"}\n`, "latin1"), 2, /not valid UTF-8/, ndjson);
  await refused(Buffer.from(`\ufeff${header}${good}`, "utf16le"), 1, /UTF-8|no column/);
});

test("NDJSON that is cut off, repeats a name or is no object is refused with its line", async () => {
  await refused(`{"employee_no":"1"}\n{"employee_no":"2"`, 2, /^The line is not valid JSON/, ndjson);
  await refused(`{"employee_no":"1","employee_no":"2"}`, 1, /twice/, ndjson);
  await refused(`\n["employee_no"]`, 2, /must be a JSON object/, ndjson);
});

test("a line that is no person's is refused", async () => {
  await refused(`${header}${good}G2,${"x".repeat(1_100_000)},B,c@acme.example\n`, 3, /more than 1048576 bytes/);
  await refused(`{"employee_no":"1"}\n{"employee_no":"${"x".repeat(2_200_000)}"}`, 2, /more than 1048576 bytes/, ndjson);
});

test("a file with too many rows is refused at the first one over, before any is written", async () => {
  const text = `${header}${good}G2,"A\nB",C,g2@acme.example\nG3,A,B,g3@acme.example\n`;
  const { body } = await acme.send(text);
  await acme.run(body.id, { rows_max: 2 });
  const done = await acme.record(body.id);
  assert.deepEqual(done.failure, { line: 5, detail: "The file may have at most 2 rows." });
  assert.equal(await acme.countPeople(), 0);
});

test("semicolons or tabs stand between cells where the header has them, as spreadsheets write CSV", async () => {
  const semicolons = header.replaceAll(",", ";");
  const done = await acme.importFile(`\ufeff${semicolons}D1;"Nowak; Jan";Kowalski, junior;d1@acme.example\r\n`);
  assert.deepEqual([done.status, done.counts.create], ["finished", 1], JSON.stringify(done));
  const { first_name, last_name } = await acme.person("D1");
  assert.deepEqual([first_name, last_name], ["Nowak; Jan", "Kowalski, junior"]);
  const tabs = await acme.importFile(`\n${header.replaceAll(",", "\t")}D2\tA\tB\td2@acme.example\n`);
  assert.deepEqual([tabs.status, tabs.counts.create], ["finished", 1], JSON.stringify(tabs));
  await refused(`${semicolons}D3;"A" x;B;d3@acme.example\n`, 2, /other than a semicolon/);
  await refused(`${semicolons}D3,A,B,d3@acme.example\n`, 2, /not as many cells/);
});

test("a byte order mark, CRLF and a last line without an end are no faults", async () => {
  const done = await acme.importFile(`\ufeff${header}${good}G2,Jan,Nowak,g2@acme.example`.replaceAll("\n", "\r\n"));
  assert.deepEqual([done.status, done.counts.create], ["finished", 2], JSON.stringify(done));
  assert.equal((await acme.person("G2")).email, "g2@acme.example");
});

test("line ends may differ from row to row and within cells, and every row is reported with its line", async () => {
  const bad = (number: string) => `${number},Jan,Nowak,none`;
  for (const text of [
    `${header}${bad("L2")}\r\n${bad("L3")}\n${bad("L4")}\r\n`,
    `${header.trimEnd()}\r\n${bad("L2")}\n${bad("L3")}\r\n${bad("L4")}`,
    `${header}${bad("L2")}\n${bad("L3")}\n\r\n\n${bad("L6")}\r\n`,
    `${header}L2,"A\r\nB","C\nD",none\r\n${bad("L5")}\r\n`,
    `${header}${bad("L2")}\n${bad("L3")}\n`.replaceAll("\n", "\r"),
  ]) {
    const { status, failure, rows_preview } = await acme.importFile(text);
    assert.equal(status, "finished", JSON.stringify([text, failure]));
    for (const { row, employee_no } of rows_preview) assert.equal(`L${row}`, employee_no, JSON.stringify(text));
    assert.ok(rows_preview.length >= 2);
  }
});
