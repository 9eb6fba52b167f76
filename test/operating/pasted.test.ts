// Pastes every command of docs/operating/run.md and upgrade.md. Programs that would change the machine (systemd, containers) are
// replaced by scripts that check whether the named files exist; the doctor runs for real.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { readDocument } from "../guides/documents.ts";
import { openTerminal } from "../guides/terminal.ts";

const root = path.join(import.meta.dirname, "..", "..");
const documents = ["docs/operating/run.md", "docs/operating/upgrade.md"];

/** A path of this checkout in a command must exist; `@NAME` in a unit is its instance. */
const stand_in = `#!/bin/sh
echo "$(basename "$0") $*" >> "$CALLS"
for word in "$@"; do
  case "$word" in
    ops/*) [ -e "$word" ] || { echo "there is no $word" >&2; exit 1; } ;;
    muster-*@*) [ -e "ops/systemd/\${word%%@*}@.service" ] || { echo "there is no unit of $word" >&2; exit 1; } ;;
    muster-migrate) [ -e ops/systemd/muster-migrate.service ] || exit 1 ;;
  esac
done
cat > /dev/null < /dev/null
`;
const replaced = ["sudo", "skopeo", "docker", "helm", "git", "npm"];

test("each line of the guides for operators names what there is", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-operating-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const bin = path.join(folder, "bin");
  const calls = path.join(folder, "calls");
  mkdirSync(bin);
  writeFileSync(calls, "");
  for (const name of replaced) writeFileSync(path.join(bin, name), stand_in, { mode: 0o755 });
  // The doctor of this checkout, with settings that are correct but incomplete: it reports faults, which the test expects.
  writeFileSync(
    path.join(bin, "npx"),
    `#!/bin/sh\necho "npx $*" >> "$CALLS"\nshift\n"${process.execPath}" server/main.ts "$@" > "${folder}/said" 2>&1\ngrep -qE '"checks"|in order' "${folder}/said"\n`,
    { mode: 0o755 },
  );
  const env = { CALLS: calls, SECRET_KEY: "kT9wq2ZrX7vB4nL6pJ1sD8fH3gM5cA0y", DATA_DIR: path.join(folder, "data") };
  let pasted = 0;
  for (const name of documents) {
    const terminal = openTerminal(t, root, env);
    await terminal.paste(`PATH="${bin}:$PATH"`);
    for (const block of readDocument(name).blocks) {
      assert.equal(block.kind, "sh", `${name}: a block that does not say what it is`);
      // The folder of an installed program does not exist here, and the doctor's report goes to a temporary folder.
      const lines = block.lines.map((line) =>
        line.replace(/^cd \/opt\/[\w-]+ && /, "").replace("doctor.json ||", `${folder}/doctor.json ||`),
      );
      await terminal.paste(lines.join("\n"));
      pasted += lines.length;
    }
  }
  const called = readFileSync(calls, "utf8");
  for (const name of [...replaced, "npx"]) assert.match(called, new RegExp(`^${name} `, "m"), name);
  assert.ok(pasted >= 20, `only ${pasted} lines were seen`);
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
  for (const [, script] of called.matchAll(/npm run ([\w:]+)/g)) assert.ok(scripts[script!], String(script));
});
