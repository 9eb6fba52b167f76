import { part, type Fragment } from "../db/sql.ts";

/** A row's id and what seal.ts has sealed in it. */
export type Sealed = { id: string; sealed: Buffer };

/** Some rows whose sealed text was made with one of these versions of the key: the next ones behind an id. */
export type SealedPart = { versions: readonly number[]; after: string; rows_max: number };

/** Rows `id, sealed` of a statement that stores them again. */
export function sealedRows(rows: readonly Sealed[]): Fragment {
  const [ids, sealed] = [rows.map((row) => row.id), rows.map((row) => row.sealed)];
  return part`select u.id, u.sealed from unnest(${ids}::uuid[], ${sealed}::bytea[]) as u(id, sealed)`;
}
