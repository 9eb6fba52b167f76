import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Config } from "../config.ts";
import { rowsOfLine, verifyReceived, type ReceivedChain } from "../features/audit/export/received.ts";
import type { Exported } from "../features/audit/export/exported.ts";
import { UsageError } from "./usage.ts";

/**
 * `muster audit verify FILE…`: verifies the audit log as a log server has received it, with SECRET_KEY and without the database.
 * Ends with status 1 when a row is missing or differs.
 */
export async function auditVerify({ keyring }: Readonly<Config>, files: string[]): Promise<void> {
  if (files.length === 0 || files.some((file) => file.startsWith("-"))) throw new UsageError("usage: muster audit verify FILE…");
  if (keyring === null) throw new UsageError("SECRET_KEY is needed: the seals were made with it");
  const chains = verifyReceived(keyring, await readAll(files));
  if (chains.length === 0) throw new UsageError("no row of an audit log was found in what was given");
  for (const chain of chains.toSorted((one, other) => one.code.localeCompare(other.code, "en"))) console.log(sentenceOf(chain));
  if (chains.some(({ fault }) => fault !== null)) process.exitCode = 1;
}

async function readAll(files: readonly string[]): Promise<Exported[]> {
  const rows: Exported[] = [];
  for (const file of files) {
    const input = createReadStream(file);
    try {
      for await (const line of createInterface({ input, crlfDelay: Infinity })) rows.push(...rowsOfLine(line));
    } catch (error) {
      throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
    }
  }
  return rows;
}

function sentenceOf({ code, rows, repeated, from, to, fault }: ReceivedChain): string {
  const again = repeated === 0 ? "" : `, ${repeated} of them received again`;
  const found = fault === null ? "intact" : `NOT INTACT at ${fault.seq}: ${fault.what}`;
  return `${code}: ${rows} rows, ${from} to ${to}${again}: ${found}`;
}
