// Seals of the past were made with the version of SECRET_KEY that was first then, and need its key to be verified. When a version
// is retired, the one key that was derived from it for seals is kept in the database, sealed with the newest version: nothing
// else can be derived from it, and the version's secret can go. What it still proves rests on the seals behind it: each covers the
// seal before, so the first one of a newer version binds all older rows, even for who has learned the old key meanwhile. A chain
// that ends with a seal of a retired version has therefore lost its end (verify.ts).
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { seal, unseal } from "../../platform/crypto/seal.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { listRetiredKeys } from "./retired-keys-sql.ts";

const purpose = "retired-audit-seal";

/** What the sealed key of a version is bound to. */
export function aboutVersion(version: number): string {
  return `v${version}`;
}

/** The key of a version's seals, to be kept when the version is retired. */
export function sealAuditKey(keyring: Keyring, version: number): Buffer {
  return seal(keyring, purpose, aboutVersion(version), keyring.key("audit-seal", version).toString("base64"));
}

/** A keyring that also knows the seals of retired versions, and nothing else of them. */
export async function withRetiredKeys(db: Db, keyring: Keyring): Promise<Keyring> {
  const retired = new Map<number, Buffer>();
  for (const { version, sealed } of await listRetiredKeys(db)) {
    const key = keyring.versions.includes(version) ? null : openOrNull(keyring, version, sealed);
    if (key !== null) retired.set(version, key);
  }
  if (retired.size === 0) return keyring;
  return {
    ...keyring,
    versions: [...keyring.versions, ...retired.keys()],
    key(wanted, version) {
      const kept = version !== undefined && wanted === "audit-seal" ? retired.get(version) : undefined;
      return kept ?? keyring.key(wanted, version);
    },
  };
}

/** Whether the kept key of a retired version can be used with this keyring. */
export function opensRetiredKey(keyring: Keyring, version: number, sealed: Buffer): boolean {
  return openOrNull(keyring, version, sealed) !== null;
}

/** Sealed with a version that SECRET_KEY lacks: the start has said so, and the rows cannot be verified. */
function openOrNull(keyring: Keyring, version: number, sealed: Buffer): Buffer | null {
  try {
    return Buffer.from(unseal(keyring, purpose, aboutVersion(version), sealed), "base64");
  } catch {
    return null;
  }
}
