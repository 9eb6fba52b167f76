import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { Config } from "../../config.ts";
import { version } from "../../features/documentation/description.ts";
import { findOrganisation } from "../../features/organisations/remove/remove.ts";
import { exportOrganisation } from "../../features/organisations/transfer/export.ts";
import { BrokenFile, type End } from "../../features/organisations/transfer/file.ts";
import { importOrganisation, NotTakenIn } from "../../features/organisations/transfer/import.ts";
import { findSandbox } from "../../features/sandbox/own/own-sql.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { holdAgainst } from "../check-keys.ts";
import { UsageError } from "../usage.ts";
import { withOwner } from "./with-owner.ts";

const export_usage = "usage: muster org export CODE FILE   (FILE: made anew; - is the standard output)";
const import_usage = "usage: muster org import FILE";
const read_bytes = 1_048_576;

/** `muster org export CODE FILE`: writes all rows of an organisation unchanged to a signed file, for another installation. */
export async function orgExport(config: Readonly<Config>, args: string[]): Promise<void> {
  const [code, file, ...others] = args;
  if (code === undefined || file === undefined || others.length > 0 || code.startsWith("--")) throw new UsageError(export_usage);
  const work = async (pool: Pool, keyring: Keyring) => {
    await holdAgainst(pool, keyring, "nothing");
    const found = await findOrganisation(pool, code);
    if (found === undefined) throw new UsageError(`There is no organisation ${code}.`);
    const sandbox = await findSandbox(pool, found.tenant_id);
    if (sandbox !== undefined) console.error(`Its sandbox ${sandbox.code} is not in the file: export it by its own code.`);
    const output = await openOutput(file);
    const organisation = { id: found.tenant_id, code, name: found.name };
    try {
      const { tables } = await exportOrganisation(
        { pool, keyring, program: version, write: output.write, onProgress },
        organisation,
      );
      await output.end();
      console.error(`${process.stderr.isTTY ? "\r" : ""}${code}, ${found.name}: ${sumOf(tables)} written.`);
    } catch (error) {
      await output.discard();
      throw error;
    }
  };
  await withOwner(config, work, { reads_only: true, snapshots: true });
}

/** `muster org import FILE`: imports the organisation of a file, completely or not at all. */
export async function orgImport(config: Readonly<Config>, args: string[]): Promise<void> {
  const [file, ...others] = args;
  if (file === undefined || others.length > 0 || file.startsWith("--")) throw new UsageError(import_usage);
  await withOwner(config, async (pool, keyring) => {
    await holdAgainst(pool, keyring, "nothing");
    const open = () => createReadStream(file, { highWaterMark: read_bytes });
    try {
      const { organisation, tables, epoch, is_lone } = await importOrganisation({ pool, keyring, open, onProgress });
      console.log(
        `${organisation.code}, ${organisation.name}: ${sumOf(tables)} taken in; the checksums of all tables are those of the file. It goes on in epoch ${epoch}.`,
      );
      if (is_lone) console.log("It is the sandbox of an organisation that is not here: no panel opens it until that one is.");
    } catch (error) {
      if (error instanceof BrokenFile) throw new UsageError(`${file}: ${error.message} Nothing was changed.`);
      if (error instanceof NotTakenIn) throw new UsageError(error.message);
      if ((error as NodeJS.ErrnoException).syscall === "open")
        throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
      throw error;
    }
  });
}

type Output = { write: (text: string) => Promise<void>; end: () => Promise<void>; discard: () => Promise<void> };

/** Creates a new file that only its owner can read: it contains the organisation's people and its sealed secrets. */
async function openOutput(file: string): Promise<Output> {
  const stream = file === "-" ? process.stdout : createWriteStream(file, { flags: "wx", mode: 0o600 });
  if (stream !== process.stdout)
    await once(stream, "open").catch((error: unknown) => {
      throw new UsageError(`${file} cannot be made: ${(error as Error).message}`);
    });
  let failure: Error | null = null;
  stream.on("error", (error: Error) => (failure = error));
  return {
    async write(text) {
      if (failure) throw failure;
      if (!stream.write(text)) await once(stream, "drain");
    },
    async end() {
      if (stream === process.stdout) return;
      stream.end();
      await finished(stream);
    },
    async discard() {
      if (stream === process.stdout) return;
      stream.destroy();
      await rm(file, { force: true });
    },
  };
}

function onProgress(rows: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${rows} rows\u001B[K`);
}

function sumOf(tables: End["tables"]): string {
  const totals = Object.values(tables);
  return `${totals.reduce((sum, { rows }) => sum + rows, 0)} rows of ${totals.length} tables`;
}
