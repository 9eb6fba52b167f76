import { domainToASCII } from "node:url";
import { isIP } from "node:net";

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const domain_max = 253;

/** A domain in the form of DNS, in lower case; null: the text is not a domain. */
export function domainOf(text: string): string | null {
  const ascii = domainToASCII(text.trim().replace(/\.$/, "")).toLowerCase();
  const labels = ascii.split(".");
  const is_one = labels.length >= 2 && ascii.length <= domain_max && labels.every((one) => label.test(one));
  return is_one && isIP(ascii) === 0 && !/^\d+$/.test(labels.at(-1)!) ? ascii : null;
}

/** The domain of an e-mail address in the same form; null: it is not an address. */
export function domainOfAddress(address: string): string | null {
  const at = address.lastIndexOf("@");
  return at < 1 ? null : domainOf(address.slice(at + 1));
}

const prefix = "muster-domain-verification=";

/**
 * The TXT record that proves an organisation's domain. It has a name of its own below the domain, so that it cannot conflict with
 * other records.
 */
export function recordOf(domain: string, token: string): { name: string; value: string } {
  return { name: `_muster.${domain}`, value: prefix + token };
}
