// Keys of seals of retired versions of SECRET_KEY.
//
// A seal is verified with the version of SECRET_KEY that was first when it was made. When a version is retired, only the key that
// was derived from it for seals is kept: in the database, encrypted with the newest version. Nothing else can be derived from
// that key, so the version itself can be deleted.
//
// An attacker who learns an old key cannot forge old rows: each seal covers the seal before it, so the first seal of a newer
// version fixes all older rows. Therefore a chain that ends with a seal of a retired version has lost its end (verify.ts).
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { seal, unseal } from "../../platform/crypto/seal.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { listRetiredKeys } from "./retired-keys-sql.ts";

const purpose = "retired-audit-seal";

/** The context to which the encrypted key of a version is bound. */
export function aboutVersion(version: number): string {
  return `v${version}`;
}

/** Encrypts a version's key for seals, to be kept when the version is retired. */
export function sealAuditKey(keyring: Keyring, version: number): Buffer {
  return seal(keyring, purpose, aboutVersion(version), keyring.key("audit-seal", version).toString("base64"));
}

/** A keyring that can also verify the seals of retired versions. */
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

/** Whether this keyring can decrypt the kept key of a retired version. */
export function opensRetiredKey(keyring: Keyring, version: number, sealed: Buffer): boolean {
  return openOrNull(keyring, version, sealed) !== null;
}

/**
 * Null when SECRET_KEY lacks the version that encrypted this key. The check at start has reported it, and the rows cannot be
 * verified.
 */
function openOrNull(keyring: Keyring, version: number, sealed: Buffer): Buffer | null {
  try {
    return Buffer.from(unseal(keyring, purpose, aboutVersion(version), sealed), "base64");
  } catch {
    return null;
  }
}
