// What finds its organisation by itself, without X-Tenant-Code or a path of SCIM: a session's cookie, a one-time link, the
// address of a certificate. Where several installations stand behind one address, it begins with the organisation's code, and
// the proxy in front sends it to the node that the organisation is on now (docs/decisions/0051).

/** NODE_NAME: the short name of this installation among several; null: there is one, and nothing is put before anything. */
export type Node = string | null;

const separator = ".";
const node_pattern = /^[a-z][a-z0-9]{0,7}$/;
const code_pattern = /^[A-Z0-9][A-Z0-9-]{1,31}$/;

/** A node's short name. Throws an Error whose message says what is wrong with it. */
export function readNode(text: string): string {
  if (!node_pattern.test(text)) throw new Error("must be a lower-case letter and at most 7 lower-case letters and digits");
  return text;
}

/** What stands before a token or code of an organisation. */
export function beforeOwn(node: Node, tenant_code: string): string {
  return node === null ? "" : tenant_code + separator;
}

/** A token or code, and the organisation that stands before it; null: none, as before NODE_NAME was set. */
export function readOwn(text: string): { tenant_code: string | null; own: string } {
  const at = text.indexOf(separator);
  const tenant_code = text.slice(0, Math.max(at, 0)).toUpperCase();
  return code_pattern.test(tenant_code) ? { tenant_code, own: text.slice(at + 1) } : { tenant_code: null, own: text };
}

/** Where the certificates of an organisation are verified: their code follows. */
export type VerifiedAt = (tenant_code: string) => string;

export function verifiedAt(base_url: string, node: Node): VerifiedAt {
  return (tenant_code) => `${base_url}/c/${beforeOwn(node, tenant_code)}`;
}
