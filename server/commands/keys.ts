import type { Config } from "../config.ts";
import { resealAll } from "../features/keys/reseal.ts";
import { retire, retireLost, type Retirement } from "../features/keys/retire.ts";
import type { Kind } from "../features/keys/sql.ts";
import { instantOf, statusOfKeys, type KeyStatus } from "../features/keys/status.ts";
import { counted, nameOfKind } from "../features/keys/words.ts";
import { readOrCreateKeyFile } from "../platform/crypto/key-file.ts";
import type { Keyring } from "../platform/crypto/keyring.ts";
import { createPool, type Pool } from "../platform/db/pool.ts";
import { holdAgainst } from "./check-keys.ts";
import { UsageError } from "./usage.ts";
import { withDatabase } from "./with-database.ts";

const statement_timeout_ms = 60_000;

/** `muster keys status [--json]`: shows what is still sealed, digested and signed with which version of SECRET_KEY. */
export async function keysStatus(config: Readonly<Config>, args: string[]): Promise<void> {
  if (args.some((word) => word !== "--json")) throw new UsageError("usage: muster keys status [--json]");
  const status = async (pool: Pool, keyring: Keyring) => {
    const versions = await statusOfKeys(pool, keyring);
    console.log(args.includes("--json") ? JSON.stringify({ versions }, null, 2) : renderStatus(versions));
    // The check comes after the output: with a wrong key, the operator needs to see the status.
    await holdAgainst(pool, keyring, "nothing");
  };
  await withKeys(config, status, { checked: false });
}

/** `muster keys rotate`: seals again everything sealed with older versions. It can be stopped at any point and run again. */
export async function keysRotate(config: Readonly<Config>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  await withKeys(config, async (pool, keyring) => {
    const newest = keyring.versions[0]!;
    const before = await statusOfKeys(pool, keyring);
    const behind = before.find(({ version, uses }) => version > newest && uses.length > 0);
    if (behind)
      throw new UsageError(
        `SECRET_KEY puts version ${newest} first, and version ${behind.version} is in use already: put the newest version first.`,
      );
    if (before.find(({ version }) => version === newest)?.first_at === null)
      throw new UsageError(
        `No process has been started with version ${newest} first. Restart every api and worker with this SECRET_KEY, then run this again.`,
      );
    const resealed = await resealAll(pool, keyring, stopping.signal).catch((error: unknown) => {
      if (stopping.signal.aborted) throw new UsageError("Stopped. What was sealed again stays so; run this again for the rest.");
      throw error;
    });
    const kinds = Object.entries(resealed) as [Kind, { moved: number; failed: number }][];
    const moved = kinds.filter(([, { moved }]) => moved > 0).map(([kind, { moved }]) => counted(kind, moved));
    console.log(
      moved.length === 0 ? "Nothing was to be sealed again." : `Sealed with version ${newest} now: ${moved.join(", ")}.`,
    );
    const failed = kinds.filter(([, { failed }]) => failed > 0).map(([kind, { failed }]) => counted(kind, failed));
    if (failed.length > 0) {
      console.error(`Not opened by the version that they name, and left as they are: ${failed.join(", ")}.`);
      process.exitCode = 1;
    }
    const waiting = (await statusOfKeys(pool, keyring)).filter(({ version }) => version !== newest).flatMap(({ uses }) => uses);
    const keys = waiting.filter(({ kind }) => kind === "api_key").reduce((sum, { count }) => sum + count, 0);
    if (keys > 0) console.log(`${counted("api_key", keys)}: each moves when its client next uses it.`);
  });
}

/** `muster keys retire VERSION [--lost]`: retires a version of SECRET_KEY. */
export async function keysRetire(config: Readonly<Config>, args: string[]): Promise<void> {
  const [given = "", ...others] = args.filter((word) => word !== "--lost");
  const [, number] = /^v?([1-9]\d{0,3})$/.exec(given) ?? [];
  if (number === undefined || others.length > 0) throw new UsageError("usage: muster keys retire VERSION [--lost]");
  const version = Number(number);
  const lost = args.includes("--lost");
  const end = (pool: Pool, keyring: Keyring) =>
    lost ? retireLost(pool, keyring, version) : retire(pool, keyring, version, AbortSignal.timeout(retire_max_ms));
  const outcome = await withKeys(config, end, { checked: !lost });
  const { done, text } = answerOf(version, outcome);
  if (done) console.log(text);
  else {
    console.error(text);
    process.exitCode = 1;
  }
}

const retire_max_ms = 600_000;

/**
 * Runs work with a pool that has a worker's rights, and the keys of the processes. `checked`: throws unless the keys are those of
 * the database.
 */
async function withKeys<T>(
  config: Readonly<Config>,
  work: (pool: Pool, keyring: Keyring) => Promise<T>,
  { checked = true } = {},
): Promise<T> {
  const keyring = config.keyring ?? readOrCreateKeyFile(config.data_dir);
  return withDatabase(config, async (connection) => {
    const pool = createPool({
      connection,
      role: "muster_worker",
      connections_max: 1,
      statement_timeout_ms,
      onIdleError: () => undefined,
    });
    try {
      if (checked) await holdAgainst(pool, keyring, "nothing");
      return await work(pool, keyring);
    } finally {
      await pool.close();
    }
  });
}

const states: Record<KeyStatus["state"], string> = {
  first: "signs, encrypts and digests",
  verifies: "opens and verifies what it has made",
  missing: "MISSING in SECRET_KEY",
  retired: "retired",
};

function renderStatus(versions: readonly KeyStatus[]): string {
  const lines = versions.flatMap(({ version, state, first_at, uses }) => [
    `v${version}  ${states[state]}${state === "first" && first_at ? `, since ${first_at}` : ""}`,
    ...uses.map(({ kind, count }) => `      ${String(count).padStart(8)}  ${nameOfKind(kind)}`),
    ...(uses.length === 0 ? ["      nothing is made with it"] : []),
  ]);
  lines.push(
    "",
    "Beside these: access tokens are signed for 15 minutes, cursors of SCIM lists for a day, marks of known browsers for 180 days.",
    "Passwords do not depend on SECRET_KEY.",
  );
  return lines.join("\n");
}

/** The text for the operator about a retirement, and whether it was done. */
function answerOf(version: number, outcome: Retirement): { done: boolean; text: string } {
  const no = (text: string) => ({ done: false, text });
  switch (outcome.outcome) {
    case "retired": {
      const { continued } = outcome;
      const logs =
        continued === 0
          ? ""
          : ` ${continued} audit logs go on with the newest version; what version ${version} sealed can still be verified.`;
      return { done: true, text: `Version ${version} is retired.${logs} Take it out of SECRET_KEY and restart every process.` };
    }
    case "lost":
      return { done: true, text: lostText(version, outcome.uses) };
    case "is_first":
      return no(`Version ${version} signs and encrypts: put a newer version before it first, and run "muster keys rotate".`);
    case "unknown":
      return no(`This database knows no version ${version}.`);
    case "not_held":
      return no(
        `SECRET_KEY lacks version ${version}, so that nothing can be moved away from it. Put it back behind the newest; if it is lost, add --lost.`,
      );
    case "held":
      return no(`SECRET_KEY holds version ${version}, so it is not lost: run this without --lost, or take it out first.`);
    case "needed":
      return no(neededText(version, outcome));
    case "signed_lately":
      return no(
        outcome.until_us === null
          ? `Version ${version} is needed: no process has been started with a newer version first. Restart every api and worker.`
          : `Version ${version} is needed until ${instantOf(outcome.until_us)}: cursors that it signed are valid for a day after the last process had it first.`,
      );
    default:
      return no("A transaction that is open for long keeps the audit log from being sealed. Run this again once it has ended.");
  }
}

function neededText(version: number, { uses, secrets }: Extract<Retirement, { outcome: "needed" }>): string {
  const lines = [`Version ${version} is needed by ${uses.map(({ kind, count }) => counted(kind, count)).join(", ")}.`];
  if (uses.some(({ kind }) => kind !== "api_key")) lines.push('Run "muster keys rotate" to seal them with the newest version.');
  const keys = uses.find(({ kind }) => kind === "api_key");
  if (keys) {
    lines.push("A client's secret moves at its next use. These have not been used since the newest version came first:");
    for (const { tenant_code, client_name, key_id } of secrets) lines.push(`  ${tenant_code}  ${key_id}  ${client_name}`);
    if (keys.count > secrets.length) lines.push(`  and ${keys.count - secrets.length} more`);
    lines.push("Let each client send one request; or give it another secret in the panel (Integrations), or revoke it there.");
  }
  return lines.join("\n");
}

function lostText(version: number, uses: Extract<Retirement, { outcome: "lost" }>["uses"]): string {
  const what = uses.map(({ kind, count }) => counted(kind, count)).join(", ");
  const lines = [`Version ${version} is given up.`];
  if (what !== "") lines.push(`Of no use any more: ${what}. Rows of the audit log that it sealed cannot be verified.`);
  lines.push("Clients need new secrets, subscriptions new signing secrets, and second factors have to be set up again.");
  return lines.join("\n");
}
