// Encrypts data again after a newer version was put first in SECRET_KEY.
//
// It handles one organisation after the other, in small transactions with a pause after each, so that it can run while requests
// are served, be stopped at any point and be started again. Rows that another transaction has locked are done in the next pass.
// Secrets of clients are not stored, so their digests move when they are next used (infra.admit_together).
import type { Keyring, Purpose } from "../../platform/crypto/keyring.ts";
import { reseal } from "../../platform/crypto/seal.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { Sealed, SealedPart } from "../../platform/crypto/sealed-sql.ts";
import { withInfrastructure, withTenant, type Db } from "../../platform/db/transaction.ts";
import { inParts } from "../../platform/jobs/in-parts.ts";
import { lockSealedTerms, updateSealedTerms } from "../erasure/sql.ts";
import { lockSealedProviderSecrets, updateSealedProviderSecrets } from "../identity/provider-sql.ts";
import { lockSealedMails, updateSealedMails } from "../mail/sql.ts";
import { lockSealedTotpSecrets, updateSealedTotpSecrets } from "../sign-in/accounts-sql.ts";
import { lockSealedSecrets, updateSealedSecrets } from "../webhooks/subscriptions/sql.ts";
import { aboutVersion } from "../audit/retired-keys.ts";
import { listTenantsWithVersions, listVersionsInUse, lockAuditKeys, updateAuditKey, type Kind } from "./sql.ts";
import { no_id } from "../../platform/ids.ts";

const rows_max = 100;
const passes_max = 5;

type SealedKind = {
  kind: Kind;
  purpose: Purpose;
  lock: (db: Db, tenant_id: string, wanted: SealedPart) => Promise<Sealed[]>;
  update: (db: Db, tenant_id: string, rows: readonly Sealed[]) => Promise<void>;
};

const sealed_kinds: readonly SealedKind[] = [
  ...(["secret", "previous_secret"] as const).map((column): SealedKind => ({
    kind: column === "secret" ? "webhook_secret" : "previous_webhook_secret",
    purpose: "webhook-secret",
    lock: (db, tenant_id, wanted) => lockSealedSecrets(db, tenant_id, column, wanted),
    update: (db, tenant_id, rows) => updateSealedSecrets(db, tenant_id, column, rows),
  })),
  { kind: "second_factor", purpose: "second-factor", lock: lockSealedTotpSecrets, update: updateSealedTotpSecrets },
  {
    kind: "identity_provider",
    purpose: "identity-provider",
    lock: lockSealedProviderSecrets,
    update: updateSealedProviderSecrets,
  },
  { kind: "mail", purpose: "mail", lock: lockSealedMails, update: updateSealedMails },
  { kind: "erasure", purpose: "erasure", lock: lockSealedTerms, update: updateSealedTerms },
];

/** How many values of a kind were encrypted again, and how many could not be decrypted with the key that they name. */
export type Resealed = Partial<Record<Kind, { moved: number; failed: number }>>;

/** Encrypts all data of older versions of SECRET_KEY with the newest version. */
export async function resealAll(pool: Pool, keyring: Keyring, signal: AbortSignal): Promise<Resealed> {
  const totals: Resealed = {};
  for (let pass = 1; pass <= passes_max; pass += 1) {
    const versions = (await listVersionsInUse(pool)).filter(
      (version) => version !== keyring.versions[0] && keyring.versions.includes(version),
    );
    if (versions.length === 0) break;
    let moved = await resealAuditKeys(pool, keyring, versions, totals);
    for (const tenant_id of await listTenantsWithVersions(pool, versions)) {
      for (const kind of sealed_kinds)
        moved += await resealKind({ pool, keyring, signal, tenant_id, versions }, kind, pass === 1, totals);
    }
    if (moved === 0) break;
  }
  return totals;
}

type Round = { pool: Pool; keyring: Keyring; signal: AbortSignal; tenant_id: string; versions: readonly number[] };

/** Does one kind of one organisation. Failures are only counted in the first pass, because each pass meets the same ones. */
async function resealKind(
  { pool, keyring, signal, tenant_id, versions }: Round,
  { kind, purpose, lock, update }: SealedKind,
  is_first_pass: boolean,
  totals: Resealed,
): Promise<number> {
  let moved = 0;
  await inParts(pool, no_id, signal, async (after) => {
    const part = await withTenant(pool, tenant_id, async (db) => {
      const rows = await lock(db, tenant_id, { versions, after, rows_max });
      const opened = rows.flatMap(({ id, sealed }) => {
        const again = resealOrNull(keyring, purpose, id, sealed);
        return again === null ? [] : [{ id, sealed: again }];
      });
      if (opened.length > 0) await update(db, tenant_id, opened);
      return { rows, opened: opened.length };
    });
    moved += part.opened;
    count(totals, kind, part.opened, is_first_pass ? part.rows.length - part.opened : 0);
    return part.rows.length === rows_max ? part.rows.at(-1)!.id : null;
  });
  return moved;
}

async function resealAuditKeys(pool: Pool, keyring: Keyring, versions: readonly number[], totals: Resealed): Promise<number> {
  return withInfrastructure(pool, async (db) => {
    let moved = 0;
    for (const { version, sealed } of await lockAuditKeys(db, versions)) {
      const again = resealOrNull(keyring, "retired-audit-seal", aboutVersion(version), sealed);
      if (again !== null) {
        await updateAuditKey(db, version, again);
        moved += 1;
      }
      count(totals, "audit_key", again === null ? 0 : 1, again === null ? 1 : 0);
    }
    return moved;
  });
}

function resealOrNull(keyring: Keyring, purpose: Purpose, about: string, sealed: Buffer): Buffer | null {
  try {
    return reseal(keyring, purpose, about, sealed);
  } catch {
    // The key of its version cannot decrypt it: the value is useless, and must not stop the others.
    return null;
  }
}

function count(totals: Resealed, kind: Kind, moved: number, failed: number): void {
  if (moved === 0 && failed === 0) return;
  const before = totals[kind] ?? { moved: 0, failed: 0 };
  totals[kind] = { moved: before.moved + moved, failed: before.failed + failed };
}
