// A cache of registrations for which this process has stored commits. It has only data that do not change while a registration
// lasts; everything else is read with each commit.
import type { Pool } from "../../../platform/db/pool.ts";
import type { PackageItem, Standard } from "../manifest/item.ts";
import type { Registration } from "./registrations-sql.ts";
import type { LaunchKey } from "./token.ts";

const registrations_max = 20_000;
const versions_max = 500;

export type Known = { standard: Standard; items: readonly PackageItem[]; person_id: string };
type Version = Pick<Known, "standard" | "items">;
type Memory = { registrations: Map<string, Known>; versions: Map<string, Version> };

const memories = new WeakMap<Pool, Memory>();

export function knownRegistration(pool: Pool, key: LaunchKey): Known | undefined {
  const registrations = memories.get(pool)?.registrations;
  const known = registrations?.get(nameOf(key));
  if (known !== undefined) keep(registrations!, nameOf(key), known, registrations_max);
  return known;
}

export function rememberRegistration(
  pool: Pool,
  key: LaunchKey,
  { package_id, version, standard, items, person_id }: Registration,
): void {
  const memory = memories.get(pool) ?? { registrations: new Map<string, Known>(), versions: new Map<string, Version>() };
  memories.set(pool, memory);
  const of_version = `${key.tenant_id} ${package_id} ${version}`;
  // All learners of a version share one list of items.
  const shared = memory.versions.get(of_version) ?? { standard, items };
  keep(memory.versions, of_version, shared, versions_max);
  keep(memory.registrations, nameOf(key), { ...shared, person_id }, registrations_max);
}

function nameOf({ tenant_id, registration_id }: LaunchKey): string {
  return `${tenant_id} ${registration_id}`;
}

/** Stores a value as the newest entry, and deletes the oldest one if there are too many. */
function keep<Value>(all: Map<string, Value>, name: string, value: Value, entries_max: number): void {
  all.delete(name);
  all.set(name, value);
  if (all.size > entries_max) all.delete(all.keys().next().value!);
}
