// Tokens and codes that identify their organisation without X-Tenant-Code or a SCIM path: a session's cookie, a one-time link,
// the address of a certificate. With several installations behind one address, they begin with the organisation's code. The proxy
// in front uses it to find the node of the organisation (docs/decisions/0051).

/** NODE_NAME: the short name of this installation among several; null: there is only one, and tokens have no prefix. */
export type Node = string | null;

const separator = ".";
const node_pattern = /^[a-z][a-z0-9]{0,7}$/;
const code_pattern = /^[A-Z0-9][A-Z0-9-]{1,31}$/;

/** Parses a node's short name. Throws an Error whose message says what is wrong with it. */
export function readNode(text: string): string {
  if (!node_pattern.test(text)) throw new Error("must be a lower-case letter and at most 7 lower-case letters and digits");
  return text;
}

/** The prefix of a token or code of an organisation. */
export function beforeOwn(node: Node, tenant_code: string): string {
  return node === null ? "" : tenant_code + separator;
}

/**
 * A token or code without its prefix, and the organisation of the prefix; null: it has none, because it was made without
 * NODE_NAME.
 */
export function readOwn(text: string): { tenant_code: string | null; own: string } {
  const at = text.indexOf(separator);
  const tenant_code = text.slice(0, Math.max(at, 0)).toUpperCase();
  return code_pattern.test(tenant_code) ? { tenant_code, own: text.slice(at + 1) } : { tenant_code: null, own: text };
}

/** The address where an organisation's certificates are verified; the certificate's code is appended. */
export type VerifiedAt = (tenant_code: string) => string;

export function verifiedAt(base_url: string, node: Node): VerifiedAt {
  return (tenant_code) => `${base_url}/c/${beforeOwn(node, tenant_code)}`;
}
