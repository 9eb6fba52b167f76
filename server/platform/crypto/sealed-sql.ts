import { part, type Fragment } from "../db/sql.ts";

/** A row's id and its sealed text (seal.ts). */
export type Sealed = { id: string; sealed: Buffer };

/** Which rows to read: at most `rows_max` with ids above `after`, sealed with one of these versions of the key. */
export type SealedPart = { versions: readonly number[]; after: string; rows_max: number };

/** A row set of `id, sealed`, for statements that store the texts again. */
export function sealedRows(rows: readonly Sealed[]): Fragment {
  const [ids, sealed] = [rows.map((row) => row.id), rows.map((row) => row.sealed)];
  return part`select u.id, u.sealed from unnest(${ids}::uuid[], ${sealed}::bytea[]) as u(id, sealed)`;
}
