// The dialog that erases a person, and the retention settings, in a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { unzipSync } from "fflate";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
} from "../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { workOff } from "../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../harness/panel/panel.ts";

function readArchive(file: string): { json: { person: { email: string }[] } } {
  return { json: JSON.parse(Buffer.from(unzipSync(readFileSync(file))["person.json"]!).toString()) };
}

describe("erasing a person in the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database, { retention_days_min: { people_who_left: 365 } });
    acme = await createOrganisation(database, {
      courses: [{ code: "FIRE-01", title: "Fire safety" }],
      people: [
        { employee_no: "P1", first_name: "Anna", last_name: "Kowalska", email: "p1@acme.example" },
        { employee_no: "P2", first_name: "Jan", last_name: "Nowak", email: "p2@acme.example" },
      ],
    });
    await database.superuser.query("update person set state = 'deactivated', deactivated_at = now() where employee_no = 'P1'");
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  const idOf = async (employee_no: string): Promise<string> =>
    (await database.superuser.query("select id from person where employee_no = $1", [employee_no])).rows[0].id;

  test("it says what goes and what stays, asks for the employee number, and shows the end", async () => {
    const account = await createAccount(database, acme.tenant_id, "it_admin");
    const page = await panel.visit();
    await signIn(page, panel, acme.code, account.login, test_password, `${panel.url}/people/${await idOf("P2")}`);
    const button = page.getByRole("button", { name: "Erase" });
    await button.waitFor();
    assert.equal(await button.getAttribute("aria-disabled"), "true");
    assert.match((await button.getAttribute("data-hint"))!, /Deactivate the person first/);

    const id = await idOf("P1");
    await page.goto(`${panel.url}/people/${id}`);
    await button.click();
    const dialog = page.getByRole("dialog");
    for (const shown of [
      "What goes",
      "0 documents kept as evidence",
      "What stays",
      "0 certificates with their numbers and dates",
    ])
      await dialog.getByText(shown).waitFor();
    await expectAccessible(page, "the dialog that erases a person");
    await expectReflow(page, "the dialog that erases a person");
    await shoot(page, "erase-person");
    const confirm = dialog.getByRole("button", { name: "Erase for good" });
    await dialog.getByRole("textbox").fill("Anna Kowalska");
    assert.ok(await confirm.isDisabled());
    await dialog.getByRole("textbox").fill("P1");
    await confirm.click();
    await page.getByText("Logs are still being searched").waitFor();
    assert.equal(await page.getByText("Anna Kowalska").count(), 0);
    assert.equal(await page.getByRole("button", { name: "Erase" }).count(), 0);
    await workOff(database);
    // The page reads the progress again by itself.
    await page.getByText("Everything was erased").waitFor();
    await shoot(page, "erased-person");
  });

  test("all that is stored of a person is downloaded as a file", async () => {
    const account = await createAccount(database, acme.tenant_id, "compliance_officer");
    const page = await panel.visit();
    await signIn(page, panel, acme.code, account.login, test_password, `${panel.url}/people/${await idOf("P2")}`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Data as a file" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "person-P2.zip");
    const { json } = readArchive(await download.path());
    assert.equal(json.person[0]!.email, "p2@acme.example");
    await page.getByText("The file is downloaded.").waitFor();
  });

  test("how long things are kept is set once it was shown what goes, and below the law's minimum it is refused", async () => {
    await database.superuser.query(
      `insert into request_log (tenant_id, id, at, method, path, status, request_id, address, duration_us)
       select $1, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), 'GET', '/', 200, 'req', '127.0.0.1', 1
       from generate_series(1, 12) n`,
      [acme.tenant_id],
    );
    const account = await createAccount(database, acme.tenant_id, "it_admin");
    const page = await panel.visit();
    await signIn(page, panel, acme.code, account.login, test_password, `${panel.url}/settings`);
    const kept = page.getByRole("table", { name: "How long things are kept" });
    await kept.getByRole("row", { name: "Request log 30 days" }).waitFor();
    await kept.getByRole("row", { name: "Audit log for ever" }).waitFor();
    await page.getByRole("link", { name: "Change", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "How long things are kept" }).waitFor();
    const people = page.getByLabel("Personal data of people who left");
    await page.getByText("The law asks for at least 365 days, as the operator has set it.").waitFor();
    await expectAccessible(page, "how long things are kept");
    await expectReflow(page, "how long things are kept");
    await shoot(page, "retention");
    await page.getByLabel("Request log", { exact: true }).fill("14");
    await people.fill("90");
    await page.getByRole("button", { name: "Review what goes" }).click();
    await page.getByText("must be at least 365 days: the law asks for that").waitFor();
    assert.equal(await people.getAttribute("aria-invalid"), "true");
    await people.fill("365");
    await page.getByRole("button", { name: "Review what goes" }).click();
    const dialog = page.getByRole("dialog", { name: "What goes" });
    await dialog.getByRole("row", { name: /^Request log 14 days 12 / }).waitFor();
    await dialog.getByRole("row", { name: /^Personal data of people who left 365 days 0 / }).waitFor();
    await dialog.getByText("It goes for good").waitFor();
    await expectAccessible(page, "what goes");
    await shoot(page, "retention-preview");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. What is too old goes within the hour.").waitFor();
    assert.ok(await page.getByRole("button", { name: "Review what goes" }).isDisabled());
    // Screens that state the retention period show the new one.
    await page.goto(`${panel.url}/request-log`);
    await page.getByLabel("Period").getByText("14 days").waitFor({ state: "attached" });
    await page.goto(`${panel.url}/scim`);
    await page.goto(`${panel.url}/audit`);
    await page.getByText("Changed how long things are kept").first().waitFor();
    assert.deepEqual(panel.complaints(), []);
  });

  test("in Polish it reads as well, and who may not erase sees no button", async () => {
    const { rows } = await database.superuser.query(
      "update person set state = 'deactivated', deactivated_at = now() where employee_no = 'P2' returning id",
    );
    const account = await createAccount(database, acme.tenant_id, "it_admin");
    const page = await panel.visit({ language: "pl" });
    await page.goto(`${panel.url}/sign-in`);
    await page.getByLabel("Kod organizacji").fill(acme.code);
    await page.getByLabel("E-mail lub login").fill(account.login);
    await page.locator("input[name=password]").fill(test_password);
    await page.getByRole("button", { name: "Zaloguj się", exact: true }).click();
    await page.getByRole("navigation").first().waitFor({ state: "attached" });
    await page.goto(`${panel.url}/people/${rows[0].id}`);
    await page.getByRole("button", { name: "Usuń dane" }).click();
    for (const shown of ["Co zostanie usunięte", "0 plików dołączonych do zaświadczeń", "Co zostanie"])
      await page.getByRole("dialog").getByText(shown, { exact: true }).waitFor();
    const trainer = await createAccount(database, acme.tenant_id, "training_admin");
    const other = await panel.visit();
    await signIn(other, panel, acme.code, trainer.login, test_password, `${panel.url}/people/${rows[0].id}`);
    await other.getByRole("button", { name: "Rehire" }).waitFor();
    assert.equal(await other.getByRole("button", { name: "Erase" }).count(), 0);
  });
});
