import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contrast, inkOf, shadesOf } from "./shades.ts";

test("contrast is that of WCAG", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.equal(contrast("#777777", "#777777"), 1);
  assert.equal(contrast("#767676", "#ffffff").toFixed(2), "4.54");
  assert.equal(contrast("#777777", "#ffffff").toFixed(2), "4.48");
});

test("a colour that is read as it is stays, and others move", () => {
  assert.equal(shadesOf("#1d4ed8").light.filled, "#1d4ed8");
  assert.equal(shadesOf("#ffd400").light.filled, "#8a7200");
  assert.equal(shadesOf("#000080").light.text, "#000080");
  assert.equal(inkOf("#ffffff"), "#757575");
});

test("whatever the colour: white is read on its ground, it is read on the page and seen on it, light and dark", () => {
  const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(color, (given) => {
      const { light, dark } = shadesOf(given);
      for (const shades of [light, dark])
        for (const ground of [shades.filled, shades.hover]) assert.ok(contrast(ground, "#ffffff") >= 4.5, `white on ${ground}`);
      assert.ok(contrast(light.text, "#f7f8fa") >= 4.5 && contrast(light.filled, "#f7f8fa") >= 3, "light");
      assert.ok(contrast(dark.text, "#16181d") >= 4.5 && contrast(dark.filled, "#16181d") >= 3, "dark");
      assert.ok(contrast(inkOf(given), "#ffffff") >= 4.5, "paper");
    }),
    { numRuns: 2_000 },
  );
});
