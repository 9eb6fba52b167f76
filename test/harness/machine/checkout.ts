import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";

const root = path.join(import.meta.dirname, "..", "..", "..");
/** The parts of the repository that the program needs to run. */
const parts = ["server", "scripts", "panel", "migrations", "docs", "package.json", "package-lock.json", "tsconfig.json"];

/** A copy of this checkout as it is after `npm ci`, with the built panel if wanted. Removed after the test. */
export function copyCheckout(t: TestContext, { built = false } = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-checkout-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  // Other users may start the program from this folder.
  chmodSync(folder, 0o755);
  const left_out = built ? /^panel\/\.dist/ : /^panel\/\.?dist/;
  const isSource = (name: string) => !left_out.test(path.relative(root, name).replaceAll("\\", "/"));
  for (const part of parts) cpSync(path.join(root, part), path.join(folder, part), { recursive: true, filter: isSource });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}
