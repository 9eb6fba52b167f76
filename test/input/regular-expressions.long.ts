// IN5: every regular expression of the server takes linear time in the length of its input, or its input is bounded. Each literal
// is read from the source and checked by recheck (https://makenowjust-labs.github.io/recheck/), which is installed by name into a
// temporary folder, like the parser that finds the literals. If they cannot be installed, the test is skipped and says so.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

const root = path.join(import.meta.dirname, "..", "..");
const packages = ["recheck@4.5.0", "acorn@8.19.0"];
const check_max_ms = 20_000;

/** Expressions that are composed at run time, each with the reason why it is linear. */
const composed: Readonly<Record<string, string>> = {
  "server/platform/text.ts": "a class of single letters",
  "server/platform/http/server.ts": "our own routes, with one wildcard at the end",
  "server/features/certificates/code.ts": "a class and a fixed number",
  "server/features/request-log/refused.ts": "an escaped text between two looks around",
  "server/features/clients/admission/allow-lists.ts": "labels of at most 63 letters between dots; the name has at most 253",
  "server/features/organisations/file/explain.ts": "patterns of our own schema, which are literals",
  "server/features/organisations/settings.ts": "a literal of the schema",
  "server/protocols/scim/line.ts": "a literal of the schema",
  "server/protocols/scim/mount.ts": "our own routes, one segment each",
};

/** Expressions that are not linear, each with the reason why nobody can exploit that. */
const accepted: Readonly<Record<string, string>> = {
  "server/platform/db/embedded/messages.ts": "statements of this program itself, on the embedded database of a trial",
};

type Literal = { file: string; pattern: string; flags: string };
type Diagnostics = { status: "safe" | "vulnerable" | "unknown"; complexity?: { type: string; summary: string } };
type Node = { type: string; [member: string]: unknown };

let folder: string;
let reason: string | null = null;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "muster-regex-"));
  const args = ["install", "--no-save", "--no-audit", "--ignore-scripts", "--prefix", folder, ...packages];
  await promisify(execFile)("npm", args, { cwd: folder }).catch((error: Error) => {
    reason = `${packages.join(" and ")} could not be installed: ${error.message.slice(0, 200)}`;
  });
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("IN5 recheck finds no regular expression of the server that takes more than linear time", async (t) => {
  if (reason !== null) return t.skip(reason);
  const load = createRequire(path.join(folder, "index.js"));
  const { check } = load("recheck") as { check: (pattern: string, flags: string, options: object) => Promise<Diagnostics> };
  const { parse } = load("acorn") as { parse: (text: string, options: object) => Node };
  // Proves that a vulnerable expression would be found.
  assert.equal((await check("^(a+)+$", "", {})).status, "vulnerable");

  const { literals, made } = readAll(parse);
  assert.ok(literals.length > 80, `saw only ${literals.length} expressions`);
  assert.deepEqual(
    [...new Set(made)].toSorted(),
    Object.keys(composed).toSorted(),
    "give an expression that is put together a reason",
  );
  const verdicts = new Map<string, number>();
  const found: string[] = [];
  for (const { file, pattern, flags } of literals) {
    const { status, complexity } = await check(pattern, flags.replace(/[dv]/g, ""), { timeout: check_max_ms });
    const verdict = status === "safe" ? `safe, ${complexity?.type}` : status;
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    if (status !== "safe" && !(file in accepted))
      found.push(`${file}: /${pattern}/${flags} is ${status} ${complexity?.summary ?? ""}`);
  }
  t.diagnostic(`${literals.length} expressions: ${[...verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(", ")}`);
  assert.deepEqual(found, []);
});

/** Every literal once, and the files that compose an expression. */
function readAll(parse: (text: string, options: object) => Node): { literals: Literal[]; made: string[] } {
  const literals = new Map<string, Literal>();
  const made: string[] = [];
  for (const name of globSync("server/**/*.ts", { cwd: root })) {
    if (/\.(test|long|fixture)\.ts$/.test(name)) continue;
    const file = name.replaceAll("\\", "/");
    const text = stripTypeScriptTypes(readFileSync(path.join(root, name), "utf8"));
    walk(parse(text, { ecmaVersion: "latest", sourceType: "module" }), (node) => {
      const regex = node["regex"] as { pattern: string; flags: string } | undefined;
      if (regex) literals.set(`${regex.pattern}/${regex.flags}`, { file, ...regex });
      const callee = node["callee"] as { name?: string } | undefined;
      if (node.type === "NewExpression" && callee?.name === "RegExp") made.push(file);
    });
  }
  return { literals: [...literals.values()], made };
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (typeof value === "object" && value !== null) {
    if (typeof (value as Node).type === "string") visit(value as Node);
    for (const [name, member] of Object.entries(value)) if (name !== "regex") walk(member, visit);
  }
}
