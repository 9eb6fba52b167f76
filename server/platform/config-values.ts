// Parsers for environment variables. Each throws an Error whose message continues after the variable's name: "must be …".
import { isIP } from "node:net";
import { isEmailAddress } from "./mail/address.ts";
import { withoutEndingSlashes } from "./text.ts";

export function exportUrlOf(text: string): URL {
  const url = new URL(urlOf(text, ["https:", "http:", "syslog+tls:", "syslog+tcp:"]));
  if (url.username || url.password) throw new Error("must have no user; a token goes into AUDIT_EXPORT_TOKEN");
  const is_syslog = url.protocol.startsWith("syslog");
  if (!url.hostname || (is_syslog && (!/^\/?$/.test(url.pathname) || url.search || url.hash)))
    throw new Error("must name a host, and for syslog nothing behind its port");
  return url;
}

export function portOf(text: string): number {
  return wholeNumber(text, 0, 65_535);
}

export function wholeNumber(text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value < least || value > most)
    throw new Error(`must be a whole number from ${least} to ${most}`);
  return value;
}

export function ratioOf(text: string): number {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(text)) throw new Error("must be a number from 0 to 1");
  return Number(text);
}

export function tokenOf(text: string): string {
  if (!/^[\x21-\x7e]{16,}$/.test(text)) throw new Error("must be at least 16 printable characters without spaces");
  return text;
}

/** The local part must leave room for a token (features/mail/bounces/token.ts). */
export function bounceAddressOf(text: string): string {
  if (!isEmailAddress(text)) throw new Error("must be an e-mail address");
  if (!/^[^+]{1,11}@/.test(text)) throw new Error("must have at most 11 characters before the @, and no +");
  return text;
}

export function baseUrlOf(text: string): string {
  const { username, password, search, hash } = new URL(urlOf(text, ["http:", "https:"]));
  if (username || password || search || hash) throw new Error("must have no user, query or fragment");
  return withoutEndingSlashes(text);
}

export function databaseUrlOf(text: string): string {
  // A proxy decides which of several servers is the primary.
  if (/^postgres(ql)?:\/\/[^/?]*,/.test(text) || /[?&](host|port)=[^&]*(,|%2c)/i.test(text))
    throw new Error("must name one server: a proxy in front of several leads to the primary (docs/operating/database.md)");
  return urlOf(text, ["postgres:", "postgresql:"]);
}

export function originsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(",").map((entry) => originOf(entry.trim())));
}

export function originOf(entry: string): string {
  const url = URL.parse(entry);
  // Only a trailing slash is tolerated: other parts of a URL have no meaning in an origin.
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(`must be origins such as http://localhost:9999, and "${entry}" is none`);
  return url.origin;
}

export function addressOf(text: string): string {
  if (isIP(text) === 0 || text.includes("%")) throw new Error("must be an IPv4 or IPv6 address of this machine");
  return text;
}

export function formatNameOf(text: string): string {
  if (!/^[a-z0-9][a-z0-9._-]{0,39}$/.test(text)) throw new Error("must be at most 40 of a-z, 0-9, dot, dash and underscore");
  return text;
}

export function urlOf(text: string, protocols: string[]): string {
  const protocol = URL.canParse(text) ? new URL(text).protocol : null;
  if (protocol === null || !protocols.includes(protocol))
    throw new Error(`must be a URL that begins with ${protocols.join(" or ")}//`);
  return text;
}
