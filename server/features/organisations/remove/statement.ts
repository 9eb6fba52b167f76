import { equalBytes, hmac, type Keyring } from "../../../platform/crypto/keyring.ts";
import type { SignedStatement } from "./remove-sql.ts";

export type Statement = SignedStatement;

/** What is said of a removal. */
export type Said = {
  what: "muster organisation removed";
  removal_id: string;
  organisation: { id: string; code: string; name: string };
  began_at: string;
  ended_at: string;
  /** Rows by table. */
  removed: Record<string, number>;
  /** The end of the audit chain when the removal began; null: nothing was sealed. */
  audit_checkpoint: string | null;
};

/** A statement by this installation: its HMAC, by the newest key, over the very text. */
export function signed(keyring: Keyring, said: Said): Statement {
  const key_version = keyring.versions[0]!;
  const statement = JSON.stringify(said);
  return { statement, key_version, signature: hmac(keyring.key("removal", key_version), statement) };
}

/** Whether a statement is as this installation signed it; null: the key of its version is gone. */
export function holds(keyring: Keyring, { statement, key_version, signature }: Statement): boolean | null {
  if (!keyring.versions.includes(key_version)) return null;
  return equalBytes(hmac(keyring.key("removal", key_version), statement), signature);
}

/** As it is printed and kept: JSON on one line. */
export function printed({ statement, key_version, signature }: Statement): string {
  return JSON.stringify({ statement, key_version, signature: signature.toString("hex") });
}

/** A statement as it was printed; undefined: the text is not a statement. */
export function readPrinted(text: string): Statement | undefined {
  try {
    const { statement, key_version, signature } = JSON.parse(text) as Record<string, unknown>;
    if (typeof statement !== "string" || typeof key_version !== "number" || typeof signature !== "string") return undefined;
    return { statement, key_version, signature: Buffer.from(signature, "hex") };
  } catch {
    return undefined;
  }
}
