// Every file that ARCHITECTURE.md and the other documents name exists.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = path.join(import.meta.dirname, "..", "..");
const page = readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8");
const files = globSync("{*,{server,panel,migrations,test,bench,sdk,ops,docs,scripts}/**/*}", {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
}).map((name) => name.replaceAll("\\", "/"));

test("every file and folder that ARCHITECTURE.md names is there", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const packages: ReadonlySet<string> = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  const named = [
    ...page.matchAll(/(?<![\w/.*-])(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|js|sql|md|json)\b/g),
    ...page.matchAll(/(?<=`)(?:[\w.-]+\/)+(?=`)/g),
  ].map(([name]) => name.replace(/\/$/, ""));
  const missing = named.filter((name) => !packages.has(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`)));
  assert.deepEqual(missing, []);
  assert.ok(named.length > 250, `saw only ${named.length} names`);
});

test("every source file that a document names is there", () => {
  const documents = globSync("{README.md,docs/**/*.md}", { cwd: root });
  const named = documents.flatMap((document) =>
    [...readFileSync(path.join(root, document), "utf8").matchAll(/`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|js|sql|cfg))`/g)].map(
      ([, name]) => ({ document: document.replaceAll("\\", "/"), name: name! }),
    ),
  );
  assert.deepEqual(
    named.filter(({ name }) => !files.some((file) => `/${file}`.endsWith(`/${name}`))),
    [],
  );
  assert.ok(named.length > 250, `saw only ${named.length} names`);
});

test("each question of the page leads to a file", () => {
  const [, table] = page.split("## Where is …?");
  const rows = table!
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  assert.ok(rows.length >= 150, `saw only ${rows.length} rows`);
  for (const row of rows)
    for (const [, name] of row.matchAll(/`([^`]+)`/g))
      assert.match(name!, /\.(ts|tsx|sql)$/, `names no file: ${row.slice(0, 40)}`);
});
