import { setTimeout as sleep } from "node:timers/promises";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { readClock } from "../../platform/db/clock.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { day_us } from "../../platform/instants.ts";
import { record } from "../audit/record.ts";
import { sealAuditKey } from "../audit/retired-keys.ts";
import { sealAll } from "../audit/seal.ts";
import { listSecretsOfPepper, type UsableSecret } from "../clients/secrets-sql.ts";
import {
  countUse,
  insertLost,
  listKnownKeys,
  listTenantsWithChainEnd,
  listTenantsWithVersions,
  listVersionsInUse,
  updateRetired,
  type KnownKey,
  type Use,
} from "./sql.ts";

/**
 * How long a signature with the present first version may still be presented: a day for cursors of SCIM lists, less for tokens.
 */
export const signed_lasts_us = day_us;
/** The most secrets that a refusal names. */
const named_max = 20;
/** How long to wait until audit rows are sealed: sealing waits for transactions that began before them. */
const sealing_max_ms = 30_000;
const sealing_pause_ms = 300;

export type Retirement =
  /** Nothing needs the version any more. `continued`: how many organisations' audit logs continue with the newest version. */
  | { outcome: "retired"; continued: number }
  | { outcome: "lost"; uses: Use[] }
  | { outcome: "is_first" }
  | { outcome: "unknown" }
  | { outcome: "not_held" }
  | { outcome: "held" }
  /** Data that still need it, and clients whose secrets are hashed with it. */
  | { outcome: "needed"; uses: Use[]; secrets: UsableSecret[] }
  /** The instant until which signatures with it are valid; null: no process signs with a newer version yet. */
  | { outcome: "signed_lately"; until_us: number | null }
  /** An open transaction prevents audit rows from being sealed. */
  | { outcome: "not_sealed" };

/** Retires a version that nothing needs; afterwards it may be removed from SECRET_KEY. */
export async function retire(pool: Pool, keyring: Keyring, version: number, signal: AbortSignal): Promise<Retirement> {
  const newest = keyring.versions[0]!;
  if (version === newest) return { outcome: "is_first" };
  const known = await listKnownKeys(pool);
  const mine = known.find((key) => key.version === version);
  if (mine === undefined && !(await listVersionsInUse(pool)).includes(version)) return { outcome: "unknown" };
  if (mine?.retired_us != null) return { outcome: "retired", continued: 0 };
  if (!keyring.versions.includes(version)) return { outcome: "not_held" };
  const uses = (await countUse(pool, [version])).filter(({ kind }) => kind !== "audit_chain");
  if (uses.length > 0) return { outcome: "needed", uses, secrets: await listSecrets(pool, version) };
  const until_us = signedUntil(known, newest);
  if (until_us === null || until_us > (await readClock(pool))) return { outcome: "signed_lately", until_us };
  const continued = await continueChains(pool, keyring, version, signal);
  if (continued === null) return { outcome: "not_sealed" };
  await updateRetired(pool, version, sealAuditKey(keyring, version));
  return { outcome: "retired", continued };
}

/** Gives up a version whose secret is lost, together with all data that need it. */
export async function retireLost(pool: Pool, keyring: Keyring, version: number): Promise<Retirement> {
  if (keyring.versions.includes(version)) return { outcome: "held" };
  const known = await listKnownKeys(pool);
  const uses = await countUse(pool, [version]);
  const mine = known.find((key) => key.version === version);
  if (mine === undefined && uses.length === 0) return { outcome: "unknown" };
  // A version that was retired properly has left its audit key; giving it up would delete that key, and its seals could not be
  // verified.
  if (mine?.retired_us != null) return { outcome: "retired", continued: 0 };
  if (mine !== undefined) await updateRetired(pool, version, null);
  else await insertLost(pool, version);
  return { outcome: "lost", uses };
}

function signedUntil(known: readonly KnownKey[], newest: number): number | null {
  const first_us = known.find(({ version }) => version === newest)?.first_us ?? null;
  return first_us === null ? null : first_us + signed_lasts_us;
}

async function listSecrets(pool: Pool, version: number): Promise<UsableSecret[]> {
  const found: UsableSecret[] = [];
  for (const tenant_id of await listTenantsWithVersions(pool, [version])) {
    if (found.length >= named_max) break;
    const left = named_max - found.length;
    found.push(...(await withTenant(pool, tenant_id, (db) => listSecretsOfPepper(db, tenant_id, version, left))));
  }
  return found;
}

/**
 * Adds a row to each audit log that ends with a seal of the version. It is sealed with the newest version and so protects all
 * rows before it. Returns how many logs there were, or null when rows could not be sealed in time; then it can be started again.
 */
async function continueChains(pool: Pool, keyring: Keyring, version: number, signal: AbortSignal): Promise<number | null> {
  const tenants = await listTenantsWithChainEnd(pool, version);
  for (const tenant_id of tenants) {
    await withTenant(pool, tenant_id, async (db) => {
      const context = await contextWithin(db, tenant_id, { type: "operator", id: null, name: "muster keys retire" });
      if (context === undefined) return;
      const changes = { key_version: [version, keyring.versions[0]!] };
      await record(db, context, {
        operation: "organisation.retire_key",
        target_type: "organisation",
        target_id: tenant_id,
        changes,
      });
    });
  }
  const until_ms = performance.now() + sealing_max_ms;
  for (;;) {
    await sealAll(pool, keyring, signal);
    if ((await listTenantsWithChainEnd(pool, version)).length === 0) return tenants.length;
    if (performance.now() > until_ms) return null;
    await sleep(sealing_pause_ms, undefined, { signal });
  }
}
