import { equalBytes, hmac, type Keyring, type Purpose } from "../../../platform/crypto/keyring.ts";

/** The claims in the path of opened content. */
export type LaunchKey = {
  tenant_id: string;
  registration_id: string;
  launch_id: string;
  /** On the infrastructure's clock, with which statements compare it. */
  expires_ms: number;
};

/** The token of opened content, or of a session of an AU, which has the session's id instead of the launch's. */
export type TokenPurpose = Extract<Purpose, "launch" | "content-session">;

const ids = ["tenant_id", "registration_id", "launch_id"] as const;
const [version_bytes, expiry_bytes, id_bytes, mac_bytes] = [2, 6, 16, 32];
const signed_bytes = version_bytes + expiry_bytes + ids.length * id_bytes;

/** version of the key:2 | expiry, ms since 1970:6 | organisation:16 | registration:16 | launch:16 | HMAC-SHA-256:32 */
export function signLaunch(keyring: Keyring, key: LaunchKey, purpose: TokenPurpose = "launch"): string {
  const version = keyring.versions[0]!;
  const head = Buffer.alloc(version_bytes + expiry_bytes);
  head.writeUInt16BE(version);
  head.writeUIntBE(key.expires_ms, version_bytes, expiry_bytes);
  const signed = Buffer.concat([head, ...ids.map((name) => Buffer.from(key[name].replaceAll("-", ""), "hex"))]);
  return Buffer.concat([signed, hmac(keyring.key(purpose, version), signed)]).toString("base64url");
}

/** Null: the token was not issued here, or was changed. */
export function readLaunch(keyring: Keyring, token: string, purpose: TokenPurpose = "launch"): LaunchKey | null {
  if (!/^[A-Za-z0-9_-]{118}$/.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== signed_bytes + mac_bytes || !keyring.versions.includes(bytes.readUInt16BE(0))) return null;
  const signed = bytes.subarray(0, signed_bytes);
  if (!equalBytes(bytes.subarray(signed_bytes), hmac(keyring.key(purpose, bytes.readUInt16BE(0)), signed))) return null;
  const [tenant_id, registration_id, launch_id] = ids.map((_, place) =>
    uuidAt(bytes, version_bytes + expiry_bytes + place * id_bytes),
  );
  return {
    tenant_id: tenant_id!,
    registration_id: registration_id!,
    launch_id: launch_id!,
    expires_ms: bytes.readUIntBE(version_bytes, expiry_bytes),
  };
}

function uuidAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString("hex", at, at + id_bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
