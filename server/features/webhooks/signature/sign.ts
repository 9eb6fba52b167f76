import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secret_bytes = 32;

/** A new signing secret: `whsec_` and padded standard base64, as the Standard Webhooks libraries read it. */
export function newSigningSecret(): string {
  return prefix + randomBytes(secret_bytes).toString("base64");
}

/**
 * The headers of one attempt, signed for this moment. Our own signature uses the whole secret string as the key; Standard
 * Webhooks uses the bytes that the string encodes. `secrets` has one entry, or two during the grace period of a rotation, the
 * newest first.
 */
export function signedHeaders(
  event: { id: string; type: string; body: Buffer; media_type?: string },
  secrets: readonly string[],
  at_s: number,
): Record<string, string> {
  const ours = secrets.map((secret) => `v1=${signature(secret, `${at_s}.`, event.body, "hex")}`);
  const standard = secrets.map((secret) => `v1,${signature(keyOf(secret), `${event.id}.${at_s}.`, event.body, "base64")}`);
  return {
    "Content-Type": event.media_type ?? "application/json",
    "User-Agent": "Muster-Webhooks/1",
    "X-LMS-Signature": `t=${at_s},${ours.join(",")}`,
    "X-LMS-Event": event.type,
    "X-LMS-Event-Id": event.id,
    "webhook-id": event.id,
    "webhook-timestamp": String(at_s),
    "webhook-signature": standard.join(" "),
  };
}

export function signature(key: string | Buffer, before: string, body: Buffer, encoding: "hex" | "base64"): string {
  return createHmac("sha256", key).update(before).update(body).digest(encoding);
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), "base64");
}
