import { createHash, X509Certificate, verify } from "node:crypto";
import { recordRefused } from "./errors.ts";
import { attachment_max_bytes, attachments_max } from "./limits.ts";
import type { AttachmentRow } from "./sql.ts";
import { canonical } from "./statement/canonical.ts";
import { checkStatement, signature_usage, type Attachment, type Statement } from "./statement/check.ts";

/** A part of a request; `hash` is X-Experience-API-Hash. */
export type SentAttachment = { hash: string; content_type: string | null; bytes: Buffer };

/** The first bytes of files of some types. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  "application/pdf": ["255044462d"],
  "image/png": ["89504e470d0a1a0a"],
  "image/jpeg": ["ffd8ff"],
  "image/gif": ["474946383761", "474946383961"],
  "application/zip": ["504b0304", "504b0506"],
};

/**
 * Compares the parts sent with the attachments in statements. Throws 400 where they differ, or where one of the two is missing.
 */
export function checkAttachments(
  statements: readonly (Statement & { id: string })[],
  sent: readonly SentAttachment[],
): AttachmentRow[] {
  if (sent.length > attachments_max)
    throw recordRefused(`The request has ${sent.length} attachments; at most ${attachments_max} are taken.`);
  for (const { hash, bytes } of sent) {
    if (bytes.length > attachment_max_bytes)
      throw recordRefused(`An attachment has ${bytes.length} bytes; at most ${attachment_max_bytes} are kept.`);
    if (createHash("sha256").update(bytes).digest("hex") !== hash.toLowerCase())
      throw recordRefused("An attachment is not what its X-Experience-API-Hash says.");
  }
  const by_hash = new Map(sent.map((one) => [one.hash.toLowerCase(), one]));
  const used = new Set<string>();
  const rows: AttachmentRow[] = [];
  for (const statement of statements)
    for (const said of allAttachments(statement)) {
      const sha2 = said.sha2.toLowerCase();
      const file = by_hash.get(sha2);
      if (file === undefined) {
        if (said.fileUrl === undefined || said.usageType === signature_usage)
          throw recordRefused(`The attachment ${JSON.stringify(said.sha2)} was not sent with the request, and has no fileUrl.`);
        continue;
      }
      used.add(sha2);
      compare(said, file);
      if (said.usageType === signature_usage) checkSignature(statement, said, file.bytes);
      rows.push({ statement_id: statement.id, sha2, content_type: said.contentType, bytes: file.bytes });
    }
  if (used.size < by_hash.size) throw recordRefused("An attachment was sent that no statement names.");
  return rows;
}

function allAttachments({ attachments = [], object }: Statement): Attachment[] {
  return [...attachments, ...(object.objectType === "SubStatement" ? allAttachments(object) : [])];
}

function compare({ contentType, length }: Attachment, { bytes, content_type }: SentAttachment): void {
  if (length !== bytes.length) throw recordRefused(`An attachment has ${bytes.length} bytes, and its statement says ${length}.`);
  const typeOf = (text: string) => text.split(";")[0]!.trim().toLowerCase();
  if (content_type !== null && typeOf(content_type) !== typeOf(contentType))
    throw recordRefused(`An attachment is sent as ${content_type}, and its statement says ${contentType}.`);
  const known = beginnings[typeOf(contentType)];
  if (known !== undefined && !known.some((hex) => bytes.subarray(0, hex.length / 2).toString("hex") === hex))
    throw recordRefused(`An attachment is not ${contentType}, as its statement says.`);
}

const hashes: Readonly<Record<string, string>> = { RS256: "sha256", RS384: "sha384", RS512: "sha512" };

/** Data 2.6: the signature is a JWS of the statement before the attachment was added. */
function checkSignature(statement: Statement, { contentType }: Attachment, bytes: Buffer): void {
  if (contentType !== "application/octet-stream")
    throw recordRefused("A signature has the contentType application/octet-stream.");
  const [head = "", payload = "", signature = "", ...more] = bytes.toString("latin1").split(".");
  const header = jsonOf(head) as { alg?: string; x5c?: string[] } | null;
  const signed = jsonOf(payload) as Statement | null;
  if (header === null || signed === null || signature === "" || more.length > 0)
    throw recordRefused("A signature is no JWS of JSON.");
  const hash = hashes[header.alg ?? ""];
  if (hash === undefined) throw recordRefused("A signature is made with RS256, RS384 or RS512.");
  const own = ({ actor, verb, object, result, context }: Statement) => canonical({ actor, verb, object, result, context });
  if (own(checkStatement(signed, "the signed statement")) !== own(statement))
    throw recordRefused("A signature is of another statement.");
  if (!Array.isArray(header.x5c) || header.x5c.length === 0) return;
  if (!holds(header.x5c[0]!, hash, `${head}.${payload}`, signature)) throw recordRefused("A signature does not hold.");
}

function holds(certificate: string, hash: string, signed: string, signature: string): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, "base64"));
    return verify(hash, Buffer.from(signed, "latin1"), publicKey, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

function jsonOf(part: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
