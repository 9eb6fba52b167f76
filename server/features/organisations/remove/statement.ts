import { equalBytes, hmac, type Keyring } from "../../../platform/crypto/keyring.ts";
import type { SignedStatement } from "./remove-sql.ts";

export type Statement = SignedStatement;

/** The content of a statement about a removal. */
export type Said = {
  what: "muster organisation removed";
  removal_id: string;
  organisation: { id: string; code: string; name: string };
  began_at: string;
  ended_at: string;
  /** Numbers of deleted rows by table. */
  removed: Record<string, number>;
  /** The end of the audit chain when the removal began; null: nothing was sealed. */
  audit_checkpoint: string | null;
};

/** Signs a statement: an HMAC by the newest key over its exact text. */
export function signed(keyring: Keyring, said: Said): Statement {
  const key_version = keyring.versions[0]!;
  const statement = JSON.stringify(said);
  return { statement, key_version, signature: hmac(keyring.key("removal", key_version), statement) };
}

/** Whether this installation signed the statement; null: the key of its version is gone. */
export function holds(keyring: Keyring, { statement, key_version, signature }: Statement): boolean | null {
  if (!keyring.versions.includes(key_version)) return null;
  return equalBytes(hmac(keyring.key("removal", key_version), statement), signature);
}

/** The form in which a statement is printed and stored: JSON on one line. */
export function printed({ statement, key_version, signature }: Statement): string {
  return JSON.stringify({ statement, key_version, signature: signature.toString("hex") });
}

/** Parses a printed statement; undefined: the text is not one. */
export function readPrinted(text: string): Statement | undefined {
  try {
    const { statement, key_version, signature } = JSON.parse(text) as Record<string, unknown>;
    if (typeof statement !== "string" || typeof key_version !== "number" || typeof signature !== "string") return undefined;
    return { statement, key_version, signature: Buffer.from(signature, "hex") };
  } catch {
    return undefined;
  }
}
