import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { seal, unseal } from "../../../platform/crypto/seal.ts";
import type { Outbound, PostOutcome } from "../../../platform/net/outbound.ts";
import { traceAttempt } from "../../../platform/trace/spans.ts";
import { signedHeaders } from "../signature/sign.ts";
import { checkTarget } from "../subscriptions/target.ts";
import { bodyIn, media_types, type DeliveryFormat } from "../deliveries/format.ts";

/** What each attempt of this process uses. */
export type Sender = {
  outbound: Outbound;
  keyring: Keyring;
  trusted_origins: ReadonlySet<string>;
  /** The installation's URL: for links in mails about deliveries, and as source of CloudEvents. */
  base_url: string;
};

/** The data of one attempt. */
export type Sendable = {
  delivery_id: string;
  subscription_id: string;
  target_url: string;
  /** The hosts that the client's allow-list has now. */
  allowed_hosts: readonly string[];
  /** Encrypted (platform/crypto/seal.ts). */
  secret: Buffer;
  /** Encrypted; null after the grace period of a rotation. */
  previous_secret: Buffer | null;
  event_id: string;
  event_type: string;
  delivery_format: DeliveryFormat;
  /** The body of the event as it is stored. */
  body: Buffer;
};

export type AttemptOutcome = PostOutcome & { host: string };

/**
 * Makes one attempt: checks the stored URL against the current allow-list, signs with the current time and sends one POST. Throws
 * if the attempt could not be made through a fault of our own, which says nothing about the receiver. `at_s` is the database's
 * time in s: receivers compare it with their clocks.
 */
export async function attempt(sender: Sender, delivery: Sendable, at_s: number): Promise<AttemptOutcome> {
  const target = checkTarget(delivery.target_url, delivery.allowed_hosts, sender.trusted_origins);
  const host = URL.parse(delivery.target_url)?.host ?? "";
  if (!target.ok) return { status: null, error: "ADDRESS_NOT_ALLOWED", duration_ms: 0, reused: false, host };
  const { event_id: id, event_type: type, delivery_format } = delivery;
  const body = bodyIn(delivery_format, delivery.body, sender.base_url);
  const sealed = delivery.previous_secret === null ? [delivery.secret] : [delivery.secret, delivery.previous_secret];
  const secrets = sealed.map((bytes) => unsealSecret(sender.keyring, delivery.subscription_id, bytes));
  const headers = signedHeaders({ id, type, body, media_type: media_types[delivery_format] }, secrets, at_s);
  headers["traceparent"] = traceparentOf(id, delivery.delivery_id);
  const outcome = await traceAttempt(
    { event_id: id, event_type: type, host },
    () => sender.outbound.post({ url: delivery.target_url, headers, body }),
    ({ error }) => error,
  );
  return { ...outcome, host };
}

/** Encrypts a signing secret for storage, bound to the id of its subscription. */
export function sealSecret(keyring: Keyring, subscription_id: string, secret: string): Buffer {
  return seal(keyring, "webhook-secret", subscription_id, secret);
}

function unsealSecret(keyring: Keyring, subscription_id: string, bytes: Buffer): string {
  return unseal(keyring, "webhook-secret", subscription_id, bytes);
}

/**
 * W3C Trace Context. The trace id is the event's id and the parent id is the delivery's, so that a search by trace finds all
 * attempts.
 */
function traceparentOf(event_id: string, delivery_id: string): string {
  return `00-${event_id.replaceAll("-", "")}-${delivery_id.replaceAll("-", "").slice(-16)}-01`;
}
