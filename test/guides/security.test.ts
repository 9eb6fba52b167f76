import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = path.join(import.meta.dirname, "..", "..");

test("every test that docs/security.md names is there, in the file that it names", () => {
  const guide = readFileSync(path.join(root, "docs/security.md"), "utf8");
  const named = [...guide.matchAll(/^ {2}- `([^`]+\.ts)`: (.+)$/gm)].map(([, file, name]) => ({ file: file!, name: name! }));
  assert.ok(named.length > 40, `saw only ${named.length} tests`);
  assert.equal(guide.match(/^## API\d+ /gm)?.length, 10);
  const missing = named.filter(({ file, name }) => !readFileSync(path.join(root, file), "utf8").includes(`"${name}"`));
  assert.deepEqual(missing, []);
});
