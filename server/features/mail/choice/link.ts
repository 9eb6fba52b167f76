import { equalBytes, hmac, type Keyring } from "../../../platform/crypto/keyring.ts";
import { readOwn } from "../../../platform/in-front.ts";
import type { Topic } from "./sql.ts";

/** The content of an unsubscribe link: mails of a topic to an account. The link does not expire, and allows only this choice. */
export type Refusable = { tenant_id: string; account_id: string; topic: Topic };

const topics: readonly Topic[] = ["due_soon", "digests", "reports"];
const id_bytes = 16;
const signature_bytes = 16;
/** version:2 | tenant:16 | account:16 | topic:1 | signature:16 */
const head_bytes = 2 + 2 * id_bytes + 1;

/**
 * The URL that unsubscribes from a topic with one POST (RFC 8058). It contains the organisation's code, so that a proxy can route
 * it to the right node.
 */
export function unsubscribeUrl(keyring: Keyring, base_url: string, tenant_code: string, about: Refusable): string {
  const version = keyring.versions[0]!;
  const head = Buffer.alloc(2);
  head.writeUInt16BE(version);
  const signed = Buffer.concat([
    head,
    bytesOf(about.tenant_id),
    bytesOf(about.account_id),
    Buffer.of(topics.indexOf(about.topic)),
  ]);
  const token = Buffer.concat([signed, signatureOf(keyring, version, signed)]).toString("base64url");
  return `${base_url}/unsubscribe/${tenant_code}.${token}`;
}

/** The content of an unsubscribe link; null: we did not create it, or its version of SECRET_KEY is gone. */
export function readUnsubscribe(keyring: Keyring, text: string): Refusable | null {
  const bytes = Buffer.from(readOwn(text).own, "base64url");
  if (bytes.length !== head_bytes + signature_bytes) return null;
  const signed = bytes.subarray(0, head_bytes);
  const version = signed.readUInt16BE(0);
  if (!keyring.versions.includes(version)) return null;
  if (!equalBytes(signatureOf(keyring, version, signed), bytes.subarray(head_bytes))) return null;
  const topic = topics[signed[head_bytes - 1]!];
  if (topic === undefined) return null;
  return {
    tenant_id: idOf(signed.subarray(2, 2 + id_bytes)),
    account_id: idOf(signed.subarray(2 + id_bytes, 2 + 2 * id_bytes)),
    topic,
  };
}

function signatureOf(keyring: Keyring, version: number, signed: Buffer): Buffer {
  return hmac(keyring.key("mail-choice", version), signed).subarray(0, signature_bytes);
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
