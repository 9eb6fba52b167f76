// Three people at work in a browser, with a real mail server and a clock that is moved: an HR person's first import, a training
// manager's week, and a manager's Monday. The effort of each task is compared with docs/panel/a-day-in-figures.md.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import pino from "pino";
import type { Page } from "playwright-core";
import { sendOne } from "../../../server/features/mail/send-mail.job.ts";
import type { Pool } from "../../../server/platform/db/pool.ts";
import { createMailer } from "../../../server/platform/mail/mailer.ts";
import { workOffDue } from "../../../server/platform/jobs/due/due.ts";
import { listDueWork } from "../../../server/worker.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
} from "../../harness/panel/browser.ts";
import { createAccount, sessionOf, type TestAccount } from "../../harness/panel/panel.ts";
import { contextOf } from "../../harness/panel/screens.ts";
import { test_keyring } from "../../harness/server.ts";
import { settled } from "../../harness/settled.ts";
import { type Letter, openMailServer, type MailServer } from "./mail-server.ts";
import { beginTask, figuresOf, type Figure } from "./tasks.ts";

const figures_page = path.join(import.meta.dirname, "..", "..", "..", "docs", "panel", "a-day-in-figures.md");
const warehouse_people = 20;
const password = "seven slow tin kettles";
/** The kinds of due work that workers run: midnights, and mails to people. */
const due_kinds = new Set(["days.turn", "reminders.send", "digests.send", "reports.send", "mails.bulk"]);

/**
 * Twenty people of the warehouse and their manager, as a spreadsheet saves them. At first one e-mail address is invalid, and the
 * manager reports to one of them.
 */
const fileOf = ({ last_address, above_all }: { last_address: string; above_all: string }) =>
  [
    "Employee number;First name;Last name;E-mail;Department;Manager",
    `B1;Berta;Boss;b1@people.example;Office;${above_all}`,
    ...Array.from({ length: warehouse_people }, (_, place) => {
      const address = place + 1 === warehouse_people ? last_address : `w${place + 1}@people.example`;
      return `W${place + 1};Anna;Number ${place + 1};${address};Warehouse;B1`;
    }),
  ].join("\n");

describe("people at their work", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let north: TestOrganisation;
  let mails: MailServer;
  let trainer: TestAccount;
  let pools: [Pool, Pool];
  const figures: Figure[] = [];

  before(async () => {
    database = await openDatabase();
    // Sunday; the week begins tomorrow.
    await database.clock.freeze("2027-01-03T12:00:00Z");
    panel = await browsePanel(database);
    mails = await openMailServer();
    north = await createOrganisation(database, {
      organisation: { code: "NORTH", name: "North Cold Storage", time_zone: "Europe/Warsaw" },
      departments: [
        { name: "Warehouse", code: "WH" },
        { name: "Office", code: "OF" },
      ],
      courses: [{ code: "COLD", title: "Working in cold stores", validity: { value: 12, unit: "month" }, default_due_days: 14 }],
    });
    pools = [database.pool("muster_worker", 4), database.pool("muster_delivery", 1)];
    trainer = await createAccount(database, north.tenant_id, "training_admin");
    const it = await sessionOf(
      panel.server,
      database,
      north.tenant_id,
      await createAccount(database, north.tenant_id, "it_admin"),
    );
    const reminders = { assigned: true, due_soon_days: 7, overdue_every_days: 7, overdue_times: 3 };
    // The panel has an address of its own here, without TLS.
    const headers = { origin: panel.server.url, cookie: `muster_session=${[...it.cookies.values()][0]}` };
    assert.equal((await it.call("PATCH", "/reminders", { headers, body: reminders })).status, 200);
    const digests = { managers: true, administrators: false, weekday: 1, hour: 8 };
    assert.equal((await it.call("PATCH", "/digests", { headers, body: digests })).status, 200);
  });
  after(async () => {
    await panel?.close();
    await mails?.close();
    await database?.close();
  });

  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  const menu = (page: Page, name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
  const count = async (text: string): Promise<number> => (await database.superuser.query(text)).rows[0].n;

  /** Sets the time, and returns a page on which the training manager is signed in. */
  async function itIs(at: string): Promise<Page> {
    await database.clock.freeze(at);
    const session = await sessionOf(panel.server, database, north.tenant_id, trainer);
    const page = await (await contextOf(panel, session)).newPage();
    await page.goto(`${panel.url}/`);
    await menu(page, "People").waitFor();
    return page;
  }

  /** Runs workers until nothing is due; returns the mails that arrived meanwhile, by recipient. */
  async function workersWork(): Promise<Letter[]> {
    const before_it = (await mails.letters()).length;
    const [pool, delivery_pool] = pools;
    const log = pino({ level: "silent" });
    const of_mails = { pool, keyring: test_keyring, mailer: createMailer(mails.url, "muster@muster.example"), log };
    while (await sendOne(of_mails, north.tenant_id, null));
    const options = {
      pool,
      delivery_pool,
      keyring: test_keyring,
      base_url: panel.server.url,
      smtp_url: mails.url,
      mail_from: "Muster <muster@muster.example>",
      log,
    };
    const works = listDueWork(options, () => undefined).filter(({ kind }) => due_kinds.has(kind));
    assert.equal(works.length, due_kinds.size);
    // Twice, because a processed row moves to its next time only when the worker checks it again.
    for (const work of [...works, ...works]) {
      await settled(database);
      await workOffDue(pool, work, new AbortController().signal);
    }
    return (await mails.letters()).slice(before_it).toSorted((one, other) => (one.to < other.to ? -1 : 1));
  }

  test("an HR person's first import: a spreadsheet is tried out, what is wrong is told row by row, and all are there", async () => {
    const page = await itIs("2027-01-03T12:00:00Z");
    const task = beginTask(page, "Import a first file of people, with a wrong address and a circle of managers in it");
    await task.click(menu(page, "Imports"));
    await heading(page, "Imports");
    const tryOut = async (given: Parameters<typeof fileOf>[0]) => {
      await task.upload(page.locator("input[type=file]"), "people.csv", fileOf(given));
      await task.click(page.getByRole("button", { name: "Try it out" }));
      await heading(page, "Dry run");
      await workOff(database);
      await page.getByText("Nothing has changed yet").waitFor();
    };
    await tryOut({ last_address: "no address", above_all: "W1" });
    await page.getByText("E-mail address: must be", { exact: false }).waitFor();
    await page.getByText("w1 → b1", { exact: false }).first().waitFor();
    assert.equal(await count("select count(*)::int as n from person"), 0);
    await task.click(menu(page, "Imports"));
    await tryOut({ last_address: `w${warehouse_people}@people.example`, above_all: "" });
    assert.equal(await page.getByText("E-mail address: must be", { exact: false }).count(), 0);
    await shoot(page, "day-dry-run");
    await task.click(page.getByRole("button", { name: "Carry it out" }));
    await heading(page, "Import");
    await workOff(database);
    await page.getByText("Finished").waitFor();
    figures.push(task.tally());
    assert.equal(await count("select count(*)::int as n from person where state = 'invited'"), warehouse_people + 1);
    assert.equal(await count("select count(*)::int as n from person where manager_id is not null"), warehouse_people);
  });

  test("Monday: a department gets a course, and its manager an account", async () => {
    const page = await itIs("2027-01-04T06:00:00Z");
    const assigning = beginTask(page, "Assign a course to a department, after its effects were seen");
    await assigning.click(menu(page, "People"));
    await page.getByRole("link", { name: "Anna Number 1", exact: true }).waitFor();
    await assigning.click(page.getByRole("combobox", { name: "Department", exact: true }));
    await assigning.click(page.getByRole("option", { name: "Warehouse" }));
    await page.getByRole("link", { name: "Berta Boss" }).waitFor({ state: "detached" });
    await assigning.click(page.getByRole("checkbox", { name: "Select Anna Number 2", exact: true }));
    await assigning.click(page.getByRole("button", { name: `Choose all ${warehouse_people} who match` }));
    await assigning.click(page.getByRole("button", { name: "Assign a course…" }));
    const dialog = page.getByRole("dialog");
    await assigning.fill(dialog.getByPlaceholder("Title or code"), "cold");
    await assigning.click(page.getByRole("option", { name: "Working in cold stores (COLD)" }));
    await dialog.getByText(`${warehouse_people} people get the course.`).waitFor();
    await assigning.click(dialog.getByRole("button", { name: `Assign to ${warehouse_people} people` }));
    await heading(page, "Working in cold stores: assigned to many");
    await workOff(database);
    await page.getByText(`Done for ${warehouse_people} people`).waitFor();
    figures.push(assigning.tally());
    await shoot(page, "day-assigned");

    await page.goto(`${panel.url}/`);
    const inviting = beginTask(page, "Invite a manager");
    await inviting.click(menu(page, "People"));
    await inviting.click(page.getByRole("link", { name: "Berta Boss" }));
    await inviting.click(page.getByRole("button", { name: "Send invitation" }));
    await page.getByText("The invitation went to b1@people.example").waitFor();
    figures.push(inviting.tally());
    const letters = await workersWork();
    assert.deepEqual(
      letters.map(({ to }) => to),
      ["b1@people.example"],
      "what was assigned today is told tomorrow morning, and whom nothing is asked of is told nothing",
    );
    const link = /\bhttp\S+\/link#[\w-]+/.exec(letters[0]!.text)![0];
    const boss = await panel.visit();
    await boss.goto(link);
    await boss.getByRole("button", { name: "Continue" }).click();
    await boss.getByLabel(/^New password/).fill(password);
    await boss.getByLabel(/^Repeat/).fill(password);
    await boss.getByRole("button", { name: "Save and continue" }).click();
    await boss.getByRole("navigation", { name: "Main" }).waitFor();
    await boss.context().close();
  });

  test("Tuesday: each of them has one mail; who is away gets more time, and one does not need the course", async () => {
    const page = await itIs("2027-01-05T07:30:00Z");
    // No worker was running at the hour of the weekly mail.
    const [of_manager, ...letters] = await workersWork();
    assert.equal(of_manager!.to, "b1@people.example");
    assert.match(of_manager!.text, /due within 14 days +20\b/);
    assert.equal(letters.length, warehouse_people);
    assert.equal(new Set(letters.map(({ to }) => to)).size, warehouse_people);
    assert.match(letters[0]!.text, /Working in cold stores: assigned to you, due on 18 January 2027/);
    assert.deepEqual(await workersWork(), [], "and no other one");

    const extending = beginTask(page, "Move the due date of two people");
    const people = async (task: ReturnType<typeof beginTask>, numbers: readonly number[], work: string) => {
      await task.click(menu(page, "People"));
      for (const number of numbers)
        await task.click(page.getByRole("checkbox", { name: `Select Anna Number ${number}`, exact: true }));
      await task.click(page.getByRole("button", { name: "More…" }));
      await task.click(page.getByRole("menuitem", { name: work }));
      const dialog = page.getByRole("dialog");
      await task.fill(dialog.getByPlaceholder("Title or code"), "cold");
      await task.click(page.getByRole("option", { name: "Working in cold stores (COLD)" }));
      return dialog;
    };
    const finish = async (task: ReturnType<typeof beginTask>, many: number) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByText(`It would be done, people: ${many}`).waitFor();
      await task.click(dialog.getByRole("button", { name: "Do it" }));
      await heading(page, /Working in cold stores$/);
      await workOff(database);
      await page.getByText(many === 1 ? "Done for 1 person" : `Done for ${many} people`).waitFor();
      figures.push(task.tally());
    };
    const later = await people(extending, [1, 2], "Move the due date…");
    await extending.fill(later.getByLabel("Due"), "2027-02-15");
    await finish(extending, 2);

    await page.goto(`${panel.url}/`);
    const exempting = beginTask(page, "Exempt one person from a course");
    const free = await people(exempting, [3], "Exempt from a course…");
    await exempting.fill(free.getByLabel("From"), "2027-01-05");
    await exempting.fill(free.getByLabel("Reason"), "Works in the office this year");
    await finish(exempting, 1);
  });

  test("Thursday: who was in the classroom has passed, and has a certificate", async () => {
    const page = await itIs("2027-01-07T14:00:00Z");
    const task = beginTask(page, "Record that five people have passed a course");
    await task.click(menu(page, "People"));
    for (const number of [4, 5, 6, 7, 8])
      await task.click(page.getByRole("checkbox", { name: `Select Anna Number ${number}`, exact: true }));
    await task.click(page.getByRole("button", { name: "More…" }));
    await task.click(page.getByRole("menuitem", { name: "Record a result…" }));
    const dialog = page.getByRole("dialog");
    await task.fill(dialog.getByPlaceholder("Title or code"), "cold");
    await task.click(page.getByRole("option", { name: "Working in cold stores (COLD)" }));
    await task.fill(dialog.getByLabel("Passed on"), "2027-01-07");
    await dialog.getByText("It would be done, people: 5").waitFor();
    await task.click(dialog.getByRole("button", { name: "Do it" }));
    await heading(page, "Passed: Working in cold stores");
    await workOff(database);
    await page.getByText("Done for 5 people").waitFor();
    figures.push(task.tally());
    assert.equal(await count("select count(*)::int as n from certificate"), 5);
  });

  test("Friday: which department lags is seen with its year, and a report of it leaves each Monday from now on", async () => {
    const page = await itIs("2027-01-08T13:00:00Z");
    const looking = beginTask(page, "See how much is covered, and a department's year");
    await page.getByText(`6 of ${warehouse_people}`).waitFor();
    await looking.click(page.getByRole("button", { name: "Show a year of Warehouse" }));
    await page.getByRole("heading", { name: "Over a year: Warehouse" }).waitFor();
    figures.push(looking.tally());

    const reporting = beginTask(page, "Put a report together and have it mailed each Monday");
    await reporting.click(menu(page, "Reports"));
    await reporting.click(page.getByRole("link", { name: "New report" }));
    await heading(page, "New report");
    await reporting.choose(page.getByLabel("Rows are"), "Compliance");
    await reporting.choose(page.getByLabel("Flag", { exact: true }), "Pending");
    await reporting.fill(page.getByRole("textbox", { name: "Name", exact: true }), "Not yet trained");
    await reporting.click(page.getByRole("button", { name: "Save" }));
    await heading(page, "Not yet trained");
    await reporting.choose(page.getByLabel("How often"), "Every week");
    await reporting.click(page.getByRole("button", { name: "Mail it" }));
    await page.getByText(/^It is mailed next on /).waitFor();
    figures.push(reporting.tally());
  });

  test("a manager's Monday: the week's mail says who is late, and leads to each of them", async () => {
    await database.clock.freeze("2027-01-20T09:30:00Z");
    await workersWork();
    await database.clock.freeze("2027-01-25T09:30:00Z");
    const letters = await workersWork();
    const digest = letters.find(({ to, subject }) => to === "b1@people.example" && subject.startsWith("Your people's training"))!;
    assert.match(digest.text, /overdue +12\b/);
    const report = letters.find(({ to }) => to === trainer.login)!;
    assert.match(report.files[0]!.name, /^Not-yet-trained-2027-01-25\.xlsx$/);
    const page = await panel.visit();
    await page.goto(/\bhttp\S+\/my-team\b/.exec(digest.text)![0]);
    const task = beginTask(page, "See who of one's people is late, and with what, from the week's mail");
    await task.fill(page.getByLabel("Tenant code"), "NORTH");
    await task.fill(page.getByLabel("E-mail or login"), "b1@people.example");
    await task.fill(page.locator("input[name=password]"), password);
    await task.click(page.getByRole("button", { name: "Sign in", exact: true }));
    await heading(page, "My team");
    await task.click(page.getByRole("button", { name: /Overdue/ }));
    await task.click(page.getByRole("link", { name: "Anna Number 10" }));
    await page.getByRole("heading", { name: "Working in cold stores" }).waitFor();
    figures.push(task.tally());
    await expectAccessible(page, "one of my people");
    await page.setViewportSize({ width: 320, height: 640 });
    await expectReflow(page, "one of my people");
  });

  test("the page of figures says of each task what it costs now", () => {
    const stated = figuresOf(readFileSync(figures_page, "utf8"));
    const counted = new Map(figures.map(({ task, clicks, fields, screens }) => [task, [clicks, fields, screens]]));
    assert.deepEqual(stated, counted, "docs/panel/a-day-in-figures.md states clicks, fields and screens of each task");
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});
