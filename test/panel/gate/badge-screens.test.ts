// A badge from one phone to another: a learner shows it, the guard's camera reads it, and the guard has no network at that time.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { create } from "qrcode";
import {
  type BrowsedPanel,
  browsePanel,
  expectAccessible,
  expectReflow,
  needsBrowser,
  shoot,
} from "../../harness/panel/browser.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type TestAccount } from "../../harness/panel/panel.ts";
import { contextOf } from "../../harness/panel/screens.ts";
import { apiOf, byKey } from "../../harness/server.ts";

const phone = { viewport: { width: 360, height: 740 } };

describe("a badge at the gate, in browsers", { skip: needsBrowser() }, () => {
  let database: TestDatabase;
  let panel: BrowsedPanel;
  let acme: TestOrganisation;
  let token: string;

  before(async () => {
    database = await openDatabase();
    panel = await browsePanel(database);
    acme = await createOrganisation(database, {
      courses: [{ code: "CRANE", title: "Crane operation", validity: { value: 12, unit: "month" } }],
      people: [{ employee_no: "P1", first_name: "Łucja", last_name: "Żółć", email: "p1@acme.example" }],
      clients: [{ name: "HR", scopes: ["enrollments:write", "attempts:write"] }],
    });
    const api = apiOf(panel.server, byKey(acme.code, acme.clients["HR"]!.secret));
    const names = { employee_no: "P1", course_code: "CRANE" };
    const { body } = await api.post("/api/v1/enrollments", names);
    const result = { external_id: "1", result: "passed", completed_at: body.assigned_at };
    assert.equal((await api.post("/api/v1/attempts", { ...names, ...result })).status, 200);
  });
  after(async () => {
    await panel?.close();
    await database?.close();
  });

  const enter = async (account: TestAccount, address: string): Promise<Page> => {
    const session = await sessionOf(panel.server, database, acme.tenant_id, account);
    const context = await contextOf(panel, session, phone);
    const page = await context.newPage();
    await page.goto(`${panel.url}${address}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  };
  const verdict = (page: Page, word: "Yes" | "No") =>
    page.getByRole("status").getByRole("heading", { name: word, exact: true }).waitFor();

  test("a learner has a badge on the phone, and on paper", async () => {
    const { rows } = await database.superuser.query("select id from person where employee_no = 'P1'");
    const page = await enter({ id: rows[0].id, kind: "person", login: "P1" }, "/my-badge");
    const answer = page.waitForResponse((response) => response.url().endsWith("/my/badge"));
    await page.getByRole("button", { name: "New badge" }).click();
    token = (await (await answer).json()).token;
    await page.getByRole("img", { name: "Code of the badge" }).waitFor();
    await page.getByText("Łucja Żółć").waitFor();
    await page.getByText("Crane operation until").waitFor();
    await expectAccessible(page, "a badge");
    await expectReflow(page, "a badge");
    await shoot(page, "badge");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Print" }).click();
    assert.equal((await download).suggestedFilename(), "badge.pdf");
    await page.context().close();
  });

  test("the guard's camera reads it without a network; a second time it is stopped until the name was compared", async () => {
    const page = await enter(await createAccount(database, acme.tenant_id, "guard"), "/gate?course_code=CRANE");
    await holdBeforeCamera(page, token);
    // The code that reads pictures is loaded with the page, not with the first scan.
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Scan a badge" }).click();
    await verdict(page, "Yes");
    const told = await page.locator(".gate-answer").innerText();
    assert.match(told, /Łucja Żółć/);
    assert.match(told, /Crane operation/);
    assert.match(told, /Holds until/);
    await expectAccessible(page, "a badge at the gate");
    await expectReflow(page, "a badge at the gate");
    await shoot(page, "badge-at-the-gate");
    await page.getByRole("button", { name: "Scan a badge" }).click();
    await page.getByText("This badge was let in here already").waitFor();
    await verdict(page, "No");
    await expectAccessible(page, "a badge that was shown before");
    await page.getByRole("button", { name: "The document has this name" }).click();
    await verdict(page, "Yes");
    await page.context().close();
  });

  test("what a hand-held scanner types is a badge too; forged, it is a no with the reason", async () => {
    const page = await enter(await createAccount(database, acme.tenant_id, "guard"), "/gate?course_code=CRANE");
    await page.waitForLoadState("networkidle");
    const type = async (text: string) => {
      await page.getByLabel("Employee number").fill(text);
      await page.getByLabel("Employee number").press("Enter");
    };
    await type(token);
    await verdict(page, "Yes");
    const [head, , signature] = token.split(".");
    const body = Buffer.from(JSON.stringify({ iss: acme.code, fn: "Somebody Else", w: { CRANE: null } })).toString("base64url");
    await type(`${head}.${body}.${signature}`);
    await verdict(page, "No");
    await page.getByText("the badge was forged or changed").waitFor();
    assert.doesNotMatch(await page.locator(".gate-answer").innerText(), /Somebody/);
    await page.context().close();
  });

  test("a page without a camera says so", async () => {
    const page = await enter(await createAccount(database, acme.tenant_id, "guard"), "/gate");
    await page.getByRole("button", { name: "Scan a badge" }).click();
    await page.getByText("There is no camera that this page can use").waitFor();
    await expectAccessible(page, "the gate without a camera");
    await page.context().close();
  });

  test("browsers complained of nothing", () => assert.deepEqual(panel.complaints(), []));
});

/** Replaces the camera by a picture of a sheet with the code, at a realistic distance from the edges. */
async function holdBeforeCamera(page: Page, text: string): Promise<void> {
  const { modules } = create(text, { errorCorrectionLevel: "L" });
  const dark = Array.from(modules.data, Boolean);
  await page.evaluate(
    ({ size, dark: squares }) => {
      // The globals of a page have no types in a Node program.
      const { document, navigator } = globalThis as any;
      const canvas = document.createElement("canvas");
      const [unit, edge] = [6, 40];
      [canvas.width, canvas.height] = [size * unit + 2 * edge, size * unit + 2 * edge];
      const sheet = canvas.getContext("2d")!;
      const draw = () => {
        sheet.fillStyle = "#eee";
        sheet.fillRect(0, 0, canvas.width, canvas.height);
        sheet.fillStyle = "#111";
        squares.forEach((is_dark: boolean, place: number) => {
          if (is_dark) sheet.fillRect(edge + (place % size) * unit, edge + Math.floor(place / size) * unit, unit, unit);
        });
      };
      draw();
      // A stream sends a new picture only after something was drawn.
      setInterval(draw, 50);
      navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream());
    },
    { size: modules.size, dark },
  );
}
