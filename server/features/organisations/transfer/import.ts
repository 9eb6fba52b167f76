import { isDeepStrictEqual } from "node:util";
import { checkValueOf, type Keyring } from "../../../platform/crypto/keyring.ts";
import { codeOf } from "../../../platform/db/failures.ts";
import { refuseElsewhere } from "../../../platform/db/moving/placement.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { queue, send } from "../../../platform/jobs/queue.ts";
import { opensRetiredKey } from "../../audit/retired-keys.ts";
import { BrokenFile, readEntries, readHeader, type End, type Header, type Kept, type Total } from "./file.ts";
import { insertRetiredKeys, listKeyRecords, type KeyRecord } from "../../keys/sql.ts";
import {
  beginEpochAbove,
  findEpoch,
  findPresent,
  findSchema,
  findTotal,
  insertKept,
  insertRows,
  isLone,
  listTables,
  raiseNumbers,
  setFormats,
  setTriggersAside,
  type Table,
} from "./transfer-sql.ts";

/** The organisation cannot be imported here; the message says why and what to do. */
export class NotTakenIn extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NotTakenIn";
  }
}

export type ImportOptions = {
  /** Acts as muster_owner; its login may disable triggers (`session_replication_role`). */
  pool: Pool;
  keyring: Keyring;
  /** Opens the file at its beginning, each time it is called. */
  open: () => AsyncIterable<Buffer>;
  onProgress?: (rows: number) => void;
};

/** `is_lone`: the organisation is the sandbox of one that is not here. */
export type TakenIn = { organisation: Header["organisation"]; tables: End["tables"]; epoch: number; is_lone: boolean };

/**
 * Imports the organisation of a file in one transaction, with all rows unchanged or not at all. Throws BrokenFile if the file was
 * changed, and NotTakenIn if it does not fit this installation.
 */
export async function importOrganisation(options: ImportOptions): Promise<TakenIn> {
  const { pool, keyring, open } = options;
  const header = await readHeader(open());
  await refuseElsewhere(pool, header.organisation.code);
  return withTenant(pool, header.organisation.id, async (db) => {
    await refuseOtherSchema(db, header);
    const retired = await refuseOtherKeys(db, header, keyring);
    const present = await findPresent(db, header.organisation);
    if (present !== null) throw new NotTakenIn(`There is an organisation ${present} here already. Nothing was changed.`);
    await setFormats(db);
    await setTriggersAside(db).catch((error: unknown) => {
      if (codeOf(error) !== "42501") throw error;
      throw new NotTakenIn(
        "The login of DATABASE_URL may not take rows in as they are. Let it, as a superuser: GRANT SET ON PARAMETER session_replication_role TO the login; and revoke it afterwards. Nothing was changed.",
        { cause: error },
      );
    });
    const end = await insertEntries(db, options, header.organisation.id);
    await insertKept(db, header.organisation.id, end.kept);
    await insertJobs(db, end.kept);
    await insertRetiredKeys(db, retired);
    const epoch = await findEpoch(db);
    return {
      organisation: header.organisation,
      tables: end.tables,
      is_lone: await isLone(db, header.organisation.id),
      // Comes last, because writers wait for it until the transaction ends.
      epoch: epoch > header.epoch ? epoch : await beginEpochAbove(db, header.epoch),
    };
  });
}

async function refuseOtherSchema(db: Db, { schema, program }: Header): Promise<void> {
  const here = await findSchema(db);
  if (isDeepStrictEqual(here, schema)) return;
  throw new NotTakenIn(
    `The file was written by version ${program} with the tables of ${schema.name}; here they are those of ${here.name}. Bring both installations to one version, and export again. Nothing was changed.`,
  );
}

/**
 * Refuses a file whose secrets could not be decrypted here. Returns the retired key versions that this installation does not
 * know.
 */
async function refuseOtherKeys(db: Db, { keys }: Header, keyring: Keyring): Promise<KeyRecord[]> {
  const here = await listKeyRecords(db);
  const retired: KeyRecord[] = [];
  for (const key of keys) {
    const { version, check_value } = key;
    const known = here.find((one) => one.version === version);
    const value = keyring.versions.includes(version) ? checkValueOf(keyring, version).toString("hex") : known?.check_value;
    const name = `version ${version} of SECRET_KEY`;
    if (value !== undefined && value !== check_value)
      throw new NotTakenIn(
        `The file was written with another ${name} than the one here: nothing sealed would open. Nothing was changed.`,
      );
    if (key.retired_us !== null) {
      if (known !== undefined) continue;
      if (key.audit_key !== null && !opensRetiredKey(keyring, version, Buffer.from(key.audit_key, "hex")))
        throw new NotTakenIn(`What is kept of the retired ${name} does not open with SECRET_KEY here. Nothing was changed.`);
      retired.push(key);
    } else if (key.first_us !== null && !keyring.versions.includes(version)) {
      throw new NotTakenIn(`The file needs ${name}. Put it behind the newest one here, and begin again. Nothing was changed.`);
    }
  }
  return retired;
}

async function insertEntries(
  db: Db,
  { open, keyring, onProgress = () => undefined }: ImportOptions,
  tenant_id: string,
): Promise<End> {
  const tables = await listTables(db);
  let into: Table | undefined;
  let count = 0;
  for await (const entry of readEntries(open(), keyring)) {
    if (entry.kind === "end") {
      await compare(db, tenant_id, tables, entry.end);
      for (const table of tables) await raiseNumbers(db, tenant_id, table);
      return entry.end;
    }
    if (entry.kind === "table") {
      into = tables.find(({ name }) => name === entry.table);
    } else {
      if (into === undefined) throw new BrokenFile("It has rows of a table that is not here.");
      const { rows } = entry;
      await insertRows(db, into, rows).catch((error: unknown) => refuseCollision(error, rows));
      onProgress((count += rows.length));
    }
  }
  throw new Error("a file without an end was read to its end");
}

/** Ids, certificate codes and digests of secrets are random. A duplicate means that the same organisation is here already. */
function refuseCollision(error: unknown, rows: readonly string[]): never {
  if (codeOf(error) !== "23505") throw error;
  const { constraint } = error as { constraint?: string };
  if (constraint === "identity_domain_verified") {
    // The rows are searched for the domain, because the error does not contain it: PostgreSQL omits values under row-level
    // security.
    const domains = rows.map((row) => JSON.parse(row) as { domain: string; verified_at: string | null });
    const verified = domains.flatMap(({ domain, verified_at }) => (verified_at === null ? [] : [domain]));
    throw new NotTakenIn(
      `${verified.join(" or ")} is a verified domain of this organisation, and of another one here. One of the two has to give it up first, in the panel's settings of company sign-in. Nothing was changed.`,
      { cause: error },
    );
  }
  if (constraint === "tenant_one_sandbox")
    throw new NotTakenIn(
      "The organisation whose sandbox this is has another one here. Delete that one first, in the panel or by muster org delete. Nothing was changed.",
      { cause: error },
    );
  throw new NotTakenIn(`A part of the organisation is here already: ${(error as Error).message}. Nothing was changed.`, {
    cause: error,
  });
}

/** Checks that each table has exactly the imported rows. */
async function compare(db: Db, tenant_id: string, tables: readonly Table[], end: End): Promise<void> {
  for (const table of tables) {
    const [there, here] = [end.tables[table.name] ?? none, await findTotal(db, tenant_id, table)];
    if (!isDeepStrictEqual(here, there))
      throw new NotTakenIn(
        `The table ${table.name} came out as ${here.rows} rows with checksum ${here.checksum}, instead of ${there.rows} with ${there.checksum}. Nothing was changed; this is a fault of the program, please report it.`,
      );
  }
}

const none: Total = { rows: 0, checksum: "0" };

/** Queues the jobs that were waiting at the origin. */
export async function insertJobs(db: Db, { jobs }: Pick<Kept, "jobs">): Promise<void> {
  for (const { name, data, after_s } of jobs) await send(db, queue(name), data, { after_s });
}
