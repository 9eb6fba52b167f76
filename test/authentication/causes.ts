import { issueToken } from "../../server/features/clients/admission/access-token.ts";
import { newSecret } from "../../server/features/clients/secret.ts";
import { scopes } from "../../server/platform/context.ts";
import { newId } from "../../server/platform/ids.ts";
import type { TestDatabase } from "../harness/database.ts";
import { test_keyring } from "../harness/server.ts";
import { arrangeClient, basic, change, type ClientShape, type TestClient } from "./arrange.ts";

export const ways = ["api_key", "bearer", "basic"] as const;
export type Way = (typeof ways)[number];

/** A cause of a failed authentication, and for each credential type the headers that fail for it. */
export type Cause = { name: string; headers: Partial<Record<Way, Record<string, string>>> };

/** An instant after every test's clock, in µs. */
const far_us = Date.UTC(2100, 0, 1) * 1000;

/**
 * Arranges every cause of a 401, each with a client of its own. Only `no credentials` presents no credentials. The names are
 * infra.admit's causes where it has one.
 */
export async function arrangeCauses(database: TestDatabase): Promise<Cause[]> {
  const causes: Cause[] = [];
  const add = async (name: string, spoil: (client: TestClient) => Promise<void> | Partial<Shown>, shape: ClientShape = {}) => {
    const client = await arrangeClient(database, shape);
    const spoiled = (await spoil(client)) ?? {};
    causes.push({ name, headers: headersOf({ ...showing(client), ...spoiled }) });
  };
  const stranger = await arrangeClient(database);

  await add("unknown_key", () => {
    const { text, key_id } = newSecret("live");
    return { secret: text, token: tokenOf(key_id) };
  });
  await add("wrong_secret", ({ secret, key_id }) => ({
    secret: withLastChanged(secret),
    token: withLastChanged(tokenOf(key_id), 8),
  }));
  await add("malformed", () => ({ secret: "hello", token: "hello", id: "hello" }));
  await add("secret_revoked", ({ client_id }) => change(database, "client_secret", client_id, "revoked_at = '2020-01-01'"));
  await add("secret_expired", ({ client_id }) => change(database, "client_secret", client_id, "expires_at = '2020-01-01'"));
  await add("unknown tenant", () => ({ tenant_code: "NO-SUCH" }));
  await add("foreign tenant", () => ({ tenant_code: stranger.tenant_code }));
  await add("no tenant", () => ({ tenant_code: null }));
  await add("client_revoked", ({ client_id }) => change(database, "client", client_id, "revoked_at = '2020-01-01'"));
  await add("client_disabled", ({ client_id }) => change(database, "client", client_id, "disabled_at = '2020-01-01'"));
  await add("client_expired", ({ client_id }) => change(database, "client", client_id, "expires_at = '2020-01-01'"));
  await add("address_not_allowed", () => ({}), { ip_allowlist: ["192.0.2.0/24", "2001:db8::/64"] });

  await add("method_off for keys", () => ({ token: null, id: null }), { methods: ["oauth2"] });
  await add("method_off for OAuth", () => ({ secret: null, id_secret: true }), { methods: ["api_key"] });
  await add("token_expired", ({ key_id }) => ({ token: tokenOf(key_id, 1), secret: null }));
  await add("client_mismatch", () => ({ id: stranger.client_id, token: null, key: false }));
  await add("unknown client", () => ({ id: newId(), token: null, key: false }));
  causes.push({
    name: "no credentials",
    headers: { api_key: { "x-tenant-code": stranger.tenant_code }, basic: { "x-tenant-code": stranger.tenant_code } },
  });
  return causes;
}

/** The credentials of a request; null leaves a type out. */
type Shown = {
  tenant_code: string | null;
  id: string | null;
  secret: string | null;
  token: string | null;
  /** Whether the secret is also sent as an API key. */
  key: boolean;
  /** Whether Basic sends the right secret although `secret` is left out. */
  id_secret: boolean;
  right_secret: string;
};

function showing(client: TestClient): Shown {
  return {
    tenant_code: client.tenant_code,
    id: client.client_id,
    secret: client.secret,
    token: tokenOf(client.key_id),
    key: true,
    id_secret: false,
    right_secret: client.secret,
  };
}

function headersOf({ tenant_code, id, secret, token, key, id_secret, right_secret }: Shown): Cause["headers"] {
  const tenant: Record<string, string> = tenant_code === null ? {} : { "x-tenant-code": tenant_code };
  const basic_secret = id_secret ? right_secret : secret;
  return {
    ...(secret !== null && key ? { api_key: { ...tenant, "x-api-key": secret } } : {}),
    ...(token === null ? {} : { bearer: { ...tenant, authorization: `Bearer ${token}` } }),
    ...(id === null || basic_secret === null ? {} : { basic: { ...tenant, authorization: basic(id, basic_secret) } }),
  };
}

function tokenOf(key_id: string, expires_us = far_us): string {
  return issueToken(test_keyring, { key_id, expires_us, scopes: [...scopes], jkt: null });
}

/** The same text with one changed character, `from_end` places before its end. */
function withLastChanged(text: string, from_end = 1): string {
  const at = text.length - from_end;
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}
