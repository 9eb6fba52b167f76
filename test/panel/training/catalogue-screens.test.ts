import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
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
import { createAccount, test_password } from "../../harness/panel/panel.ts";

/** The shell collapses its navigation some frames after the window's width has changed. */
const folded = `new Promise((done) => {
  let frames = 120;
  const look = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth || (frames -= 1) === 0) done();
    else requestAnimationFrame(look);
  };
  look();
})`;

describe("departments, contractors and the catalogue in the panel", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let page: Page;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      departments: [
        { name: "Operations", code: "OPS" },
        { name: "Logistics", code: "LOG", parent: "OPS" },
        { name: "Logistyka", code: "LOG-PL" },
        { name: "Archive", code: "ARCH", active: false },
      ],
      contractors: [
        { name: "Bud-Serwis", code: "BS", contract_valid_until: "2027-12-31" },
        { name: "BUD SERVICE", code: "BS2" },
      ],
      courses: [
        { code: "FORK", title: "Forklift", validity: { value: 24, unit: "month" }, renewal: { enabled: true } },
        { code: "FIRE-1", title: "Fire 1" },
        { code: "OLD", title: "Old course", active: false },
      ],
      learning_paths: [{ code: "FIRE", title: "Fire warden", courses: ["FIRE-1"] }],
      licenses: [
        { name: "Forklift 2026", courses: ["FORK"], seats_total: 3 },
        { name: "Fire path", paths: ["FIRE"] },
      ],
      rules: [{ name: "Everybody", when: { worker_type: "internal_payroll" }, assign: ["FORK"] }],
      people: [
        { employee_no: "1", first_name: "Anna", last_name: "Lis", email: "a@acme.example", department: "LOG-PL" },
        {
          employee_no: "2",
          first_name: "Jan",
          last_name: "Kos",
          email: "b@acme.example",
          worker_type: "b2b_contractor",
          contractor: "BS2",
        },
      ],
    });
    await workOff(database);
    const trainer = await createAccount(database, acme.tenant_id, "training_admin");
    // Without animations, because final positions are measured.
    page = await panel.visit({ reducedMotion: "reduce" });
    await signIn(page, panel, acme.code, trainer.login, test_password);
  });
  after(async () => {
    await panel.close();
    await database.close();
  });

  const open = async (address: string, name: string) => {
    await page.goto(panel.url + address);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.waitForLoadState("networkidle");
  };
  const dialog = () => page.getByRole("dialog");
  const press = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
  /** Both themes, and a small phone; the picture shows the light theme. */
  const look = async (state: string) => {
    for (const scheme of schemes.toReversed()) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
      await expectAccessible(page, `${state}, ${scheme}`);
      await shoot(page, `${state}-${scheme}`);
    }
    // A dialog keeps the margin of the window size at which it was opened.
    if (await dialog().isVisible()) return;
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate(folded);
    await expectReflow(page, state);
    await page.setViewportSize(size);
  };

  test("a department is added, refused at its field, moved and merged", async () => {
    await open("/departments", "Departments");
    await look("departments");
    const height = async () => (await page.getByRole("row", { name: /Operations/ }).boundingBox())!.height;
    const dense = await height();
    await page.getByRole("button", { name: "Roomy rows" }).click();
    const back = page.getByRole("button", { name: "Dense rows" });
    await back.waitFor();
    assert.ok((await height()) > dense);
    await back.click();
    for (const key of ["j", "j", "k", "Enter"]) await page.keyboard.press(key);
    await page.getByRole("heading", { level: 1, name: "Logistyka" }).waitFor();
    await open("/departments", "Departments");
    // The checkbox is ticked a moment later, because its state comes from the address.
    await page.getByRole("checkbox", { name: "Show those out of use" }).click();
    await page.getByRole("link", { name: "Archive" }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("inactive"), "true");
    await page.getByRole("button", { name: "Add a department" }).click();
    await dialog().getByLabel("Name").fill("Workshop");
    await dialog().getByLabel("Code").fill("ops");
    await press("Add a department");
    await dialog().getByText('is the code of "Operations" already').waitFor();
    assert.equal(await dialog().getByLabel("Name").inputValue(), "Workshop");
    await look("department-refused");
    await dialog().getByLabel("Code").fill("WS");
    await press("Add a department");
    await page.getByRole("link", { name: "Workshop" }).click();
    await page.getByRole("row", { name: /^Made by Ada Admin/ }).waitFor();
    await page.getByText("Panel", { exact: true }).waitFor();
    await open("/departments", "Departments");
    await page.getByRole("link", { name: "Logistyka" }).click();
    await page.getByRole("heading", { level: 1, name: "Logistyka" }).waitFor();
    await page.getByText("Organisation file", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Take out of use" }).click();
    await press("Take out of use");
    await dialog().getByText("Active people in it: 1; sub-departments: 0.").waitFor();
    await press("Cancel");
    await page.getByRole("button", { name: "Merge" }).click();
    await dialog().getByText("1 person, those who have left counted").waitFor();
    await look("department-merge");
    await dialog().getByRole("combobox", { name: "Department that stays" }).fill("Logistics");
    await page.getByRole("option", { name: "Operations › Logistics" }).click();
    await press("Merge");
    await page.getByText("Logistyka is merged. Rules follow in the background.").waitFor();
    await open("/departments", "Departments");
    await page.getByRole("link", { name: "Logistics" }).click();
    await page.getByText("logistyka").waitFor();
    await look("department");
    await page.getByRole("button", { name: "Remove the alias logistyka" }).click();
    await page.getByText("None. An unmatched value").waitFor();
    await open("/departments/unmatched", "Unmatched values");
    await look("unmatched");
  });

  test("a contractor is changed, refused at its field, and merged", async () => {
    await open("/contractors", "Contractors");
    await look("contractors");
    await page.getByRole("link", { name: "BUD SERVICE" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog().getByLabel("Country").fill("P1");
    await press("Save");
    await dialog().getByText("must be two capital letters").waitFor();
    await look("contractor-refused");
    await dialog().getByLabel("Country").fill("pl");
    await press("Save");
    await page.getByRole("cell", { name: "PL", exact: true }).waitFor();
    await look("contractor");
    await page.getByRole("button", { name: "Merge" }).click();
    await dialog().getByRole("combobox", { name: "Contractor that stays" }).fill("Bud-Serwis");
    await page.getByRole("option", { name: /Bud-Serwis/ }).click();
    await press("Merge");
    await page.getByText("BUD SERVICE is merged.").waitFor();
  });

  test("a course is found by its reason, changed, and refused at its field", async () => {
    await open("/courses", "Courses");
    await look("courses");
    await page.getByRole("combobox", { name: "State" }).selectOption("path_only");
    await page.getByRole("link", { name: "Fire 1" }).click();
    await page.getByText("Its licences cover it only as part of a learning path").waitFor();
    await open("/courses?state=assignable", "Courses");
    await page.getByRole("link", { name: "Forklift" }).click();
    await page.getByText("Rule: Everybody").waitFor();
    await look("course");
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog().getByLabel("Certificate valid for").fill("");
    await press("Save");
    await dialog().getByText('needs "validity" to renew').waitFor();
    await look("course-refused");
    await dialog().getByLabel("Certificate valid for").fill("36");
    await press("Save");
    await page.getByText("36 months").waitFor();
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByText("It is archived. Put it back to assign it.").waitFor();
    await page.getByRole("button", { name: "Put back" }).click();
    await page.getByText("It is in the catalogue again.").waitFor();
  });

  test("a course is added, refused at its field, and given a quiz that is refused at its question", async () => {
    await open("/courses", "Courses");
    await page.getByRole("button", { name: "Add a course" }).click();
    await dialog().getByLabel("Title").fill("Dangerous goods");
    await page.mouse.click(5, 5);
    await dialog().getByLabel("Code").fill("fork");
    await dialog().getByLabel("Languages").fill("pl");
    await press("Add a course");
    await dialog().getByText('is the code of "Forklift" already').waitFor();
    assert.equal(await dialog().getByLabel("Title").inputValue(), "Dangerous goods");
    await look("course-add-refused");
    await dialog().getByLabel("Code").fill("ADR");
    await press("Add a course");
    await page.getByRole("heading", { level: 1, name: "Dangerous goods" }).waitFor();
    await page.getByRole("cell", { name: "pl", exact: true }).waitFor();
    await page.getByRole("link", { name: "Edit the content" }).click();
    await page.getByRole("heading", { level: 1, name: "Content" }).waitFor();
    await page.getByLabel("Kind").selectOption("quiz");
    await page.getByRole("textbox", { name: "Question 1" }).fill("What is UN 1203?");
    await page.getByLabel("Answer 1", { exact: true }).fill("Petrol");
    await page.getByLabel("Answer 2", { exact: true }).fill("Milk");
    await page.getByRole("button", { name: "Add a question" }).click();
    await page.getByRole("textbox", { name: "Question 2" }).fill("And UN 1202?");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("textbox", { name: "Question 1" }).waitFor();
    await page.getByText("Tick at least one right answer.").waitFor();
    assert.equal(await page.getByLabel("Answer 2", { exact: true }).inputValue(), "Milk");
    await look("quiz-refused");
    await page.getByLabel("Answer 1 is right").check();
    await page.getByRole("button", { name: "Go to question 2" }).click();
    await page.getByRole("button", { name: "Remove question 2" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Dangerous goods" }).waitFor();
    await page.getByRole("cell", { name: "Quiz" }).waitFor();
  });

  test("seats are shown with their holders, and cannot be taken from them", async () => {
    await open("/licences", "Licences");
    await look("licences");
    await page.getByRole("link", { name: "Forklift 2026" }).click();
    await page.getByRole("link", { name: "Anna Lis" }).waitFor();
    await look("licence");
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog().getByLabel("Seats", { exact: true }).fill("0");
    await press("Save");
    await dialog().getByText("must be at least 1: so many seats are in use").waitFor();
    await look("licence-refused");
    await dialog().getByLabel("Seats", { exact: true }).fill("12");
    await press("Save");
    await page.getByRole("cell", { name: "1 of 12" }).waitFor();
    await open("/licences", "Licences");
    await page.getByRole("button", { name: "Add a licence" }).click();
    await dialog().getByLabel("Name").fill("forklift 2026");
    await dialog().getByRole("combobox", { name: "What it covers" }).fill("Fire 1");
    await page.getByRole("option", { name: "Fire 1 (FIRE-1)" }).click();
    await press("Add a licence");
    await dialog().getByText("is the name of another licence").waitFor();
    await look("licence-add-refused");
    await dialog().getByLabel("Name").fill("Fire 2027");
    await press("Add a licence");
    await page.getByRole("heading", { level: 1, name: "Fire 2027" }).waitFor();
    await page.getByRole("link", { name: "Fire 1 (FIRE-1)" }).waitFor();

    const end = page.getByRole("button", { name: "End it" });
    await end.press("Enter");
    await page.getByRole("dialog", { name: "End the licence “Fire 2027”?" }).waitFor();
    await look("licence-end");
    await press("End it");
    await page.getByText("Ended", { exact: true }).waitFor();
    assert.equal(await end.getAttribute("aria-disabled"), "true");
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog().getByLabel("Valid until").fill("2999-12-31");
    await press("Save");
    await page.getByText("In force", { exact: true }).waitFor();
    assert.equal(await end.getAttribute("aria-disabled"), null, "it can be ended again");
  });

  for (const [address, title, file] of [
    ["/licences?state=in_force", "Licences", "licenses.csv"],
    ["/paths?q=fire", "Learning paths", "courses.csv"],
  ] as const)
    test(`filters of ${address} are kept under a name, and their rows are exported`, async () => {
      await open(address, title);
      await page.getByRole("button", { name: "Views" }).click();
      await page.getByRole("menuitem", { name: "Save what is shown…" }).click();
      await page.getByLabel("Name of the view").fill("As it was");
      await page.keyboard.press("Enter");
      await page.getByText("The view “As it was” is saved.").waitFor();
      await open(address.replace(/\?.*/, ""), title);
      await page.getByRole("button", { name: "Views" }).click();
      await page.getByRole("menuitem", { name: "As it was" }).click();
      await page.waitForURL((url) => url.href.endsWith(address));
      const downloading = page.waitForEvent("download");
      await page.getByRole("link", { name: "Export CSV" }).click();
      assert.equal((await downloading).suggestedFilename(), file);
    });

  test("a path is made and changed, and a course that stands twice is refused at its place", async () => {
    await open("/paths", "Learning paths");
    await look("paths");
    await page.getByRole("button", { name: "Add a path" }).click();
    await dialog().getByLabel("Title").fill("First week");
    await dialog().getByLabel("Code").fill("WEEK");
    const choose = async (number: number, name: string) => {
      await dialog()
        .getByRole("combobox", { name: `Course ${number}` })
        .fill(name);
      await page.getByRole("option", { name }).click();
    };
    await choose(1, "Forklift (FORK)");
    await dialog().getByRole("button", { name: "Add a course" }).click();
    await choose(2, "Forklift (FORK)");
    await press("Add a path");
    await dialog().getByText("stands twice in this path").waitFor();
    await look("path-refused");
    await choose(2, "Fire 1 (FIRE-1)");
    await dialog().getByRole("button", { name: "Move course 2 up" }).click();
    await press("Add a path");
    await page.getByRole("link", { name: "First week" }).click();
    await page.getByRole("heading", { level: 1, name: "First week" }).waitFor();
    assert.match(await page.getByRole("listitem").filter({ hasText: "FIRE-1" }).first().innerText(), /Fire 1/);
    await look("path");
  });

  test("browsers reported nothing of the policy, and pages no error", () => {
    assert.deepEqual(panel.complaints(), []);
  });
});
