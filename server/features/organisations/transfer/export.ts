import { checkValueOf, type Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { instantText } from "../../../platform/instants.ts";
import { createLines, file_kind, lineOfRow, type End, type Header } from "./file.ts";
import { listKeyRecords, type KeyRecord } from "../../keys/sql.ts";
import {
  closeRows,
  fetchRows,
  findEpoch,
  findKept,
  findSchema,
  findTotal,
  listTables,
  openRows,
  setFormats,
} from "./transfer-sql.ts";

export type ExportOptions = {
  /** Acts as muster_owner; each transaction reads one snapshot (`snapshots`). */
  pool: Pool;
  keyring: Keyring;
  /** The program's version. */
  program: string;
  /** Writes the file's text in parts; awaited. */
  write: (text: string) => Promise<void>;
  onProgress?: (rows: number) => void;
};

/** Writes all rows of an organisation as they were at one instant, and returns their number in each table. */
export async function exportOrganisation(
  { pool, keyring, program, write, onProgress = () => undefined }: ExportOptions,
  organisation: Header["organisation"],
): Promise<End> {
  const tenant_id = organisation.id;
  return withTenant(pool, tenant_id, async (db) => {
    await setFormats(db);
    const lines = createLines(keyring);
    const add = (line: object) => write(lines.add(JSON.stringify(line)));
    const header: Header = {
      what: file_kind,
      format: 1,
      program,
      schema: await findSchema(db),
      organisation,
      exported_at: instantText(Temporal.Now.instant()),
      epoch: await findEpoch(db),
      keys: withHeld(keyring, await listKeyRecords(db)),
    };
    await add(header);
    const end: End = { tables: {}, kept: await findKept(db, tenant_id) };
    let count = 0;
    for (const table of await listTables(db)) {
      const total = await findTotal(db, tenant_id, table);
      if (total.rows === 0) continue;
      end.tables[table.name] = total;
      await add({ table: table.name });
      await openRows(db, tenant_id, table);
      for (let rows = await fetchRows(db); rows.length > 0; rows = await fetchRows(db)) {
        await write(rows.map((row) => lines.add(lineOfRow(row))).join(""));
        onProgress((count += rows.length));
      }
      await closeRows(db);
    }
    await add({ end });
    await write(lines.signature());
    return end;
  });
}

/** The keys that the database knows, and those in SECRET_KEY that no process has stored there yet. */
function withHeld(keyring: Keyring, known: readonly KeyRecord[]): KeyRecord[] {
  const unknown = keyring.versions.filter((version) => !known.some((key) => key.version === version));
  const held = unknown.map((version) => ({
    version,
    check_value: checkValueOf(keyring, version).toString("hex"),
    known_us: 0,
    first_us: version === keyring.versions[0] ? 0 : null,
    retired_us: null,
    audit_key: null,
  }));
  return [...known, ...held];
}
