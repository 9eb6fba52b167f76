import type { Db } from "../../db/transaction.ts";
import { preconditionFailed } from "../problem.ts";
import { etagOf } from "../route.ts";

/**
 * Reads a record as JSON text, within the transaction that changes it. `check` throws when the record has changed since the
 * client read it.
 */
export type RecordView = {
  read: (db: Db, tenant_id: string, id: string) => Promise<string | undefined>;
  check?: (record: string) => void;
};

/**
 * Two digests: of the members that a client sets, and of the whole record. Counts and states in a record change by themselves, so
 * If-Match compares only the first digest. Otherwise a record that changes often could never be updated.
 */
export function etagOfRecord(record: string, settings: readonly string[]): string {
  return `"${settingsDigest(record, settings)}.${bare(etagOf(record))}"`;
}

/**
 * Refuses with 412 a change of settings that another request has changed since the client read them; `name`: the kind of record.
 */
export function refuseUnlessMatches(
  if_match: string | undefined,
  record: string,
  { name, settings }: { name: string; settings: readonly string[] },
): void {
  if (if_match === undefined) return;
  const wanted = `"${settingsDigest(record, settings)}.`;
  const named = if_match.split(",").map((entry) => entry.trim().replace(/^W\//, ""));
  if (!named.some((entry) => entry === "*" || entry.startsWith(wanted)))
    throw preconditionFailed(`The ${name} has been changed since it was read; read it again.`);
}

function settingsDigest(record: string, settings: readonly string[]): string {
  const members = JSON.parse(record) as Record<string, unknown>;
  return bare(etagOf(JSON.stringify(settings.map((setting) => members[setting] ?? null))));
}

function bare(etag: string): string {
  return etag.slice(1, -1);
}
