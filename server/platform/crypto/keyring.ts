import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** The use of a derived key; each purpose has separate keys. */
export type Purpose =
  | "client-secret"
  | "access-token"
  | "cursor"
  | "mail"
  | "mail-choice"
  | "mail-bounce"
  | "webhook-secret"
  | "second-factor"
  | "known-browser"
  | "audit-seal"
  | "doctor"
  | "retired-audit-seal"
  | "check"
  | "erasure"
  | "removal"
  | "organisation-file"
  | "identity-provider"
  | "passkey-challenge"
  | "signature"
  | "launch"
  | "content-session"
  | "check-in"
  | "lti-key"
  | "lti-token";

/** The versions of SECRET_KEY, newest first: the first one signs and encrypts, all of them verify. */
export type Keyring = {
  readonly versions: readonly number[];
  /** Versions whose secret can be guessed. */
  readonly weak: readonly number[];
  /** 32 bytes derived for a purpose, from the given version (default: the newest). */
  key(purpose: Purpose, version?: number): Buffer;
};

/**
 * Reads `SECRET_KEY`: one secret of at least 32 characters, or several as `v2:…,v1:…`.
 * Throws an Error whose message names the fault.
 */
export function readKeyring(text: string): Keyring {
  const entries = text.split(",").map((entry): [number, string] => {
    const match = /^v([1-9][0-9]{0,3}):(.*)$/s.exec(entry.trim());
    return match ? [Number(match[1]), match[2]!] : [1, entry.trim()];
  });
  const versions = entries.map(([version]) => version);
  if (new Set(versions).size !== versions.length) throw new Error("names one version twice");
  if (entries.some(([, secret]) => secret.length < 32)) throw new Error("needs at least 32 characters a version");
  const secrets = new Map(entries);
  const derived = new Map<string, Buffer>();
  return {
    versions,
    weak: entries.filter(([, secret]) => isWeak(secret)).map(([version]) => version),
    key(purpose, version = versions[0]!) {
      const name = `${purpose}/${version}`;
      let key = derived.get(name);
      if (!key) {
        const secret = secrets.get(version);
        if (secret === undefined) throw new Error(`SECRET_KEY has no version ${version}`);
        key = Buffer.from(hkdfSync("sha256", secret, "muster", purpose, 32));
        derived.set(name, key);
      }
      return key;
    },
  };
}

/** Of 32 random hexadecimal digits, fewer than this many are distinct once in 10 million cases. */
const different_min = 8;
const words = /secret|passwor|change.?me|example|random|muster|qwert|12345678/i;

/** Whether a secret looks invented by a person. */
function isWeak(secret: string): boolean {
  return new Set(secret).size < different_min || words.test(secret);
}

/** A value that identifies a version of SECRET_KEY and reveals nothing of the key. */
export function checkValueOf(keyring: Keyring, version: number): Buffer {
  return hmac(keyring.key("check", version), "muster");
}

/** HMAC-SHA-256 of a text or bytes, 32 bytes. */
export function hmac(key: Buffer, data: string | Buffer): Buffer {
  return createHmac("sha256", key).update(data).digest();
}

/** Compares two values of equal length in constant time. */
export function equalBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
