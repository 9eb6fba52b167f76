import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Config } from "../../config.ts";
import { findSandbox } from "../../features/sandbox/own/own-sql.ts";
import { listSigned } from "../../features/organisations/remove/remove-sql.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { findOrganisation, removeOrganisation, type Found } from "../../features/organisations/remove/remove.ts";
import { holds, printed, readPrinted, type Statement } from "../../features/organisations/remove/statement.ts";
import { findPlacement } from "../../platform/db/moving/placement.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withInfrastructure } from "../../platform/db/transaction.ts";
import { UsageError } from "../usage.ts";
import { withOwner } from "./with-owner.ts";

const delete_usage = "usage: muster org delete CODE [--confirm CODE]";
const removed_usage = "usage: muster org removed [FILE]   (FILE: a statement as it was printed; - is the standard input)";

/** `muster org delete CODE`: permanently removes an organisation, and prints the signed statement of what was removed. */
export async function orgDelete(config: Readonly<Config>, args: string[]): Promise<void> {
  const { code, confirmed } = readArguments(args);
  const work = async (pool: Pool, keyring: Keyring) => {
    const found = await findOrganisation(pool, code);
    if (found === undefined) throw new UsageError(`There is no organisation ${code}.`);
    const sandbox = await findSandbox(pool, found.tenant_id);
    console.error(sizeOf(code, found));
    if (sandbox !== undefined) console.error(`Its sandbox ${sandbox.code} goes with it.`);
    await sayWhereElse(pool, code);
    if ((confirmed ?? (await ask())) !== code) throw new UsageError("That is not its code. Nothing was deleted.");
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    process.once("SIGINT", stop).once("SIGTERM", stop);
    try {
      const options = { pool, keyring, signal: stopping.signal, onProgress: showProgress };
      if (sandbox !== undefined)
        console.log(printed(await removeOrganisation(options, (await findOrganisation(pool, sandbox.code))!, sandbox.code)));
      console.log(printed(await removeOrganisation(options, found, code)));
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      console.error(`Stopped. Nobody gets in to ${code} any more, and a part of it is gone; the same command goes on.`);
      process.exitCode = 1;
    } finally {
      process.off("SIGINT", stop).off("SIGTERM", stop);
    }
  };
  await withOwner(config, work, { enters_moved: true });
}

/** Rows that a moved organisation has left behind may be removed; an organisation that is moving must lose nothing. */
async function sayWhereElse(pool: Pool, code: string): Promise<void> {
  const placement = await findPlacement(pool, code);
  if (placement === null) return;
  if (placement.state !== "moved")
    throw new UsageError(`${code} is being moved: "muster org move ${code} --abort" ends that. Nothing was deleted.`);
  console.error(`It has moved to ${placement.node}: what is deleted are the rows that stayed here.`);
}

/** `muster org removed [FILE]`: lists what was removed, and whether each statement has this installation's signature. */
export async function orgRemoved(config: Readonly<Config>, args: string[]): Promise<void> {
  if (args.length > 1 || args.some((word) => word.startsWith("--"))) throw new UsageError(removed_usage);
  await withOwner(config, async (pool, keyring) => {
    const [file] = args;
    const statements = file === undefined ? await withInfrastructure(pool, listSigned) : [readStatement(file)];
    if (statements.length === 0) console.log("No organisation was removed.");
    for (const statement of statements) {
      const holding = holds(keyring, statement);
      console.log(`${wordsFor[String(holding) as keyof typeof wordsFor]} ${statement.statement}`);
      if (holding !== true) process.exitCode = 1;
    }
  });
}

const wordsFor = { true: "holds", false: "DOES NOT HOLD", null: "cannot be checked without the key of its version" };

function readArguments(args: string[]): { code: string; confirmed: string | null } {
  const [code, flag, confirmed, ...others] = args;
  const with_flag = args.length > 1;
  if (code === undefined || code.startsWith("--") || others.length > 0) throw new UsageError(delete_usage);
  if (with_flag && (flag !== "--confirm" || confirmed === undefined)) throw new UsageError(delete_usage);
  return { code, confirmed: confirmed ?? null };
}

function sizeOf(code: string, { name, people, enrollments, certificates, audit_entries }: Found): string {
  return (
    `${code}, ${name}: ${people} people, ${enrollments} enrollments, ${certificates} certificates, ${audit_entries} entries of the audit log.\n` +
    "All of it goes for good, with its clients and administrators. Backups keep what they hold."
  );
}

async function ask(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(`${delete_usage}\nWithout a terminal it asks nothing: give the code with --confirm.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question("Type its code to delete it: ")).trim();
  } finally {
    terminal.close();
  }
}

function showProgress(rows: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${rows} rows deleted\u001B[K`);
}

function readStatement(file: string): Statement {
  const statement = readPrinted(readText(file));
  if (statement === undefined) throw new UsageError(`${file} holds no statement as it was printed.`);
  return statement;
}

function readText(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
