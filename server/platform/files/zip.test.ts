import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { archiveOf, type Packed } from "./zip.ts";

const lines = Array.from({ length: 20_000 }, (_, place) => `line ${place} of a table\n`);
const noise = Buffer.from(Array.from({ length: 200_000 }, (_, place) => (place * place * 31) % 251));
const files: Record<string, { parts: (string | Uint8Array)[]; as_is?: boolean }> = {
  "many small parts.csv": { parts: lines },
  "one large part.json": { parts: [lines.join("")] },
  "large and small.bin": { parts: [noise, "x", noise, "ż"] },
  "folder/as it is.pdf": { parts: [noise, noise.subarray(7)], as_is: true },
  "empty.txt": { parts: [] },
  "empty as it is.bin": { parts: [""], as_is: true },
};

async function* packed(): AsyncGenerator<Packed> {
  for (const [name, { parts, as_is }] of Object.entries(files)) yield { name, parts, ...(as_is === undefined ? {} : { as_is }) };
}

test("other programs unpack every file as it was, however it came in parts, and texts come packed", async (t) => {
  const archive = Buffer.concat(await Array.fromAsync(archiveOf(packed())));
  const place = mkdtempSync(path.join(tmpdir(), "muster-zip-"));
  t.after(() => rmSync(place, { recursive: true }));
  writeFileSync(path.join(place, "archive.zip"), archive);
  execFileSync("unzip", ["-q", "archive.zip"], { cwd: place });
  for (const [name, { parts }] of Object.entries(files)) {
    const whole = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));
    assert.ok(readFileSync(path.join(place, name)).equals(whole), name);
  }
  const [texts, others] = [2 * Buffer.byteLength(lines.join("")), 4 * noise.length];
  assert.ok(archive.length < others + texts / 3, `${archive.length} bytes`);
});
