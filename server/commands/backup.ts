import type { Config } from "../config.ts";
import { verifyBackup, type Report } from "../features/backup/verify-backup.ts";
import { beginEpoch } from "../platform/db/epochs/begin-epoch.ts";
import { requireCurrentSchema } from "../platform/db/migrate.ts";
import { openRuntime } from "./runtime.ts";
import { UsageError } from "./usage.ts";

/** `muster backup verify [--json]`: checks a restored copy before it is used; writes nothing. Exit code 1: it must not be used. */
export async function backupVerify(config: Readonly<Config>, args: string[]): Promise<void> {
  const unknown = args.find((argument) => argument !== "--json");
  if (unknown) throw new UsageError("usage: muster backup verify [--json]");
  const json = args.includes("--json");
  const runtime = await openRuntime(config, "backup");
  try {
    const reading = { reads_only: true };
    const report = await verifyBackup({
      owner: runtime.pool("muster_owner", reading),
      delivery: runtime.pool("muster_delivery", reading),
      worker: runtime.pool("muster_worker", reading),
      keyring: runtime.keyring,
      onProgress: (code) => void (process.stderr.isTTY && process.stderr.write(`\r\u001B[K${code}`)),
    });
    if (process.stderr.isTTY) process.stderr.write("\r\u001B[K");
    console.log(json ? JSON.stringify(report) : tableOf(report));
    if (!report.usable) process.exitCode = 1;
  } finally {
    await runtime.close();
  }
}

/**
 * `muster backup restored`: tells that this database was restored from a copy of its files. The service recognises a restored
 * dump, a base backup and a promoted standby by itself, but not a copy of files.
 */
export async function backupRestored(config: Readonly<Config>, args: string[]): Promise<void> {
  if (args.length > 0) throw new UsageError("usage: muster backup restored");
  const runtime = await openRuntime(config, "backup");
  try {
    await requireCurrentSchema(runtime.connection);
    console.log(`Epoch ${await beginEpoch(runtime.connection)} has begun.`);
  } finally {
    await runtime.close();
  }
}

function tableOf({ usable, organisations, order, checks }: Report): string {
  const width = Math.max(...checks.map(({ check }) => check.length));
  const says_width = Math.max(...checks.map(({ says }) => says.length));
  const lines = checks.map(
    ({ check, says, looked_at, faults }) =>
      `${check.padEnd(width)}  ${says.padEnd(says_width)}  ${String(looked_at).padStart(9)}  ${faults === 0 ? "ok" : `${faults} FAULTS`}`,
  );
  const wrong = checks.flatMap(({ check, examples }) => examples.map((example) => `${check}: ${example}`));
  return [
    `${"".padEnd(width)}  ${"".padEnd(says_width)}  looked at`,
    ...lines,
    "",
    ...(order === null ? [] : [writtenBy(order)]),
    ...wrong,
    usable
      ? `${organisations} organisations were checked; the copy can be used.`
      : "The copy must not be used as it is: see the faults above.",
  ].join("\n");
}

function writtenBy({ epoch, written_by, here }: NonNullable<Report["order"]>): string {
  const name = ({ system_identifier, timeline, database }: typeof written_by) =>
    `cluster ${system_identifier}, timeline ${timeline}, database ${database}`;
  const same = here !== null && name(here) === name(written_by);
  const next = same || here === null ? "" : `; here is ${name(here)}: the first process that writes begins epoch ${epoch + 1}`;
  return `Written in epoch ${epoch} by ${name(written_by)}${next}.`;
}
