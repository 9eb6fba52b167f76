import assert from "node:assert/strict";
import { test } from "node:test";
import { nameNorm } from "./text.ts";

for (const [name, typed] of [
  ["Łódź", "lodz"],
  ["Đakovo", "dakovo"],
  ["Ðakovo", "dakovo"],
  ["Sauðárkrókur", "saudarkrokur"],
  ["Þingeyri", "thingeyri"],
  ["Øresund", "oresund"],
  ["Ærø", "aero"],
  ["Œuvre", "oeuvre"],
  ["Straße", "strasse"],
  ["STRASSE", "strasse"],
  ["ẞ", "ss"],
  ["Ħamrun", "hamrun"],
  ["Ŧorne", "torne"],
  ["Kárášjohka Ŋ", "karasjohka n"],
  ["ĸalaaleĸ", "qalaaleq"],
  ["İstanbul", "istanbul"],
  ["Diyarbakır", "diyarbakir"],
  ["Əli Məmmədov", "eli memmedov"],
  ["Ƶ", "z"],
  ["Ɨ Ʉ Ɵ Ɏ Ɍ Ƀ Ȼ Ɇ Ǥ Ɉ Ƚ", "i u o y r b c e g j l"],
  ["Ĳmuiden", "ijmuiden"],
  ["Ǿ", "o"],
  ["ΣΟΦΟΣ", "σοφοσ"],
  ["Σοφός", "σοφοσ"],
  ["Nguyễn Đức", "nguyen duc"],
] as const) {
  test(`R13 "${name}" is compared as "${typed}"`, () => assert.equal(nameNorm(name), typed));
}
