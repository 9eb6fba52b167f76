// Courses whose content packages are uploaded in the panel and opened by learners, all in a browser.
import type { FrameLocator, Page } from "playwright-core";
import { openDatabase } from "../../harness/database.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { browsePanel, signIn } from "../../harness/panel/browser.ts";
import { createAccount, givePassword, test_password, type TestAccount } from "../../harness/panel/panel.ts";

export type PackageScene = Awaited<ReturnType<typeof openPackageScene>>;

export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** The content within the player's page. */
export const contentIn = (page: Page): FrameLocator => playerIn(page).frameLocator("#content");
export const playerIn = (page: Page): FrameLocator => page.frameLocator('iframe[title$=": content"]');

/** The caller closes it after the tests. */
export async function openPackageScene(course_codes: readonly string[]) {
  const database = await openDatabase();
  const panel = await browsePanel(database);
  const acme = await createOrganisation(database, {
    courses: course_codes.map((code) => ({ code, title: `Course ${code}`, validity: { value: 12, unit: "month" as const } })),
  });
  const admin = await signedIn(await createAccount(database, acme.tenant_id, "training_admin"));

  const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;

  async function signedIn(account: TestAccount, options = {}): Promise<Page> {
    await givePassword(database, acme.tenant_id, account);
    const page = await panel.visit(options);
    await signIn(page, panel, acme.code, account.login, test_password);
    return page;
  }

  async function learnerOf(course_code: string): Promise<TestAccount & { enrollment: string }> {
    const account = await createAccount(database, acme.tenant_id, "learner");
    const [{ id }] = await query(
      `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
      select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now(), 3 from course where tenant_id = $1 and code = $3
      returning id`,
      [acme.tenant_id, account.id, course_code],
    );
    return { ...account, enrollment: id };
  }

  /** Uploads a package in the editor of a course's content. */
  async function give(course_code: string, name: string, bytes: Buffer): Promise<void> {
    const [{ id }] = await query("select id from course where tenant_id = $1 and code = $2", [acme.tenant_id, course_code]);
    await admin.goto(`${panel.url}/courses/${id}/content`);
    await admin.getByLabel("Kind").selectOption("package");
    const chooser = admin.waitForEvent("filechooser");
    await admin.getByRole("button", { name: "Upload a package" }).click();
    await (await chooser).setFiles({ name, mimeType: "application/zip", buffer: bytes });
  }

  async function save(course_code: string): Promise<void> {
    await admin.getByText(/(SCORM (1\.2|2004)|cmi5), version 1/).waitFor();
    await admin.getByRole("button", { name: "Save" }).click();
    await admin.getByRole("heading", { level: 1, name: `Course ${course_code}` }).waitFor();
  }

  async function openCourse(page: Page, button: "Begin" | "Continue", course_code: string): Promise<FrameLocator> {
    await page.goto(`${panel.url}/my-training`);
    await page
      .getByRole("link", { name: new RegExp(`Course ${course_code}`) })
      .first()
      .click();
    await page.getByRole("button", { name: button }).click();
    return contentIn(page);
  }

  async function close(): Promise<void> {
    await panel.close();
    await database.close();
  }
  return { panel, admin, query, signedIn, learnerOf, give, save, openCourse, close };
}
