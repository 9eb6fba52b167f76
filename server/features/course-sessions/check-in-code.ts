// The changing code that is shown in the room (docs/decisions/0082); reading it proves that a person is there now. A pure
// function of key and time.
import { equalBytes, hmac, type Keyring } from "../../platform/crypto/keyring.ts";

/** How long a code is shown. It stays valid for as long again, for people who are just opening the page. */
export const code_seconds = 30;
const mac_bytes = 16;
const code_pattern = /^([\w-]{22})\.([0-9a-z]{1,10})\.([\w-]{22})$/;

/** The code of a session at an instant. */
export function checkInCode(keyring: Keyring, tenant_id: string, session_id: string, now: Temporal.Instant): string {
  const slot = slotOf(now);
  const id = Buffer.from(session_id.replaceAll("-", ""), "hex").toString("base64url");
  return `${id}.${slot.toString(36)}.${macOf(keyring, tenant_id, { session_id, slot }).toString("base64url")}`;
}

/** When the code of an instant is replaced. */
export function replacedAt(now: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds((slotOf(now) + 1) * code_seconds * 1000);
}

/**
 * The session of a code that is valid at an instant; null: it is outdated, belongs to another organisation, or was not made here.
 */
export function readCheckInCode(keyring: Keyring, tenant_id: string, code: string, now: Temporal.Instant): string | null {
  const [, id, slot_text, mac] = code_pattern.exec(code) ?? [];
  if (id === undefined || slot_text === undefined || mac === undefined) return null;
  const digits = Buffer.from(id, "base64url").toString("hex");
  const session_id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const slot = Number.parseInt(slot_text, 36);
  const age = slotOf(now) - slot;
  if (age !== 0 && age !== 1) return null;
  const is_ours = keyring.versions.some((version) => {
    const wanted = macOf(keyring, tenant_id, { session_id, slot }, version);
    return equalBytes(wanted, Buffer.from(mac, "base64url"));
  });
  return is_ours ? session_id : null;
}

function slotOf(now: Temporal.Instant): number {
  return Math.floor(now.epochMilliseconds / 1000 / code_seconds);
}

function macOf(
  keyring: Keyring,
  tenant_id: string,
  { session_id, slot }: { session_id: string; slot: number },
  version?: number,
): Buffer {
  return hmac(keyring.key("check-in", version), `${tenant_id} ${session_id} ${slot}`).subarray(0, mac_bytes);
}
