// Part of `npm run check`: migrations are numbered without a gap, and old code survives each of them (squawk's rules).
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { listMigrations } from "../server/platform/db/migrate.ts";

/** Rules that do not fit, each with its reason. */
const left_out: Readonly<Record<string, string>> = {
  "prefer-bigint-over-int": "columns that count or measure something bounded say so by their type",
  "prefer-bigint-over-smallint": "as above",
  "require-lock-timeout": "the migrator sets lock_timeout for every migration",
  "require-statement-timeout":
    "a migration of a large table may take its time; what would hold a lock meanwhile is found by other rules",
};

const root = new URL("../", import.meta.url);
const migrations = listMigrations();
const strangers = readdirSync(new URL("migrations/", root)).filter(
  (name) => name !== "README.md" && !migrations.some((migration) => migration.name === name),
);
if (migrations.length === 0) fail("No migration was found.");
if (strangers.length > 0) fail(`Not named like a migration (0001_what_it_does.sql): ${strangers.join(", ")}`);

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

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}
