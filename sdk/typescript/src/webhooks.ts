// Verification of webhook deliveries, with the terms of Standard Webhooks (https://www.standardwebhooks.com), and the types of
// events. It needs only the Web Crypto API of Node, browsers and workers.
import { MusterError } from "./errors.ts";
import type { Events } from "./generated/types.ts";

export type * from "./generated/types.ts";

/** An event whose type this version knows: `event.type === "course.completed"` narrows it. */
export type KnownEvent = Events[keyof Events];

/** An event of any type: within v1 there may be new ones. Narrow it with `isEvent`. */
export type AnyEvent = KnownEvent | UnknownEvent;

export type UnknownEvent = {
  id: string;
  type: string;
  created_at: string;
  tenant_code: string;
  data: { [name: string]: unknown };
};

/** Whether an event has a type; narrows it for the compiler. */
export function isEvent<Type extends keyof Events>(event: { type: string }, type: Type): event is Events[Type] {
  return event.type === type;
}

export type WebhookFault =
  | "HEADER_MISSING"
  | "SECRET_INVALID"
  | "TIMESTAMP_OUT_OF_RANGE"
  | "SIGNATURE_MISMATCH"
  | "BODY_NOT_AN_EVENT";

/** The request is not a recent delivery signed with the secret. Answer 400 and do nothing. */
export class WebhookError extends MusterError {
  override readonly name = "WebhookError";
  readonly code: WebhookFault;

  constructor(code: WebhookFault, message: string) {
    super(message);
    this.code = code;
  }
}

export type VerifyOptions = {
  /** How far the delivery's time may differ from this machine's, in seconds. Default: 300. */
  toleranceS?: number;
  /** Milliseconds since 1970. Default: now. */
  nowMs?: number;
};

const tolerance_s_default = 300;
const encoder = new TextEncoder();

type HeaderSource = Headers | { readonly [name: string]: string | readonly string[] | undefined };

/**
 * Verifies a delivery and returns its event; throws `WebhookError`.
 *
 * `body` are the raw bytes, before anything parses them. `secrets` is the subscription's `secret_token`, or several during a
 * rotation; one matching secret is enough. Store `event.id`, because the same event may be delivered again.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secrets: string | readonly string[],
  { toleranceS = tolerance_s_default, nowMs = Date.now() }: VerifyOptions = {},
): Promise<AnyEvent> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(headers, name),
  );
  const bytes = bytesOf(body);
  if (secrets === undefined || secrets === null)
    throw new WebhookError("SECRET_INVALID", "There is no secret; a variable may not be set.");
  if (!/^\d{1,12}$/.test(timestamp!) || !(Math.abs(nowMs / 1_000 - Number(timestamp)) <= toleranceS))
    throw new WebhookError("TIMESTAMP_OUT_OF_RANGE", `The delivery's time is more than ${toleranceS} s from this clock.`);
  const signed = concat(encoder.encode(`${id}.${timestamp}.`), bytes);
  const given = signatures!.split(" ").flatMap((one) => (one.startsWith("v1,") ? [bytesOfBase64(one.slice(3))] : []));
  let genuine = false;
  for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
    const key = await keyOf(secret, "verify");
    for (const signature of given)
      genuine = (signature !== null && (await crypto.subtle.verify("HMAC", key, signature, signed))) || genuine;
  }
  if (!genuine)
    throw new WebhookError(
      "SIGNATURE_MISMATCH",
      "No signature fits; the body must be the raw bytes, and the secret this subscription's.",
    );
  return eventOf(bytes);
}

/** Only the raw bytes were signed: a body that a framework has parsed cannot be verified. */
function bytesOf(body: string | Uint8Array): Uint8Array {
  if (typeof body === "string") return encoder.encode(body);
  if (body instanceof Uint8Array) return body;
  throw new WebhookError("BODY_NOT_AN_EVENT", "The body must be the raw bytes or text as it came, before anything parses it.");
}

/** Signs a delivery as the service does, and returns its headers: for tests, and for forwarding. `secrets`: the newest first. */
export async function signWebhook(
  event: { id: string; type: string },
  body: string | Uint8Array,
  secrets: string | readonly string[],
  { nowMs = Date.now() }: { nowMs?: number } = {},
): Promise<Record<string, string>> {
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const at_s = Math.floor(nowMs / 1_000);
  const all = typeof secrets === "string" ? [secrets] : secrets;
  const standard = await Promise.all(
    all.map(async (secret) => `v1,${base64(await sign(await keyOf(secret, "sign"), `${event.id}.${at_s}.`, bytes))}`),
  );
  const ours = await Promise.all(
    all.map(async (secret) => `v1=${hex(await sign(await importKey(encoder.encode(secret), "sign"), `${at_s}.`, bytes))}`),
  );
  return {
    "content-type": "application/json",
    "x-lms-signature": `t=${at_s},${ours.join(",")}`,
    "x-lms-event": event.type,
    "x-lms-event-id": event.id,
    "webhook-id": event.id,
    "webhook-timestamp": String(at_s),
    "webhook-signature": standard.join(" "),
  };
}

/** Generates a secret like those of subscriptions. */
export function newWebhookSecret(): string {
  return `whsec_${base64(crypto.getRandomValues(new Uint8Array(32)))}`;
}

function headerOf(headers: HeaderSource, name: string): string {
  const value =
    headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? (value as string[]).join(" ") : value;
  if (typeof text !== "string" || text === "") throw new WebhookError("HEADER_MISSING", `The header ${name} is missing.`);
  return text;
}

/** The bytes after `whsec_`, decoded. An empty secret is refused, because it would verify what anyone signs with an empty key. */
async function keyOf(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  const bytes = bytesOfBase64(secret.replace(/^whsec_/, ""));
  if (bytes === null || bytes.length === 0)
    throw new WebhookError("SECRET_INVALID", "The secret is empty or not a secret_token (whsec_…); a variable may not be set.");
  return importKey(bytes, use);
}

function importKey(bytes: Uint8Array<ArrayBuffer>, use: "sign" | "verify"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

async function sign(key: CryptoKey, before: string, body: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, concat(encoder.encode(before), body)));
}

function eventOf(bytes: Uint8Array): AnyEvent {
  try {
    const event = JSON.parse(new TextDecoder().decode(bytes)) as AnyEvent;
    if (typeof event.id === "string" && typeof event.type === "string") return event;
  } catch {
    // The signed body is not JSON; the error is thrown below.
  }
  throw new WebhookError("BODY_NOT_AN_EVENT", "The body is genuine, but no event.");
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
