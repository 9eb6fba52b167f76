// Screens in languages that are longer than English, or use another script. One screen in ten of each language here; `WALK=all`
// opens all.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needsBrowser } from "../../harness/panel/browser.ts";
import { pngOf } from "../../harness/png.ts";
import { useFullPanel } from "../../harness/full-panel.ts";
import { axe, axeInBothThemes, clippedTexts, reflowFaults } from "../../harness/panel/looking.ts";
import { addressOf, contextOf, settled, until, walkScreens } from "../../harness/panel/screens.ts";

const one_in = process.env["WALK"] === "all" ? 1 : 10;

describe("screens in other languages", { skip: needsBrowser() }, () => {
  const opened = useFullPanel();

  for (const [turn, language, speaks] of [
    [0, "de", /[äöüß]/i],
    [3, "uk", /[іїєґ]/i],
  ] as const)
    test(`break no rule and cut nothing off at 320 px, in ${language}`, async () => {
      const { panel, full, screens } = opened;
      const own = screens.filter((_, index) => index % one_in === turn % one_in);
      let seen = 0;
      await walkScreens(
        panel,
        {
          screens: own,
          ids: full.ids,
          by: "loads",
          contextFor: async (who) => contextOf(panel, who === "public" ? null : await full.panelOf(who), { language }),
        },
        async (page, screen) => {
          await page.goto(panel.url + addressOf(screen, full.ids));
          await settled(page, "the screen");
          assert.equal(await page.evaluate("document.documentElement.lang"), language);
          assert.match(await page.evaluate<string>("document.body.innerText"), speaks);
          assert.deepEqual((await axe(page)).violations, []);
          assert.deepEqual(
            [...(await clippedTexts(page)), ...(await reflowFaults(page, 320, 640)), ...(await clippedTexts(page))],
            [],
            "cut off or too wide",
          );
          seen += 1;
        },
      );
      console.log(`${seen} screens in ${language}`);
      assert.equal(seen, own.length);
    });

  test("an organisation's colour that cannot be read is moved until it can, light and dark; its logo is in the head and at the door", async () => {
    const { panel, full } = opened;
    const it = await full.panelOf("it_admin");
    const page = await (await contextOf(panel, it)).newPage();
    await page.goto(`${panel.url}/settings`);
    await page.getByLabel("Colour", { exact: true }).fill("#ffd400");
    await page
      .locator("form")
      .filter({ has: page.getByLabel("Colour", { exact: true }) })
      .getByRole("button", { name: "Save" })
      .click();
    const ground = () =>
      page.evaluate<string>(
        `getComputedStyle(document.documentElement).getPropertyValue("--mantine-primary-color-filled").trim()`,
      );
    await until(
      page,
      `getComputedStyle(document.documentElement).getPropertyValue("--mantine-primary-color-filled").trim() === "#8a7200"`,
      ground,
    );
    const files = page.locator('input[type="file"]');
    const chosen = (name: string, mimeType: string, buffer: Buffer) => files.setInputFiles({ name, mimeType, buffer });
    await chosen("logo.svg", "image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    await page.getByText("Choose a PNG of at most 256 KiB.").waitFor();
    await chosen("logo.png", "image/png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    await page.getByText("The content is no PNG.").waitFor();
    await chosen("logo.png", "image/png", pngOf(120, 30));
    // In the panel's header, and beside the field.
    await page.locator("header .panel-logo").waitFor();
    const drawn = `[...document.querySelectorAll("img.panel-logo")].filter(({ naturalWidth }) => naturalWidth === 120).length`;
    await until(page, `${drawn} === 2`, async () => String(await page.evaluate(drawn)));
    await page.getByLabel("Title of certificates").fill("Diploma");
    assert.deepEqual((await axeInBothThemes(page)).violations, []);
    const { code } = (await it.get("/session")).body.organisation;
    const door = await (await page.context().browser()!.newContext()).newPage();
    await door.goto(`${panel.url}/sign-in?organisation=${code}`);
    await door.locator(".panel-bare-brand .panel-logo").waitFor();
    assert.deepEqual((await axe(door)).violations, []);
    await door.context().close();
    await page.getByRole("button", { name: "Remove the logo" }).click();
    await page.locator("header .panel-logo").waitFor({ state: "detached" });
    await it.call("PATCH", "/settings", { body: { color: null } });
    await page.context().close();
  });

  test("a page asks for the texts of its own language only", async () => {
    const { panel, full } = opened;
    const page = await (await contextOf(panel, await full.panelOf("training_admin"), { language: "uk" })).newPage();
    const asked: string[] = [];
    page.on("response", async (response) => {
      if (response.url().endsWith(".js")) asked.push(await response.text().catch(() => ""));
    });
    await page.goto(`${panel.url}/people`);
    await settled(page, "the list");
    const texts = asked.join("\n");
    assert.match(texts, /Табельний номер/);
    for (const other of ["Employee number", "Numer pracownika", "Personalnummer", "Matricule", "Número de empleado"])
      assert.ok(!texts.includes(other), other);
    await page.context().close();
  });
});
