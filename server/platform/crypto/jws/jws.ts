/** An unverified JWS of two JSON objects (RFC 7515, RFC 7519). `signed` are the bytes that the signature covers. */
export type Jws = {
  header: Readonly<Record<string, unknown>>;
  claims: Readonly<Record<string, unknown>>;
  signed: Buffer;
  signature: Buffer;
};

/** The parts of a JWS in compact form (RFC 7515 §7.1); null: the text is not a JWS. Each part must be in canonical base64url. */
export function readJws(text: string): Jws | null {
  const parts = text.split(".");
  const [header, claims, signature] = parts.map(bytesOf);
  if (parts.length !== 3 || !header || !claims || !signature) return null;
  const [said, claimed] = [objectOf(header), objectOf(claims)];
  if (said === null || claimed === null) return null;
  return { header: said, claims: claimed, signed: Buffer.from(text.slice(0, text.lastIndexOf(".")), "latin1"), signature };
}

function bytesOf(part: string): Buffer | null {
  const bytes = Buffer.from(part, "base64url");
  return bytes.toString("base64url") === part ? bytes : null;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function objectOf(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Whether a value is a NumericDate (RFC 7519 §2): seconds since 1970, possibly with a fraction. */
export function isInstant(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
