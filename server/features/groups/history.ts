import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import type { ChangeHistory } from "./asking-schema.ts";
import { listCallings, listHistory, type HistoryEntry } from "./history-sql.ts";

export const history_entries_max = 50;

/** The latest changes of a rule or a group, with the names of departments, companies and courses that they mention. */
export async function readHistory(
  pool: Pool,
  tenant_id: string,
  target: { type: "rule" | "group"; id: string },
): Promise<Static<typeof ChangeHistory>> {
  const entries = (await listHistory(pool, tenant_id, target, history_entries_max)).map(withoutPeople);
  const ids = JSON.stringify(entries.map(({ changes }) => changes)).match(uuid_pattern) ?? [];
  const callings = ids.length > 0 ? await listCallings(pool, tenant_id, [...new Set(ids)]) : [];
  return { entries, names: Object.fromEntries(callings.map(({ id, name }) => [id, name])) };
}

const uuid_pattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Replaces the list of people by how many joined and left; the audit log names them. */
function withoutPeople(entry: HistoryEntry): HistoryEntry {
  const { person_ids, ...changes } = entry.changes;
  if (!Array.isArray(person_ids)) return entry;
  const people = person_ids.map((ids: unknown) => (Array.isArray(ids) ? ids.length : null));
  return { ...entry, changes: { ...changes, people } };
}
