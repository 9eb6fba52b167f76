import assert from "node:assert/strict";
import { strToU8, zipSync } from "fflate";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { readSheet } from "read-excel-file/node";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
  schemes,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password, type TestAccount } from "../../harness/panel/panel.ts";

const file = "employee_no,first_name,last_name,email\nX1,Anna,New,x1@acme.example\nX2,Jan,Wrong,no address\n";

describe("imports in the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let trainer: TestAccount;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {});
    trainer = await createAccount(database, acme.tenant_id, "training_admin");
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  const countPeople = async () =>
    (await database.superuser.query("select count(*)::integer as n from person where employee_no = 'X1'")).rows[0].n;

  for (const scheme of schemes) {
    test(`a file is tried out, shows what it would do, and is carried out, ${scheme}`, async () => {
      await database.superuser.query(
        "update person set employee_no = 'gone', employee_no_norm = 'gone', email = null, email_norm = null, login = 'gone', login_norm = 'gone' where employee_no = 'X1'",
      );
      const page = await panel.visit({ scheme });
      await signIn(page, panel, acme.code, trainer.login, test_password, `${panel.url}/imports`);
      await page.getByRole("button", { name: "Try it out" }).click();
      await page.getByText("Choose a file").first().waitFor();
      await expectAccessible(page, "an upload without a file");
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
      await page.getByRole("button", { name: "Try it out" }).click();
      await page.getByRole("heading", { level: 1, name: "Dry run" }).waitFor();
      await page.getByRole("progressbar").waitFor({ state: "attached" });
      await workOff(database);
      await page.getByText("Nothing has changed yet").waitFor();
      await page.getByText("E-mail address: must be", { exact: false }).waitFor();
      assert.equal(await countPeople(), 0);
      await expectAccessible(page, "a dry run");
      await expectReflow(page, "a dry run");
      await shoot(page, `import-dry-run-${scheme}`);
      await page.getByRole("button", { name: "Carry it out" }).click();
      await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
      await workOff(database);
      await page.getByText("Finished").waitFor();
      assert.equal(await countPeople(), 1);
      const { rows } = await database.superuser.query(
        "select distinct actor_type, actor_id from audit_log where batch_id is not null and operation = 'person.create'",
      );
      assert.deepEqual(rows, [{ actor_type: "administrator", actor_id: trainer.id }]);
      await page.goto(`${panel.url}/imports`);
      await page.getByRole("link", { name: /CSV/ }).first().waitFor();
      await expectAccessible(page, "imports");
      await shoot(page, `imports-${scheme}`);
    });
  }

  const choose = async (page: Page, name: string, buffer: Buffer) => {
    await page.goto(`${panel.url}/imports`);
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  };
  /** The screen's rows for the file's columns: the name, the first values and the field. */
  const columnsOn = async (page: Page): Promise<string[]> => {
    const rows = page.getByRole("region", { name: "Columns of the file" }).locator("tbody tr");
    await rows.first().waitFor();
    return Promise.all(
      (await rows.all()).map(async (row) => {
        const [column, values] = [await row.locator("th").innerText(), await row.locator("td").first().innerText()];
        return `${column} | ${values} | ${await row.locator("select").inputValue()}`;
      }),
    );
  };
  const tryOut = async (page: Page) => {
    await page.getByRole("button", { name: "Try it out" }).click();
    await page.getByRole("heading", { level: 1, name: "Dry run" }).waitFor();
    await workOff(database);
    await page.getByText("Nothing has changed yet").waitFor();
    return (await page.locator("main table tbody tr").allInnerTexts()).map((text) => text.split("\t").slice(0, 4).join(" | "));
  };

  test("CSV as a Polish spreadsheet writes it is read: semicolons, Windows-1250, other names of columns", async () => {
    const page = await panel.visit();
    await signIn(page, panel, acme.code, trainer.login, test_password);
    const text =
      "Nr ewidencyjny;Imię;Nazwisko;E-mail;Data zatrudnienia;Uwagi\r\nW1;Łucja;Żak;w1@acme.example;31.03.2025;ważne\r\n";
    await choose(page, "kadry.csv", inWindows1250(text));
    assert.deepEqual(await columnsOn(page), [
      "Nr ewidencyjny | W1 | employee_no",
      "Imię | Łucja | first_name",
      "Nazwisko | Żak | last_name",
      "E-mail | w1@acme.example | email",
      "Data zatrudnienia | 31.03.2025 | employment_start_date",
      "Uwagi | ważne | ",
    ]);
    await expectAccessible(page, "columns of a file");
    await expectReflow(page, "columns of a file");
    await shoot(page, "import-columns");
    await page.getByLabel("Characters").selectOption("windows-1252");
    await page.getByText("£ucja").waitFor();
    await page.getByLabel("Characters").selectOption("windows-1250");
    await page.getByLabel("Field for the column Uwagi").selectOption("job_title");
    assert.deepEqual(await tryOut(page), ["2 | W1 | Łucja Żak | Created"]);
    await page.getByRole("button", { name: "Carry it out" }).click();
    await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
    await workOff(database);
    await page.getByText("Finished").waitFor();
    const { rows } = await database.superuser.query(
      "select first_name, last_name, job_title, employment_start_date::text as since from person where employee_no = 'W1'",
    );
    assert.deepEqual(rows, [{ first_name: "Łucja", last_name: "Żak", job_title: "ważne", since: "2025-03-31" }]);
  });

  test("the template is filled in as a workbook, and read with its rows, dates and numbers", async () => {
    const page = await panel.visit();
    await signIn(page, panel, acme.code, trainer.login, test_password, `${panel.url}/imports`);
    await page.getByText("What a file may contain").click();
    await expectAccessible(page, "what a file may contain");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download an empty file (XLSX)" }).click(),
    ]);
    const [heading] = await readSheet(await download.path());
    assert.deepEqual(heading?.slice(0, 4), ["employee_no", "first_name", "last_name", "email"]);

    const filled = await workbook([
      ["employee_no", "first_name", "last_name", "email", "employment_end_date"],
      [4711, "Ewa", "Nowak", "ewa@acme.example", new Date("2099-12-31T00:00:00Z")],
      [],
      ["W3", "Jan", "", "none", ""],
    ]);
    await choose(page, "people.xlsx", filled);
    assert.equal((await columnsOn(page))[4], "employment_end_date | 2099-12-31 | employment_end_date");
    assert.deepEqual(await tryOut(page), ["2 | 4711 | Ewa Nowak | Created", "4 | W3 | Jan | Not taken"]);
    const faults = await page.locator("main table tbody tr").last().innerText();
    assert.match(faults, /Last name: must not be empty/);
    assert.match(faults, /E-mail address: must be/);
  });

  test("a file that is no table, or has no key column, is refused before it is sent", async () => {
    const page = await panel.visit();
    await signIn(page, panel, acme.code, trainer.login, test_password);
    await choose(page, "broken.xlsx", Buffer.from("PK\u0003\u0004 and no workbook"));
    await page.getByRole("alert").getByText("The workbook cannot be read", { exact: false }).waitFor();
    await choose(page, "empty.csv", Buffer.from("\n\n"));
    await page.getByRole("alert").getByText("no header row", { exact: false }).waitFor();
    await choose(page, "people.csv", Buffer.from("Shoes,Hat\n43,M\n"));
    await page.getByRole("alert").getByText("Choose the column that holds the employee number.").waitFor();
    await page.getByRole("button", { name: "Try it out" }).click();
    assert.equal(new URL(page.url()).pathname, "/panel/imports");
  });

  test("browsers reported nothing of the policy, and pages no error", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});

/** Letters whose bytes in Windows-1250 differ from Latin-1. */
const windows_1250: Readonly<Record<string, number>> = { Ł: 0xa3, ł: 0xb3, Ż: 0xaf, ż: 0xbf, ę: 0xea };
function inWindows1250(text: string): Buffer {
  return Buffer.from(Array.from(text, (letter) => windows_1250[letter] ?? letter.charCodeAt(0)));
}

/** A workbook as spreadsheets save it: texts, numbers, and dates as numbers with a date format. */
async function workbook(rows: readonly (readonly (string | number | Date)[])[]): Promise<Buffer> {
  const day = (date: Date) => date.getTime() / 86_400_000 + 25_569;
  const cell = (value: string | number | Date) => {
    if (typeof value === "string") return `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    return value instanceof Date ? `<c s="1"><v>${day(value)}</v></c>` : `<c><v>${value}</v></c>`;
  };
  const sheet = rows.map(
    (cells, index) =>
      `<row r="${index + 1}">${cells.map((value, at) => cell(value).replace("<c", `<c r="${"ABCDE"[at]}${index + 1}"`)).join("")}</row>`,
  );
  const office = "http://schemas.openxmlformats.org";
  const main = `xmlns="${office}/spreadsheetml/2006/main"`;
  const relations = (entries: string) => `<Relationships xmlns="${office}/package/2006/relationships">${entries}</Relationships>`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const parts = {
    "_rels/.rels": relations(relation("r1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook ${main} xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      relation("r1", "worksheet", "worksheets/sheet1.xml") + relation("r2", "styles", "styles.xml"),
    ),
    "xl/styles.xml": `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet ${main}><sheetData>${sheet.join("")}</sheetData></worksheet>`,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
}
