// The screens of an organisation's administration in a real browser, one after another with one server and one sign-in.
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
} from "../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, test_password } from "../harness/panel/panel.ts";
import { apiOf, byKey } from "../harness/server.ts";

describe("the screens of an organisation's administration", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let page: Page;
  let login: string;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database, { mails_readable: true });
    acme = await createOrganisation(database, {});
    ({ login } = await createAccount(database, acme.tenant_id, "it_admin"));
    page = await panel.visit({ reducedMotion: "reduce" });
    await signIn(page, panel, acme.code, login, test_password);
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  /** Checks the page in both themes, and 320 px wide. */
  const look = async (name: string) => {
    await shoot(page, name);
    await expectAccessible(page, name);
    await page.emulateMedia({ colorScheme: "dark" });
    await shoot(page, `${name}-dark`);
    await expectAccessible(page, `${name} in the dark`);
    await page.emulateMedia({ colorScheme: "light" });
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 800 });
    await shoot(page, `${name}-narrow`);
    await expectReflow(page, name);
    await page.setViewportSize(size);
  };

  test("the overview leads from nothing to the first call, which appears by itself, and to what needs attention", async () => {
    await page.goto(`${panel.url}/`);
    const step = page.locator("li[aria-current=step]");
    await step.getByText("Create a client").waitFor();
    await page.getByText("Nothing at present.").waitFor();
    await shoot(page, "overview-empty");
    const { clients } = await createOrganisation(database, {
      contract: { rate: { per_day: 10 } },
      clients: [{ name: "HR", scopes: ["users:read"] }],
    });
    await step.getByText("Waiting for the first call").waitFor();
    const api = apiOf(panel.server, byKey(acme.code, clients["HR"]!.secret));
    for (let call = 0; call < 9; call += 1) await api.get(call < 7 ? "/api/v1/users" : "/api/v1/users/missing");
    await step.getByText("Subscribe to events").waitFor();
    await page.reload();
    await page
      .getByRole("link", { name: /^Requests today/ })
      .getByText("9")
      .waitFor();
    await page.getByRole("link", { name: "Client “HR” has used 90 % of its day" }).waitFor();
    await look("overview");
    await page.getByRole("button", { name: "Show as a table" }).click();
    await page.getByRole("cell", { name: "7", exact: true }).first().waitFor();
    await expectAccessible(page, "the chart as a table");
    await page.getByRole("link", { name: "Client “HR” has used 90 % of its day" }).click();
    await page.getByRole("heading", { level: 1, name: "HR" }).waitFor();
    assert.deepEqual(panel.complaints(), []);
  });

  test("administrators are invited, changed and removed, and the last one says why not", async () => {
    await page.goto(`${panel.url}/administrators`);
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await row(login).getByText("Active").waitFor();
    await row(login).getByRole("button", { name: "Actions for Ada Admin" }).click();
    await page.getByRole("menuitem", { name: /^Remove .*Give the role to another administrator first/ }).waitFor();
    await shoot(page, "administrators-menu");
    await expectAccessible(page, "the menu of an administrator");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Nina New");
    await dialog.getByLabel("E-mail address").fill("nowhere");
    await dialog.getByRole("button", { name: "Send the invitation" }).click();
    await dialog.getByLabel("E-mail address").and(page.locator("[aria-invalid=true]")).waitFor();
    assert.equal(await dialog.getByLabel("Name").inputValue(), "Nina New");
    await expectAccessible(page, "an invitation that is refused");
    await dialog.getByLabel("E-mail address").fill("nina.new@acme.example");
    await dialog.getByRole("button", { name: "Send the invitation" }).click();
    await row("nina.new@acme.example").getByText("Invited").waitFor();

    await row("Nina").getByRole("button").click();
    await page.getByRole("menuitem", { name: "Change name, role or departments" }).click();
    await dialog.getByRole("radio", { name: "Compliance officer" }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await row("Nina").getByText("Compliance officer").waitFor();
    await look("administrators");

    await row(login).getByRole("button").click();
    await page.getByRole("menuitem", { name: "Where they are signed in" }).click();
    await dialog.getByText("this one").waitFor();
    await expectAccessible(page, "the sessions of an administrator");
    await page.keyboard.press("Escape");

    await row("Nina").getByRole("button").click();
    await page.getByRole("menuitem", { name: "Remove", exact: true }).click();
    await dialog.getByRole("textbox").fill("Nina New");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await row("Nina").waitFor({ state: "detached" });
    assert.deepEqual(panel.complaints(), []);
  });

  test("settings are changed in place, an unknown time zone is refused at its field, and fixed settings say why", async () => {
    await page.goto(`${panel.url}/settings`);
    await page.getByRole("textbox", { name: "Name" }).fill("ACME Polska");
    await page.locator("input[data-path=time_zone]").fill("Europe/Atlantis");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("must be the IANA name").waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Name" }).inputValue(), "ACME Polska");
    await look("settings");
    await page.locator("input[data-path=time_zone]").fill("Europe/Berlin");
    await page.getByRole("switch", { name: "Every person needs an e-mail address" }).click();
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByRole("banner").getByText("ACME Polska").waitFor();
    await page.getByText("Never changes: people sign in with it").waitFor();
    const team = page.getByRole("link", { name: "Who administers it, in which role" });
    assert.match((await team.getAttribute("href"))!, /\/administrators$/);
    await page.getByRole("row", { name: "Sender training@acme.example" }).waitFor();
    await page.getByText("Not sent: no mail server is set up. The mailbox shows what would be mailed.").waitFor();
    assert.match((await page.getByRole("link", { name: "Sent and failed mails" }).getAttribute("href"))!, /\/mailbox$/);

    await page.getByRole("button", { name: "Add an attribute" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Key").fill("Bad key");
    await dialog.getByRole("button", { name: "Add an attribute" }).click();
    await dialog.getByLabel("Key").and(page.locator("[aria-invalid=true]")).waitFor();
    await dialog.getByLabel("Key").fill("shift");
    await expectAccessible(page, "a new attribute");
    await dialog.getByRole("button", { name: "Add an attribute" }).click();
    await page.getByRole("rowheader", { name: "shift" }).waitFor();
    await page.getByRole("button", { name: "Label of shift" }).press("Enter");
    await dialog.getByLabel("Label").fill("Shift at work");
    await expectAccessible(page, "the label of an attribute");
    await page.keyboard.press("Enter");
    await page.getByRole("cell", { name: "Shift at work" }).waitFor();
    await page.getByRole("button", { name: "Remove shift" }).click();
    await dialog.getByRole("textbox").fill("shift");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText("None are defined.").waitFor();
    const { rows } = await database.superuser.query(
      "select operation, changes from audit_log where operation like 'organisation.%' and actor_type = 'administrator'",
    );
    const changes = {
      name: ["ACME Logistics", "ACME Polska"],
      time_zone: ["Europe/Warsaw", "Europe/Berlin"],
      email_required: [true, false],
    };
    assert.deepEqual(rows, [{ operation: "organisation.update", changes }]);
    assert.deepEqual(panel.complaints(), []);
  });

  test("the mailbox of a trial shows sent mails with working links, and the status shows the queue", async () => {
    await page.goto(`${panel.url}/mailbox`);
    await page
      .getByRole("button", { name: /Your account on the training platform/ })
      .first()
      .waitFor();
    await look("mailbox");
    await page
      .getByRole("button", { name: /Your account on the training platform/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("link", { name: /panel\/link#/ }).waitFor();
    await expectAccessible(page, "a mail");
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.goto(`${panel.url}/status`);
    await page.getByRole("row", { name: /^Mails \d+ wait/ }).waitFor();
    await page.getByText("0 of 10").waitFor();
    await look("status");
    assert.deepEqual(panel.complaints(), []);
  });

  test("a training administrator sees tiles that open their rows, the forecast, and the trend", async () => {
    const acting = page;
    await createOrganisation(database, {
      courses: [
        { code: "FIRE", title: "Fire safety", default_due_days: 10 },
        { code: "LIFT", title: "Forklift", default_due_days: 40 },
      ],
      licenses: [{ name: "Forklift 2026", courses: ["LIFT"], seats_total: 2 }],
      rules: [{ name: "Everybody", when: { worker_type: "internal_payroll" }, assign: ["FIRE"] }],
      people: ["Ewa", "Jan", "Ola"].map((first_name, index) => ({
        employee_no: `F${index}`,
        first_name,
        last_name: "Nowak",
        email: `${first_name.toLowerCase()}@acme.example`,
      })),
      clients: [{ name: "Training", scopes: ["enrollments:write"] }],
    });
    const account = await createAccount(database, acme.tenant_id, "training_admin");
    page = await panel.visit({ reducedMotion: "reduce" });
    await signIn(page, panel, acme.code, account.login, test_password);
    for (const [employee_no, course_code] of [
      ["F0", "FIRE"],
      ["F1", "FIRE"],
      ["F1", "LIFT"],
    ])
      await assign(page, employee_no!, course_code!);
    await page.goto(`${panel.url}/`);
    const tile = page.getByRole("link", { name: /^Pending/ });
    await tile.getByText("2").waitFor();
    await page.getByText("Nothing at present.").waitFor();
    await look("overview-training");
    await tile.click();
    await page.getByRole("heading", { level: 1, name: "Compliance matrix" }).waitFor();
    await page.getByRole("rowheader").or(page.getByRole("cell")).filter({ hasText: "Ewa" }).first().waitFor();
    assert.equal(await page.getByText("Nowak Ola").count(), 0);

    await page.goto(`${panel.url}/forecast`);
    await page.getByRole("row").filter({ hasText: "Forklift 2026" }).getByText("Enough").waitFor();
    await page.getByRole("img", { name: /How flags have developed/ }).waitFor();
    await look("forecast");
    await page.getByRole("button", { name: "Show as a table" }).first().click();
    await page.getByRole("columnheader", { name: "Becomes overdue" }).waitFor();
    assert.equal(
      (await page
        .getByRole("row")
        .filter({ has: page.getByRole("cell", { name: "2", exact: true }) })
        .count()) > 0,
      true,
    );
    await expectAccessible(page, "the forecast as a table");
    assert.deepEqual(panel.complaints(), []);
    page = acting;
  });
});

/** Sends the request as the panel does, in the page's own session. */
async function assign(page: Page, employee_no: string, course_code: string): Promise<void> {
  const status = await page.evaluate<number>(`fetch("/panel/api/enrollments", {
    method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify(${JSON.stringify({ employee_no, course_code })}),
  }).then((answer) => answer.status)`);
  assert.equal(status, 201, `${employee_no} ${course_code}`);
}
