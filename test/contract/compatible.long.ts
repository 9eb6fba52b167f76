// Compares the contract with its version before the integrator's kit (decision 0046), by oasdiff: within v1 no change breaks a
// client. oasdiff is built from its Go module if it is not installed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";

const root = path.join(import.meta.dirname, "..", "..");
const oasdiff_module = "github.com/oasdiff/oasdiff@v1.36.0";
/** The contract of the parent of this commit is the base of the comparison. */
const base_commit = "760198ba^";

const base = spawnSync("git", ["show", `${base_commit}:openapi.json`], { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 });
const on_path = spawnSync("oasdiff", ["--version"]).status === 0;
const has_go = spawnSync("go", ["version"]).status === 0;
const skip =
  base.status !== 0
    ? `needs the history of this repository: ${base.stderr.trim()}`
    : on_path || has_go
      ? false
      : "needs oasdiff, or go to build it with";

/**
 * Additions that the contract announces for any time ("tolerate unknown enum values"): a value, or a type of event, in an answer.
 */
const announced: ReadonlySet<string> = new Set(["response-property-enum-value-added", "response-property-any-of-added"]);

/** Problems may be added too, because a client handles unknown ones by their status. */
const isProblem = ({ id, text }: Change) =>
  id === "response-body-one-of-added" && /added `#\/components\/schemas\/\w+Problem` to/.test(text);

type Change = { id: string; text: string; operation: string; path: string };

describe("the contract is compatible with what it was", { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-oasdiff-"));
  const old_contract = path.join(folder, "base.json");
  const new_contract = path.join(root, "openapi.json");
  let oasdiff = "oasdiff";
  before(() => {
    writeFileSync(old_contract, base.stdout);
    if (on_path) return;
    const env = { ...process.env, GOBIN: folder, GOFLAGS: "-mod=mod" };
    const built = spawnSync("go", ["install", "-ldflags=-s -w", oasdiff_module], { cwd: folder, env, encoding: "utf8" });
    assert.equal(built.status, 0, built.stderr);
    oasdiff = path.join(folder, "oasdiff");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const breaking = (from: string, to: string): Change[] => {
    const { status, stdout, stderr } = spawnSync(oasdiff, ["breaking", from, to, "--format", "json"], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout || "[]") as Change[];
  };

  test("nothing breaks but what the contract announces: values, types of events and problems that are new", () => {
    const changes = breaking(old_contract, new_contract).filter((change) => !announced.has(change.id) && !isProblem(change));
    assert.deepEqual(
      changes.map(({ operation, path: where, text }) => `${operation} ${where}: ${text}`),
      [],
    );
  });

  test("the other way round it finds what would be missing", () => {
    const ids = breaking(new_contract, old_contract).map(({ id }) => id);
    assert.ok(ids.length > 50, String(ids.length));
    assert.ok(ids.some((id) => /removed/.test(id)));
  });
});
