// The token endpoint of tools: RFC 6749 §4.4 with RFC 7523 §2.2, as the 1EdTech Security Framework 1.0 §4.1 requires. An
// assertion is judged by the same rules as those of integration clients (docs/decisions/0055), with a key that the tool publishes
// or that an administrator has pasted. Each assertion can be used once.
import { createHash } from "node:crypto";
import { algorithm_names, holds } from "../../../platform/crypto/jws/algorithms.ts";
import { readJws, type Jws } from "../../../platform/crypto/jws/jws.ts";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { takePlace } from "../../../platform/db/windows.ts";
import { judgeAssertion, jwt_bearer, signerOf } from "../../clients/public-keys/assertion.ts";
import { networkOf } from "../../sign-in/attempts.ts";
import { findTenantIdHere } from "../../sign-in/tenant-sql.ts";
import { platformOf } from "../addresses.ts";
import { keysAmong, type ToolKeys } from "../keys/tool-keys.ts";
import { findTool, type Tool } from "../tools/sql.ts";
import { signToolToken } from "./access-token.ts";
import { grade_scopes, read_line_items, write_line_items } from "./scopes.ts";
import { deleteLateAssertions, useAssertion } from "./sql.ts";

export type GrantOptions = { pool: Pool; keyring: Keyring; base_url: string; tool_keys: ToolKeys };

export const token_lifetime_s = 3_600;
const asked_of_an_address = { kind: "lti_token_address", limit: 600, window_us: 60_000_000 } as const;
const late_batch_max = 100;

export type Granted = { access_token: string; token_type: "Bearer"; expires_in: number; scope: string };

/** An error of RFC 6749 §5.2. `cause` is only logged. */
export class GrantFault extends Error {
  readonly error: string;
  readonly cause_name: string | null;
  constructor(error: string, description: string, cause_name: string | null = null) {
    super(description);
    this.error = error;
    this.cause_name = cause_name;
  }
}

/** Issues a token. `form` null: a parameter was repeated. Throws GrantFault. */
export async function grantToolToken(
  options: GrantOptions,
  { tenant_code: given_code, form, address }: { tenant_code: string; form: ReadonlyMap<string, string> | null; address: string },
): Promise<Granted> {
  const { pool, keyring, base_url } = options;
  const place = await takePlace(pool, { ...asked_of_an_address, key: networkOf(address) });
  if (!place.ok) throw new GrantFault("temporarily_unavailable", "too many token requests; try again in a minute");
  const tenant_code = given_code.toUpperCase();
  const assertion_text = form?.get("client_assertion");
  if (form === null || assertion_text === undefined) throw new GrantFault("invalid_request", "client_assertion is needed, once");
  if (form.get("grant_type") !== "client_credentials")
    throw new GrantFault("unsupported_grant_type", "grant_type must be client_credentials");
  if (form.get("client_assertion_type") !== jwt_bearer) throw refused("assertion_type");
  const tenant_id = await findTenantIdHere(pool, tenant_code);
  const assertion = readJws(assertion_text);
  const { client_id } = signerOf(assertion);
  const tool = tenant_id === null ? undefined : await withTenant(pool, tenant_id, (db) => findTool(db, tenant_id, client_id));
  const key = tool === undefined || assertion === null ? null : await keyOf(options.tool_keys, tool, assertion);
  const { issuer, token_url } = platformOf(base_url, tenant_code);
  const expected = { client_id: form.get("client_id"), audiences: [token_url, issuer], now_us: place.now_us };
  const judged = judgeAssertion(assertion, key, expected);
  if (judged.cause !== null) throw refused(judged.cause);
  if (tenant_id === null || tool === undefined) throw refused("assertion_unknown_key");
  const scopes = scopesOf(form.get("scope"));
  const jti_hash = createHash("sha256").update(judged.jti).digest();
  const is_first = await withTenant(pool, tenant_id, async (db) => {
    await deleteLateAssertions(db, tenant_id, late_batch_max);
    return useAssertion(db, tenant_id, { tool_id: tool.id, jti_hash, expires_us: judged.expires_us });
  });
  if (!is_first) throw refused("assertion_used");
  const expires_s = Math.floor(place.now_us / 1_000_000) + token_lifetime_s;
  const { id: tool_id, key_version } = tool;
  const access_token = signToolToken(keyring, { tenant_id, tool_id, key_version, scopes, expires_s });
  return { access_token, token_type: "Bearer", expires_in: token_lifetime_s, scope: scopes.join(" ") };
}

/** The key that has signed the assertion; otherwise any key of the tool, with which the verification fails. */
async function keyOf(tool_keys: ToolKeys, { jwks_url, public_keys }: Tool, { header, signed, signature }: Jws) {
  const { kid } = header;
  if (kid !== undefined && typeof kid !== "string") return null;
  const keys = jwks_url === null ? keysAmong(public_keys ?? [], kid) : await tool_keys.find(jwks_url, kid);
  if (keys.length < 2) return keys[0] ?? null;
  const named = algorithm_names.get(String(header["alg"]));
  return keys.find(({ algorithm, jwk }) => algorithm === named && holds(algorithm, jwk, signed, signature)) ?? keys[0]!;
}

/** RFC 6749 §3.3: unknown scopes are left out, and the response names the granted ones. */
function scopesOf(asked: string | undefined): string[] {
  const names = new Set(asked?.split(" "));
  if (names.has(write_line_items)) names.add(read_line_items);
  const granted = asked === undefined ? [...grade_scopes] : grade_scopes.filter((scope) => names.has(scope));
  if (granted.length === 0) throw new GrantFault("invalid_scope", "none of the scopes is offered");
  return granted;
}

function refused(cause: string): GrantFault {
  return new GrantFault("invalid_client", "the client could not be authenticated", cause);
}
