import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secret_bytes = 32;

/** Padded standard base64 behind `whsec_`, as the libraries of Standard Webhooks read it. */
export function newSigningSecret(): string {
  return prefix + randomBytes(secret_bytes).toString("base64");
}

/**
 * The headers of one attempt, signed now: ours, whose key is the whole secret string, and those of Standard Webhooks, whose key
 * is what the string encodes. `secrets` are one, or two during grace, newest first.
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
