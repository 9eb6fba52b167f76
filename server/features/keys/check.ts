import { checkValueOf, equalBytes, type Keyring } from "../../platform/crypto/keyring.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { countUse, findSample, listKnownKeys, listVersionsInUse, noteKeys, type KnownKey, type Use } from "./sql.ts";

/** SECRET_KEY is not the one with which this database was used. The message says what to do. */
export class WrongKey extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "WrongKey";
  }
}

/** Findings that a successful start reports. */
export type KeyFindings = {
  /** Data that were made with versions which SECRET_KEY lacks. */
  missing: Use[];
  /** Versions that SECRET_KEY lacks and that have sealed audit rows, which cannot be verified now. */
  unverifiable: number[];
  /** Retired versions that SECRET_KEY still contains. */
  removable: number[];
};

/**
 * Compares SECRET_KEY with what the database was used with. Throws WrongKey when a version has a different secret than before, or
 * when no version can decrypt the existing data. `notes`: what is stored in the database about new versions: nothing; that they
 * exist; or also that this process signs and encrypts with the first one.
 */
export async function checkKeys(pool: Pool, keyring: Keyring, notes: "nothing" | "known" | "first"): Promise<KeyFindings> {
  const known = await listKnownKeys(pool);
  refuseOthers(keyring, known);
  const unknown = keyring.versions.filter((version) => !known.some((key) => key.version === version));
  for (const version of unknown) await refuseUnlessOpening(pool, keyring, version);
  const in_use = (await listVersionsInUse(pool)).filter((version) => !isRetired(known, version));
  refuseUseless(keyring, in_use);
  const newest = keyring.versions[0]!;
  const is_first = known.some(({ version, first_us }) => version === newest && first_us !== null);
  if (notes !== "nothing" && (unknown.length > 0 || (notes === "first" && !is_first))) {
    const keys = unknown.map((version) => ({ version, check_value: checkValueOf(keyring, version) }));
    await noteKeys(pool, keys, notes === "first" ? newest : null);
    // Another process may have stored a different secret for the same version at the same moment.
    refuseOthers(keyring, await listKnownKeys(pool));
  }
  const lacking = in_use.filter((version) => !keyring.versions.includes(version));
  return {
    missing: lacking.length === 0 ? [] : await countUse(pool, lacking),
    unverifiable: known
      .filter(
        ({ version, first_us, retired_us }) => first_us !== null && retired_us === null && !keyring.versions.includes(version),
      )
      .map(({ version }) => version),
    removable: keyring.versions.filter((version) => isRetired(known, version)),
  };
}

function refuseOthers(keyring: Keyring, known: readonly KnownKey[]): void {
  const next = Math.max(...keyring.versions, ...known.map(({ version }) => version)) + 1;
  for (const version of keyring.versions) {
    const key = known.find((one) => one.version === version);
    if (key === undefined || key.retired_us !== null) continue;
    if (!equalBytes(key.check_value, checkValueOf(keyring, version)))
      throw new WrongKey(
        `Version ${version} of SECRET_KEY is another key than the one that this database has been used with: it would open nothing. Put the right key there, or number a new key as v${next} and put it before the old one (docs/operating/keys.md).`,
      );
  }
  const newest = keyring.versions[0]!;
  if (isRetired(known, newest))
    throw new WrongKey(`Version ${newest} of SECRET_KEY was retired. Put a newer version first, such as v${next}.`);
}

/** The database of an earlier version of this program has stored no keys. Then the key is tried on one encrypted value. */
async function refuseUnlessOpening(pool: Pool, keyring: Keyring, version: number): Promise<void> {
  const sample = await findSample(pool, version);
  if (sample === undefined) return;
  try {
    unseal(keyring, sample.purpose, sample.about, sample.sealed);
  } catch (error) {
    throw new WrongKey(
      `Version ${version} of SECRET_KEY does not open what this database has sealed with that version. Put the right key there (docs/operating/keys.md).`,
      { cause: error },
    );
  }
}

function refuseUseless(keyring: Keyring, in_use: readonly number[]): void {
  if (in_use.length === 0 || in_use.some((version) => keyring.versions.includes(version))) return;
  const held = keyring.versions.map((version) => `version ${version}`).join(" and ");
  const needed = in_use.map((version) => `version ${version}`).join(" and ");
  throw new WrongKey(
    `SECRET_KEY holds ${held}, and all that this database has sealed and digested was made with ${needed}: no client could sign in. Put the old key behind the new one, as v${keyring.versions[0]!}:…,v${in_use.at(-1)!}:…; if it is lost, run "muster keys retire ${in_use.at(-1)!} --lost" (docs/operating/keys.md).`,
  );
}

function isRetired(known: readonly KnownKey[], version: number): boolean {
  return known.some((key) => key.version === version && key.retired_us !== null);
}
