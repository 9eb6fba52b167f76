import { domainToASCII } from "node:url";

// RFC 5321 §4.1.2 (Dot-string, Domain), with the letters that RFC 6531 §3.3 adds. Quoted local parts and bracketed addresses are
// refused, because they are not used in practice.
const atom = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

const local_max_bytes = 64;
const domain_max = 253;
const label_max = 63;

/** Whether a text is an e-mail address; the ASCII form of its domain must keep the limits of DNS. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1);
  if (local === "" || Buffer.byteLength(local) > local_max_bytes) return false;
  if (!local.split(".").every((part) => atom.test(part)) || !domain.split(".").every((part) => label.test(part))) return false;
  const ascii = domainToASCII(domain);
  return ascii !== "" && ascii.length <= domain_max && ascii.split(".").every(({ length }) => length <= label_max);
}
