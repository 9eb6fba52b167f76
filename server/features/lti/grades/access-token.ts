import { equalBytes, hmac, type Keyring } from "../../../platform/crypto/keyring.ts";
import { grade_scopes } from "./scopes.ts";

/** The claims of a tool's access token. A token alone is not enough: each request looks up the tool. */
export type ToolToken = {
  tenant_id: string;
  tool_id: string;
  /** A change of the tool's keys increments the version and ends its tokens. */
  key_version: number;
  scopes: readonly string[];
  /** On the infrastructure's clock. */
  expires_s: number;
};

const form = /^mlt_(\d{1,5})\.([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{43})$/;

/** mlt_ <version of the key> . <claims> . <HMAC-SHA-256> */
export function signToolToken(keyring: Keyring, { tenant_id, tool_id, key_version, scopes, expires_s }: ToolToken): string {
  const version = keyring.versions[0]!;
  const places = scopes.map((scope) => grade_scopes.indexOf(scope));
  const claims = Buffer.from(JSON.stringify([tenant_id, tool_id, key_version, places, expires_s])).toString("base64url");
  const signed = `${version}.${claims}`;
  return `mlt_${signed}.${hmac(keyring.key("lti-token", version), signed).toString("base64url")}`;
}

/** Null: the token was not issued here, or was changed. */
export function readToolToken(keyring: Keyring, text: string): ToolToken | null {
  const [, version_text, claims, mac] = form.exec(text) ?? [];
  const version = Number(version_text);
  if (claims === undefined || mac === undefined || !keyring.versions.includes(version)) return null;
  if (!equalBytes(Buffer.from(mac, "base64url"), hmac(keyring.key("lti-token", version), `${version_text}.${claims}`)))
    return null;
  const said = JSON.parse(Buffer.from(claims, "base64url").toString()) as [string, string, number, number[], number];
  const [tenant_id, tool_id, key_version, places, expires_s] = said;
  return { tenant_id, tool_id, key_version, scopes: places.map((place) => grade_scopes[place]!), expires_s };
}
