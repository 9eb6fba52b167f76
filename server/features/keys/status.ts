import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { countUse, listKnownKeys, listVersionsInUse, type Use } from "./sql.ts";

/** A version of SECRET_KEY as this process and the database know it. */
export type KeyStatus = {
  version: number;
  /** `first`: signs, encrypts and hashes; `verifies`: only opens what it has made; `missing`: SECRET_KEY lacks it. */
  state: "first" | "verifies" | "missing" | "retired";
  /** Since when a process has it as the first version, on the infrastructure's clock; null: none has. */
  first_at: string | null;
  uses: Pick<Use, "kind" | "count">[];
};

/** All versions that SECRET_KEY contains or the database knows, newest first, with the data that depend on each. */
export async function statusOfKeys(pool: Pool, keyring: Keyring): Promise<KeyStatus[]> {
  const known = await listKnownKeys(pool);
  const in_use = await listVersionsInUse(pool);
  const versions = [...new Set([...keyring.versions, ...known.map(({ version }) => version), ...in_use])];
  const uses = await countUse(pool, versions);
  return versions
    .toSorted((a, b) => b - a)
    .map((version) => {
      const key = known.find((one) => one.version === version);
      return {
        version,
        state: stateOf(keyring, version, key?.retired_us != null),
        first_at: key?.first_us == null ? null : instantOf(key.first_us),
        uses: uses.filter((use) => use.version === version).map(({ kind, count }) => ({ kind, count })),
      };
    });
}

function stateOf(keyring: Keyring, version: number, retired: boolean): KeyStatus["state"] {
  if (retired) return "retired";
  if (version === keyring.versions[0]) return "first";
  return keyring.versions.includes(version) ? "verifies" : "missing";
}

/** RFC 3339 text of µs since 1970. */
export function instantOf(us: number): string {
  return new Date(us / 1_000).toISOString();
}
