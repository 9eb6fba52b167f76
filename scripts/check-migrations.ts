// Part of `npm run check`: migrations are numbered, see the rows that they change, and old code survives each of
// them (squawk's rules).
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { listMigrations } from "../server/platform/db/migrate.ts";

/** Rules that do not fit, each with its reason. */
const left_out: Readonly<Record<string, string>> = {
  "prefer-bigint-over-int": "columns that count or measure something bounded say so by their type",
  "prefer-bigint-over-smallint": "as above",
  "require-lock-timeout": "the migrator sets lock_timeout for every migration",
  "require-statement-timeout":
    "a migration of a large table may take its time; what would hold a lock meanwhile is found by other rules",
};

/** Landed before this was checked; 0028 does what it meant to. */
const hidden_before = "0021_newer_certificates.sql";

const root = new URL("../", import.meta.url);
const migrations = listMigrations();
const strangers = readdirSync(new URL("migrations/", root)).filter(
  (name) => name !== "README.md" && name !== "functions" && !migrations.some((migration) => migration.name === name),
);
if (migrations.length === 0) fail("No migration was found.");
if (strangers.length > 0) fail(`Not named like a migration (0001_what_it_does.sql): ${strangers.join(", ")}`);

checkHiddenRows();

const squawk = spawnSync(
  process.execPath,
  [
    "node_modules/squawk-cli/js/bin/squawk",
    "--assume-in-transaction",
    "--pg-version=15",
    `--exclude=${Object.keys(left_out).join(",")}`,
    ...migrations.map(({ name }) => `migrations/${name}`),
  ],
  { cwd: root, encoding: "utf8" },
);
const report = `${squawk.stdout}${squawk.stderr}`;
if (squawk.status !== 0) fail(report);
// Its last line says how much it looked at: a check that saw nothing has not passed.
if (!report.includes(`0 issues in ${migrations.length} file`))
  fail(`squawk did not look at all ${migrations.length} migrations:\n${report}`);
console.log(`${migrations.length} migrations checked.`);

/**
 * Forced row-level security shows a migration no row of an organisation: it changes nothing, without an error. Whatever it
 * means to change it has to see: `alter table … no force row level security` before, and `force` again after.
 */
function checkHiddenRows(): void {
  const texts = migrations.map(({ name }) => ({ name, text: readFileSync(new URL(`migrations/${name}`, root), "utf8") }));
  const isolated = new Set(
    texts.flatMap(({ text }) => [...text.matchAll(/call infra\.isolate\('(\w+)'/g)].map(([, table]) => table)),
  );
  for (const { name, text } of texts) {
    for (const [statement, table] of text.matchAll(/^(?:update|delete from|insert into) (\w+)/gm)) {
      if (!isolated.has(table) || name === hidden_before) continue;
      const ways = ["no force", "force"].map((how) => text.indexOf(`alter table ${table} ${how} row level security`));
      if (ways.includes(-1)) fail(`${name}: "${statement}" sees no row; see checkHiddenRows.`);
    }
  }
}

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}
