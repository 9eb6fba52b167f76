import assert from "node:assert/strict";
import { test } from "node:test";
import { fileNameOf } from "./file-name.ts";

test("a file's name ends as its type says, within 200 characters", () => {
  for (const [given, media_type, kept] of [
    ["card.pdf", "application/pdf", "card.pdf"],
    ["CARD.PDF", "application/pdf", "CARD.PDF"],
    ["card.jpeg", "image/jpeg", "card.jpeg"],
    ["card.jpg", "image/jpeg", "card.jpg"],
    ["card", "image/png", "card.png"],
    ["card.html", "application/pdf", "card.html.pdf"],
    ["card.pdf.exe", "application/pdf", "card.pdf.exe.pdf"],
    ["card.pdf.", "application/pdf", "card.pdf..pdf"],
    ["card.pdf", "image/png", "card.pdf.png"],
    ["\u{1f4c4}".repeat(200), "application/pdf", `${"\u{1f4c4}".repeat(196)}.pdf`],
  ] as const)
    assert.equal(fileNameOf(given, media_type), kept);
});
