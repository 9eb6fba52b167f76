// The server writes English sentences; the panel shows its own in the reader's language, by their codes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { reason_codes, type ReasonFacts } from "../../server/features/compliance/explain/reasons.ts";
import { languages } from "../../server/platform/languages.ts";
import { needsBrowser } from "../harness/panel/browser.ts";
import { useFullPanel } from "../harness/full-panel.ts";
import { contextOf } from "../harness/panel/screens.ts";

const panel_folder = path.join(import.meta.dirname, "..", "..", "panel");
const read = (file: string) => JSON.parse(readFileSync(path.join(panel_folder, file), "utf8"));

test("every problem that the panel's contract names, and every fault of a field, has words in each language", () => {
  const schemas: Record<string, any> = read("openapi.json").components.schemas;
  const codes = Object.values(schemas).flatMap(({ properties }) =>
    /^[A-Z_]+$/.test(properties?.code?.const ?? "") ? properties.code.const : [],
  );
  assert.ok(codes.length > 40, `saw ${codes.length} problems`);
  for (const language of languages) {
    const { title, text, fault } = read(`src/locales/${language}/problems.json`);
    assert.deepEqual(
      codes.filter((code) => !title[code] || !text[code]),
      [],
      language,
    );
    assert.deepEqual(
      (schemas["FaultCode"].enum as string[]).filter((code) => !fault[code]),
      [],
      language,
    );
  }
});

/** The facts beside a code: all of them, those of an open enrollment, and those known of a past day. */
const known: readonly ReasonFacts[] = [
  {
    certificate: "C-1",
    valid_from: "2026-01-02",
    until: "2026-03-04",
    assigned_on: "2026-01-05",
    due_date: "2026-02-06",
    days_left: 3,
    days: 60,
    state: "started",
    blocked: "no_seat",
  },
  { certificate: "C-1", until: null, assigned_on: "2026-01-05", due_date: null, blocked: "path_only" },
  { certificate: "C-1" },
];

describe("words of the panel's own", { skip: needsBrowser() }, () => {
  const opened = useFullPanel();

  for (const [language, heading] of [
    ["en", "Why"],
    ["pl", "Dlaczego"],
  ] as const)
    test(`no sentence of the server stands in the reasons of a flag, in ${language}`, async () => {
      const { panel, full } = opened;
      const page = await (await contextOf(panel, await full.panelOf("training_admin"), { language })).newPage();
      const reasons = known.flatMap((facts) => reason_codes.map((code) => ({ code, detail: `SERVER ${code}.`, facts })));
      await page.route("**/panel/api/compliance/explain*", async (route) => {
        const reply = await route.fetch();
        await route.fulfill({ response: reply, json: { ...(await reply.json()), reasons } });
      });
      await page.goto(`${panel.url}/compliance?why=${full.ids["person"]}&course=LINK`);
      await page.getByRole("heading", { level: 3, name: heading, exact: true }).waitFor();
      const said = await page.locator(".matrix-reasons").innerText();
      assert.doesNotMatch(said, /SERVER|\{\{|sentence\.|undefined/);
      assert.equal(await page.locator(".matrix-reasons li").count(), reasons.length);
      if (language === "pl") {
        const english = said.match(/\b(the|is|was|valid|assigned|licence|enrollment|person|due)\b/gi);
        assert.equal(english, null, said);
      }
      await page.context().close();
    });

  test("the reasons of a real flag are Polish in the Polish panel", async () => {
    const { panel, full } = opened;
    const page = await (await contextOf(panel, await full.panelOf("training_admin"), { language: "pl" })).newPage();
    await page.goto(`${panel.url}/compliance?why=${full.ids["person"]}&course=LINK`);
    await page.getByText(/^Przydzielono \d{1,2} \w+ 20\d\d/).waitFor();
    await page.context().close();
  });

  test("a refusal and a fault of a field are Polish in the Polish panel", async () => {
    const { panel, full } = opened;
    const page = await (await contextOf(panel, await full.panelOf("it_admin"), { language: "pl" })).newPage();
    await page.goto(`${panel.url}/administrators`);
    await page.getByRole("button", { name: "Zaproś" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").first().fill(full.accounts.it_admin.login);
    await dialog.getByRole("textbox").nth(1).fill("Nina Nowa");
    await dialog.locator("button[type=submit]").click();
    await dialog.getByText("Administrator z tym adresem e-mail już istnieje.").waitFor();
    await dialog.getByRole("textbox").first().fill("no address");
    await dialog.locator("button[type=submit]").click();
    await dialog.getByText("Nieprawidłowy format.").waitFor();
    assert.doesNotMatch(await dialog.innerText(), /exist|address|valid/i);
    await page.context().close();
  });

  test("no page reported an error of its own", () => {
    assert.deepEqual(opened.panel.complaints(), []);
  });
});
