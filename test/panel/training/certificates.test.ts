import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
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
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";
import { readPdf, type PdfText } from "../../harness/pdf.ts";
import { apiOf, byKey } from "../../harness/server.ts";
import { certified } from "../samples/my-training.ts";

describe("certificates in a browser", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      courses: [{ code: "AID", title: "First aid", validity: { value: 24, unit: "month" } }],
      clients: [{ name: "HR", scopes: ["enrollments:write", "attempts:write"] }],
      people: ["Ewa", "Jan"].map((first_name) => ({
        employee_no: first_name,
        first_name,
        last_name: "Lis",
        email: `${first_name}@acme.example`,
      })),
    });
    await certified({ database, organisation: acme, account: await createAccount(database, acme.tenant_id, "learner") });
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  for (const scheme of schemes) {
    test(`a certificate is found, printed and checked, ${scheme}`, async () => {
      const admin = await createAccount(database, acme.tenant_id, "compliance_officer");
      const page = await panel.visit({ scheme });
      await signIn(page, panel, acme.code, admin.login, test_password, `${panel.url}/certificates?status=valid`);
      const number = page.getByRole("link", { name: /^CERTIFIED-/ });
      await number.waitFor();
      await expectAccessible(page, "certificates");
      await shoot(page, `certificates-${scheme}`);
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /^PDF of/ }).click()]);
      assert.match(download.suggestedFilename(), /^CERTIFIED-.*\.pdf$/);
      const public_page = await fetch((await number.getAttribute("href"))!);
      assert.match(await public_page.text(), /Bezpieczeństwo: żółć/);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${panel.url}/certificates`);
      await number.waitFor();
      await expectReflow(page, "certificates");
      await page.getByRole("row").nth(1).locator("a[href^='/panel/people/']").press("Enter");
      await page.waitForURL(/\/panel\/people\/[0-9a-f-]{36}$/);
    });
  }

  test("a certificate names its person and course, is found by a part of the name, and the list is saved as a view and exported", async () => {
    const admin = await createAccount(database, acme.tenant_id, "training_admin");
    const page = await panel.visit();
    await signIn(page, panel, acme.code, admin.login, test_password, `${panel.url}/certificates`);
    const row = page.getByRole("row").nth(1);
    await row.getByText("Lena Learner").waitFor();
    assert.match(await row.innerText(), /Lena Learner\s+L\d+\s+Bezpieczeństwo: żółć\s+CERTIFIED/);
    const search = page.getByRole("searchbox", { name: "Name, employee number or certificate number" });
    await search.fill("no such person");
    await page.getByText("Nothing matches these filters.").waitFor();
    await search.fill("lena");
    await row.getByText("Lena Learner").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("q"), "lena");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save what is shown…" }).click();
    await page.getByLabel("Name of the view").fill("Lena's");
    await page.keyboard.press("Enter");
    await page.getByText("is saved.").waitFor();
    await page.goto(`${panel.url}/certificates`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Lena's" }).click();
    await page.waitForURL(/\?q=lena$/);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    assert.equal((await downloading).suggestedFilename(), "certificates.csv");
    await row.getByRole("link", { name: "Lena Learner" }).click();
    await page.getByRole("heading", { level: 1, name: "Lena Learner" }).waitFor();
    const printing = page.waitForEvent("download");
    await page.getByRole("link", { name: /^PDF of CERTIFIED-/ }).click();
    assert.match((await printing).suggestedFilename(), /^CERTIFIED-.*\.pdf$/);
  });

  test("an organisation writes what its certificates say, sees it as a PDF, and those that are issued already stay as they are", async () => {
    const api = apiOf(panel.server, byKey(acme.code, acme.clients["HR"]!.secret));
    const pass = async (employee_no: string) => {
      const of = { employee_no, course_code: "AID" };
      assert.equal((await api.post("/api/v1/enrollments", of)).status, 201);
      const attempt = { ...of, external_id: employee_no, result: "passed", completed_at: new Date().toISOString() };
      const passed = await api.post("/api/v1/attempts", attempt);
      assert.ok([200, 201].includes(passed.status), passed.text);
    };
    await pass("Ewa");
    const page = await panel.visit();
    const it = await createAccount(database, acme.tenant_id, "it_admin");
    await signIn(page, panel, acme.code, it.login, test_password, `${panel.url}/settings`);
    const text = page.getByRole("textbox", { name: "Text of certificates" });
    const save = page.locator("form", { has: text }).getByRole("button", { name: "Save", exact: true });
    for (const [typed, told] of [
      ["has passed with {score}", /\{score\}/],
      ["<script>alert(1)</script>", /<script/],
    ] as const) {
      await text.fill(typed);
      await save.click();
      await page.locator('[id$="-error"]', { hasText: told }).waitFor();
      assert.equal(await text.getAttribute("aria-invalid"), "true");
    }
    await expectAccessible(page, "what certificates say, at fault");
    await page.getByRole("textbox", { name: "Title of certificates" }).fill("Diploma");
    await text.fill("has learned {course} on {date},\nnumber {number}, until {valid_until}");
    await page.getByRole("textbox", { name: "Who signs", exact: true }).fill("Maria Lis");
    await page.getByRole("textbox", { name: "Office of who signs" }).fill("Head of training");
    await page.getByRole("combobox", { name: "Orientation" }).selectOption("Portrait");
    await page.getByRole("textbox", { name: "Colour" }).fill("#ffd400");
    const taken = async (click: Promise<void>) => {
      const [file] = await Promise.all([page.waitForEvent("download"), click]);
      return readPdf(readFileSync(await file.path()));
    };
    const preview = await taken(page.getByRole("button", { name: "Preview as PDF" }).click());
    for (const shown of ["Diploma", "Maria Lis", "Head of training", "A trial: it proves nothing", "Ada Admin"])
      assert.ok(preview.text.includes(shown), `${shown}: ${preview.text}`);
    await shoot(page, "certificate-words");
    await save.click();
    await page.getByText("Saved.").first().waitFor();
    await pass("Jan");

    await page.goto(`${panel.url}/certificates?q=lis`);
    const printed = (name: string) =>
      taken(
        page
          .getByRole("row", { name: new RegExp(name) })
          .getByRole("link", { name: /^PDF of/ })
          .click(),
      );
    const before_it = await printed("Ewa");
    assert.ok(/\bCertificate\b/.test(before_it.text) && !before_it.text.includes("Maria Lis"), before_it.text);
    const after_it = await printed("Jan");
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/Warsaw" }).format(new Date());
    for (const shown of [
      "Diploma",
      `has learned First aid on ${day},`,
      "number AID-",
      "Maria Lis",
      "Head of training",
      "Jan Lis",
    ])
      assert.ok(after_it.text.includes(shown), `${shown}: ${after_it.text}`);
    const upright = ({ pages }: PdfText) => pages.map(({ width, height }) => width < height);
    assert.deepEqual([upright(before_it), upright(after_it)], [[false], [true]]);
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
