// Screens in languages that are longer than English, or written otherwise. One screen in six of each language here; `WALK=all` walks all.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needsBrowser } from "../../harness/panel/browser.ts";
import { useFullPanel } from "../../harness/full-panel.ts";
import { axe, clippedTexts, reflowFaults } from "../../harness/panel/looking.ts";
import { addressOf, contextOf, settled, walkScreens } from "../../harness/panel/screens.ts";

const one_in = process.env["WALK"] === "all" ? 1 : 6;

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
