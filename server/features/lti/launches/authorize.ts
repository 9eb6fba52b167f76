// The authorization endpoint (OpenID Connect Core 1.0 §3.2.2, LTI 1.3 §5.1.1): a tool sends the browser here with the hint of a
// launch, and an ID token goes back to the tool. A request that may not come from the tool, or whose answer may not go to it,
// gets an error page. All other errors go to the tool, as §3.1.2.6 says.
import { isUuid } from "../../../platform/ids.ts";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import type { Language } from "../../../platform/languages.ts";
import { hashOfToken } from "../../sign-in/links/token.ts";
import type { FoundSession } from "../../sign-in/sessions-sql.ts";
import { findTenantIdHere } from "../../sign-in/tenant-sql.ts";
import { platformOf } from "../addresses.ts";
import { ownKeyOf, signJwt } from "../keys/own-key.ts";
import { findTool, type Tool } from "../tools/sql.ts";
import { claimsOf } from "./claims.ts";
import { findLaunched, takeLaunch } from "./sql.ts";

export type AuthorizeOptions = { pool: Pool; keyring: Keyring; base_url: string; version: string };

/** The parameters of a request by their names, each once. */
export type AuthorizationRequest = Readonly<Record<string, string>>;

/** `refused`: the code for an error page; otherwise the fields to send to the tool. */
export type Authorized = { refused: string } | { redirect_uri: string; fields: Record<string, string> };

/** The parameters of a query or a form; null: one is repeated. */
export function readAuthorization(parameters: URLSearchParams): AuthorizationRequest | null {
  const names = [...parameters.keys()];
  return new Set(names).size < names.length ? null : Object.fromEntries(parameters);
}

const text_max = 2_048;

export async function authorize(
  options: AuthorizeOptions,
  given_code: string,
  asked: AuthorizationRequest | null,
  { session, language }: { session: FoundSession | null; language: Language },
): Promise<Authorized> {
  const { pool, base_url } = options;
  const tenant_code = given_code.toUpperCase();
  const tenant_id = await findTenantIdHere(pool, tenant_code);
  const { client_id = "", redirect_uri = "", state } = asked ?? {};
  if (tenant_id === null || asked === null || !isUuid(client_id)) return { refused: "invalid_request" };
  const tool = await withTenant(pool, tenant_id, (db) => findTool(db, tenant_id, client_id.toLowerCase()));
  if (tool === undefined) return { refused: "unknown_client" };
  // RFC 6749 §3.1.2.3 and LTI 1.3 §5.1.1.2: an exact comparison.
  if (!tool.redirect_urls.includes(redirect_uri)) return { refused: "redirect_uri_not_registered" };
  const answer = (fields: Record<string, string>): Authorized => ({
    redirect_uri,
    fields: { ...fields, ...(state === undefined ? {} : { state }) },
  });
  const fault = faultOf(asked);
  if (fault !== null) return answer({ error: fault[0], error_description: fault[1] });
  if (session === null || session.tenant_id !== tenant_id || session.account_kind !== "person")
    return answer({ error: "login_required", error_description: "the browser has no session of the launch" });
  const launched = await take(pool, tenant_id, { tool, session, asked });
  if (launched === null)
    return answer({ error: "invalid_request", error_description: "login_hint was used, has ended, or is not of this launch" });
  const platform = platformOf(base_url, tenant_code);
  const return_url = `${base_url}/panel/my-training/${launched.enrollment_id}?item=${launched.item.id}`;
  const context = { platform, nonce: asked["nonce"]!, return_url, locale: language, version: options.version };
  const key = await ownKeyOf(options, tenant_id);
  return answer({ id_token: signJwt(key, claimsOf(tool, launched, context)) });
}

/** Faults of a request that are found before its launch is looked up: LTI 1.3 §5.1.1.2. */
function faultOf(asked: AuthorizationRequest): [error: string, description: string] | null {
  if (Object.values(asked).some((value) => value.length > text_max)) return ["invalid_request", "a parameter is too long"];
  const { response_type, response_mode, scope = "", prompt, nonce = "", state = "", login_hint = "" } = asked;
  if (response_type !== "id_token") return ["unsupported_response_type", "response_type must be id_token"];
  if (response_mode !== "form_post") return ["invalid_request", "response_mode must be form_post"];
  if (!scope.split(" ").includes("openid")) return ["invalid_scope", "scope must be openid"];
  if (prompt !== "none") return ["invalid_request", "prompt must be none"];
  if (nonce === "" || state === "") return ["invalid_request", "nonce and state are needed"];
  return login_hint === "" ? ["invalid_request", "login_hint is needed"] : null;
}

type Taking = { tool: Tool; session: FoundSession; asked: AuthorizationRequest };

/** Takes the launch that the hint names. Null: it belongs to another tool, session or person, was used, or has expired. */
async function take(pool: Pool, tenant_id: string, { tool, session, asked }: Taking) {
  const hint_hash = hashOfToken(asked["login_hint"]!);
  const id = asked["lti_message_hint"] ?? "";
  if (hint_hash === null || !isUuid(id)) return null;
  return withTenant(pool, tenant_id, async (db) => {
    const key = { hint_hash, id: id.toLowerCase(), tool_id: tool.id, session_id: session.session_id };
    const taken = await takeLaunch(db, tenant_id, key);
    if (taken === undefined || taken.person_id !== session.account_id) return null;
    return (await findLaunched(db, tenant_id, taken)) ?? null;
  });
}
