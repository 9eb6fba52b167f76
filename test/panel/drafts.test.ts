// P12: every dialog with input is open again, with its content, after the user has signed in again.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { expectAccessible, needsBrowser, signIn } from "../harness/panel/browser.ts";
import { useFullPanel } from "../harness/full-panel.ts";
import { test_password } from "../harness/panel/panel.ts";
import { contextOf } from "../harness/panel/screens.ts";

type Kept = {
  what: string;
  as: "it_admin" | "training_admin";
  address: (ids: Readonly<Record<string, string>>) => string;
  open: (page: Page) => Promise<void>;
  fill: (dialog: Locator, page: Page) => Promise<void>;
  /** A field that shows the restored value. */
  shows: (dialog: Locator) => Locator;
  value: string;
  send?: RegExp;
};

const press = (name: string | RegExp) => (page: Page) => page.locator("main").getByRole("button", { name }).first().click();
const field = (label: string) => (dialog: Locator) => dialog.getByRole("textbox", { name: label });
const combobox = (label: string) => (dialog: Locator) => dialog.getByRole("combobox", { name: label });
const due = (dialog: Locator) => dialog.getByLabel("Due");
/** A person who is not in the first list of choices. */
const choosePerson = async (dialog: Locator, page: Page) => {
  await combobox("Person")(dialog).fill("Number 40");
  await page.getByRole("option", { name: "Anna Number 40 · P40" }).click();
};
const enrollment = ({ enrollment: id }: Readonly<Record<string, string>>) => `/enrollments/${id}`;
const of_person = { shows: combobox("Person"), value: "Anna Number 40 · P40" };

const dialogs: readonly Kept[] = [
  {
    what: "assign",
    as: "training_admin",
    address: () => "/enrollments",
    open: press("Assign"),
    fill: choosePerson,
    ...of_person,
  },
  {
    what: "exempt",
    as: "training_admin",
    address: () => "/enrollments",
    open: press("Exempt"),
    fill: choosePerson,
    ...of_person,
  },
  {
    what: "record evidence",
    as: "training_admin",
    address: () => "/enrollments",
    open: press("Record evidence"),
    fill: async (dialog, page) => {
      await choosePerson(dialog, page);
      await dialog
        .locator("input[type=file]")
        .setInputFiles({ name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
    },
    ...of_person,
  },
  {
    what: "record a result",
    as: "training_admin",
    address: enrollment,
    open: press("Record a result"),
    fill: (dialog) => field("Score in percent")(dialog).fill("77"),
    shows: field("Score in percent"),
    value: "77",
  },
  {
    what: "change the due date",
    as: "training_admin",
    address: enrollment,
    open: press("Change the due date"),
    fill: (dialog) => due(dialog).fill("2031-02-03"),
    shows: due,
    value: "2031-02-03",
  },
  {
    what: "exempt, from the reasons of a flag on the matrix",
    as: "training_admin",
    address: ({ person }) => `/compliance?why=${person}&course=LINK`,
    open: (page) => page.getByRole("button", { name: "Exempt" }).click(),
    fill: (dialog) => field("Reason")(dialog).fill("On leave until spring"),
    shows: field("Reason"),
    value: "On leave until spring",
  },
  {
    what: "exempt, from the reasons of a flag on a person's page",
    as: "training_admin",
    address: ({ person }) => `/people/${person}`,
    open: async (page) => {
      await page.getByRole("button", { name: /^Why/ }).first().click();
      await page.getByRole("button", { name: "Exempt" }).click();
    },
    fill: (dialog) => field("Reason")(dialog).fill("On leave until summer"),
    shows: field("Reason"),
    value: "On leave until summer",
  },
  {
    what: "merge departments",
    as: "training_admin",
    address: ({ department }) => `/departments/${department}`,
    open: press("Merge"),
    fill: async (dialog, page) => {
      await combobox("Department that stays")(dialog).click();
      await page.getByRole("option", { name: "Magazyn", exact: true }).click();
    },
    shows: combobox("Department that stays"),
    value: "Magazyn",
  },
  {
    what: "change an administrator",
    as: "it_admin",
    address: () => "/administrators",
    open: async (page) => {
      await page
        .getByRole("button", { name: /^Actions for/ })
        .last()
        .click();
      await page.getByRole("menuitem", { name: "Change name, role or departments" }).click();
    },
    fill: (dialog) => field("Name")(dialog).fill("Nina New"),
    shows: field("Name"),
    value: "Nina New",
  },
  {
    what: "name a view",
    as: "training_admin",
    address: () => "/enrollments?status=failed",
    open: async (page) => {
      await page.getByRole("button", { name: "Views" }).click();
      await page.getByRole("menuitem", { name: /Save what is shown/ }).click();
    },
    fill: (dialog) => field("Name of the view")(dialog).fill("Failures"),
    shows: field("Name of the view"),
    value: "Failures",
  },
  {
    what: "replay events",
    as: "it_admin",
    address: ({ webhook }) => `/webhooks/${webhook}`,
    open: press(/Replay/),
    fill: (dialog) => dialog.locator("input[type=datetime-local]").fill("2026-01-02T03:04"),
    shows: (dialog) => dialog.locator("input[type=datetime-local]"),
    value: "2026-01-02T03:04",
  },
  {
    what: "rotate a client's secret",
    as: "it_admin",
    address: ({ client }) => `/clients/${client}?tab=credentials`,
    open: press("Rotate the secret"),
    fill: async (dialog) => void (await dialog.getByRole("combobox").selectOption("168")),
    shows: (dialog) => dialog.getByRole("combobox"),
    value: "168",
    send: /Make the new secret/,
  },
  {
    what: "link an unmatched value",
    as: "it_admin",
    address: () => "/scim?tab=unmatched",
    open: press(/^Link/),
    fill: (dialog) => field("Find")(dialog).fill("Magazyn"),
    shows: field("Find"),
    value: "Magazyn",
    send: /^Link$/,
  },
];

/** All dialogs use one hook for their drafts, so every third dialog is opened here, and every one in drafts.long.ts. */
const one_in = process.env["WALK"] === "all" ? 1 : 3;
/** How long pressing a button may take. */
const press_ms = 5_000;

describe("dialogs of the panel", { skip: needsBrowser() }, () => {
  const opened = useFullPanel();

  for (const { what, as, address, open, fill, shows, value, send } of dialogs.filter((_, index) => index % one_in === 0))
    test(`P12 the dialog to ${what} is open again with its content after the end of a session`, async () => {
      const { panel, full } = opened;
      const page = await (await contextOf(panel, await full.panelOf(as))).newPage();
      await page.goto(panel.url + address(full.ids));
      await open(page);
      const dialog = page.locator("[role=dialog]:not(.mantine-Popover-dropdown)").last();
      await fill(dialog, page);
      assert.equal(await shows(dialog).inputValue(), value);
      await page.context().clearCookies();
      // The list of a field may have sent a request before; a form that fails its own checks sends none.
      const button = send ? dialog.getByRole("button", { name: send }) : dialog.locator("button[type=submit]");
      await button.click({ timeout: press_ms }).catch(() => undefined);
      if ((await dialog.locator("[aria-invalid=true]").count()) > 0) await page.reload();
      await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      await signIn(page, panel, full.organisation.code, full.accounts[as].login, test_password);
      await page.getByText("Your earlier input was restored.").waitFor();
      // A dialog above another one may come before it in the document.
      const notice = page.getByText("Your earlier input was restored.");
      const again = page.locator("[role=dialog]:not(.mantine-Popover-dropdown)").filter({ has: notice }).last();
      await shows(again).waitFor();
      for (let looks = 0; looks < 100 && (await shows(again).inputValue()) !== value; looks += 1) await page.waitForTimeout(50);
      assert.equal(await shows(again).inputValue(), value);
      await expectAccessible(page, `the dialog to ${what}, opened again`);
      // Closing the dialog deletes the draft.
      await again.getByRole("button", { name: "Close" }).click();
      await page.getByText("Your earlier input was restored.").waitFor({ state: "detached" });
      assert.doesNotMatch(await page.evaluate<string>("JSON.stringify({ ...sessionStorage })"), /muster\.draft/);
      await page.context().close();
    });

  test("no page reported an error of its own", () => {
    assert.deepEqual(opened.panel.complaints(), []);
  });
});
