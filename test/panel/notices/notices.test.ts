// The bell in a browser: a learner sees how many notices are new, reads one, follows its link, and has no new ones afterwards.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
  signIn,
} from "../../harness/panel/browser.ts";
import { createAccount, test_password } from "../../harness/panel/panel.ts";
import { apiOf, byKey } from "../../harness/server.ts";

const skip = needsBrowser();
let database: TestDatabase;
let panel: BrowsedPanel;
let page: Page;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  const acme = await createOrganisation(database, {
    courses: [{ code: "FORK", title: "Forklift operation" }],
    clients: [{ name: "HR", scopes: ["enrollments:write"] }],
  });
  panel = await browsePanel(database);
  const learner = await createAccount(database, acme.tenant_id, "learner");
  const api = apiOf(panel.server, byKey(acme.code, acme.clients["HR"]!.secret));
  const { status, text, body } = await api.post("/api/v1/enrollments", { user_id: learner.id, course_code: "FORK" });
  assert.equal(status, 201, text);
  await database.superuser.query(
    `insert into reminder (tenant_id, subject_id, kind, about_on, step, person_id, sent_on, unsent)
     values ($1, $2, 'overdue', current_date - 7, 1, $3, current_date, 'no_address')`,
    [acme.tenant_id, body.id, learner.id],
  );
  page = await panel.visit({ viewport: { width: 320, height: 640 } });
  await signIn(page, panel, acme.code, learner.login, test_password);
});
after(async () => {
  await panel?.close();
  await database?.close();
});

const bell = (name: string) => page.getByRole("banner").getByRole("link", { name, exact: true });

test("a learner sees the count, opens the list, goes to the place, and the count is gone", { skip }, async () => {
  await bell("Notices, 1 new").click();
  const entry = page.getByRole("link", { name: "Forklift operation: overdue" });
  await entry.waitFor();
  await expectAccessible(page, "a new notice");
  await expectReflow(page, "a new notice");
  await shoot(page, "notices");
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await bell("Notices").waitFor();
  await page.getByRole("button", { name: "Mark all as read" }).waitFor({ state: "detached" });
  await expectAccessible(page, "a notice that was read");
  await entry.click();
  await page.waitForURL("**/my-training");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.reload();
  await bell("Notices").waitFor();
  const [row] = (await database.superuser.query("select count(*)::int as count from notice_read")).rows;
  assert.equal(row.count, 1);
});

test("what is escalated to a manager leads to all people below", { skip }, async () => {
  await database.superuser.query(
    `insert into digest_mail (tenant_id, receiver_id, about_on, told_on, kind, numbers)
     select tenant_id, person_id, current_date, current_date, 'manager', '{"overdue": 0, "due_soon": 0, "expiring": 0, "escalated": 2}' from reminder`,
  );
  await page.reload();
  await bell("Notices, 1 new").click();
  await page.getByRole("link", { name: "escalated from the teams of managers below you: 2 overdue" }).click();
  await page.waitForURL("**/my-team?reports=all");
  await page.getByRole("heading", { level: 1 }).waitFor();
});
