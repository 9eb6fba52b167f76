// Part of `npm run check`: migrations have consecutive numbers, see the rows that they change, and do not break old code
// (squawk's rules, and ours in migration-rules.ts).
import { readdirSync } from "node:fs";
import { listMigrations } from "../server/platform/db/migrate.ts";
import { isOutside, stepsOf } from "../server/platform/db/migrating/outside-transaction.ts";
import { askSquawk, refusalsOf } from "./migration-rules.ts";

/** Merged before this check existed; migration 0028 repairs it. */
const hidden_before = "0021_newer_certificates.sql";
/** Migrations up to this one were merged before our own rules existed; the first installation is newer. */
const ruled_after = 40;

const root = new URL("../", import.meta.url);
const migrations = listMigrations();
const strangers = readdirSync(new URL("migrations/", root)).filter(
  (name) => name !== "README.md" && name !== "functions" && !migrations.some((migration) => migration.name === name),
);
if (migrations.length === 0) fail("No migration was found.");
if (strangers.length > 0) fail(`Not named like a migration (0001_what_it_does.sql): ${strangers.join(", ")}`);

checkHiddenRows();
checkSurvival();
for (const { text } of migrations.filter(({ text }) => isOutside(text))) stepsOf(text);

const { passed, report } = askSquawk(migrations.map(({ name }) => `migrations/${name}`));
if (!passed) fail(report);
console.log(`${migrations.length} migrations checked.`);

/**
 * Forced row-level security hides all rows of organisations from a migration, whose update then changes nothing without an error.
 * So the migration needs `alter table … no force row level security` before it, and `force` after it.
 */
function checkHiddenRows(): void {
  const isolated = new Set(
    migrations.flatMap(({ text }) => [...text.matchAll(/call infra\.isolate\('(\w+)'/g)].map(([, table]) => table)),
  );
  for (const { name, text } of migrations) {
    for (const [statement, table] of text.matchAll(/^(?:update|delete from|insert into) (\w+)/gm)) {
      if (!isolated.has(table) || name === hidden_before) continue;
      const ways = ["no force", "force"].map((how) => text.indexOf(`alter table ${table} ${how} row level security`));
      if (ways.includes(-1)) fail(`${name}: "${statement}" sees no row; see checkHiddenRows.`);
    }
  }
}

/** Processes of the previous version keep running while a migration is applied, until they are replaced. */
function checkSurvival(): void {
  const refused = migrations
    .filter(({ number }) => number > ruled_after)
    .flatMap(({ name, text }) => refusalsOf(text).map((one) => ({ name, ...one })));
  if (refused.length === 0) return;
  const lines = refused.map(({ name, statement, why, instead }) => `${name}: ${statement}\n  ${why}.\n  → ${instead}`);
  fail(`${lines.join("\n")}\nWhere it has to be: say on the line before it "-- old code survives: …", and why.`);
}

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}
