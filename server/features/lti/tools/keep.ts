import type { Static } from "typebox";
import type { Context } from "../../../platform/context.ts";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { orTaken } from "../../../platform/db/unique.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { invalid, type ErrorItem } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { faultOfUrl } from "../../../platform/net/public-url.ts";
import { nameNorm, tidy } from "../../../platform/text.ts";
import { changesBetween } from "../../audit/changes.ts";
import { record } from "../../audit/record.ts";
import { readKeys, UnfitKey, type PublicKey } from "../../clients/public-keys/read-keys.ts";
import { deployment_id, platformOf } from "../addresses.ts";
import { ownKeyOf } from "../keys/own-key.ts";
import { noSuchTool, toolAddressesInUse, toolInUse, tooManyTools } from "../errors.ts";
import type { ToolSet } from "../schema.ts";
import {
  countTools,
  findToolRecord,
  insertTool,
  isInUse,
  listItemUrls,
  listToolRecords,
  lockTool,
  updateRemoved,
  updateTool,
  type Tool,
} from "./sql.ts";

export const tools_max = 100;
const target_type = "lti_tool";

export type ToolOptions = { pool: Pool; keyring: Keyring; base_url: string; trusted_origins: ReadonlySet<string> };
type Given = Static<typeof ToolSet>;

export async function readTools({ pool, base_url }: ToolOptions, { tenant }: Context): Promise<string> {
  const tools = await withTenant(pool, tenant.id, (db) => listToolRecords(db, tenant.id, tools_max));
  return `{"platform":${JSON.stringify({ ...platformOf(base_url, tenant.code), deployment_id })},"tools":${tools}}`;
}

export async function addTool(options: ToolOptions, context: Context, given: Given): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const tool: Tool = { id: newId(), ...settingsOf(options, given, null), key_version: 1 };
  // Makes our key before the tool exists, so that it is published when the tool reads it.
  await ownKeyOf(options, tenant_id);
  return namedOnce(() =>
    withTenant(options.pool, tenant_id, async (db) => {
      if ((await countTools(db, tenant_id)) >= tools_max) throw tooManyTools(`At most ${tools_max} tools are registered.`);
      await insertTool(db, tenant_id, { ...tool, name_norm: nameNorm(tool.name) }, instantText(context.now));
      const changes = changesBetween(undefined, auditedOf(tool));
      await record(db, context, { operation: "lti_tool.create", target_type, target_id: tool.id, changes });
      return (await findToolRecord(db, tenant_id, tool.id))!;
    }),
  );
}

/** Changes a tool. New keys end the access tokens that it has. */
export async function changeTool(options: ToolOptions, context: Context, given_id: string, given: Given): Promise<string> {
  const { id: tenant_id } = context.tenant;
  return namedOnce(() =>
    withTenant(options.pool, tenant_id, async (db) => {
      const before = await findKnown(given_id, noSuchTool, (id) => lockTool(db, tenant_id, id));
      const settings = settingsOf(options, given, before.public_keys);
      await refuseLeaving(db, tenant_id, before, settings.launch_url);
      const audited = changesBetween(auditedOf(before), auditedOf({ ...before, ...settings }));
      const has_other_keys = "jwks_url" in audited || "public_keys" in audited;
      const after: Tool = { ...before, ...settings, key_version: before.key_version + (has_other_keys ? 1 : 0) };
      if (Object.keys(audited).length > 0) {
        await updateTool(db, tenant_id, { ...after, name_norm: nameNorm(after.name) }, instantText(context.now));
        await record(db, context, { operation: "lti_tool.update", target_type, target_id: after.id, changes: audited });
      }
      return (await findToolRecord(db, tenant_id, after.id))!;
    }),
  );
}

/** Removes a tool that no course launches. */
export async function removeTool({ pool }: ToolOptions, context: Context, given_id: string): Promise<void> {
  const { id: tenant_id } = context.tenant;
  await withTenant(pool, tenant_id, async (db: Db) => {
    const { id, name } = await findKnown(given_id, noSuchTool, (known) => lockTool(db, tenant_id, known));
    if (await isInUse(db, tenant_id, id)) throw toolInUse(`A course launches "${name}", or a learner is under way in it.`);
    await updateRemoved(db, tenant_id, id, instantText(context.now));
    await record(db, context, { operation: "lti_tool.remove", target_type, target_id: id, changes: { name: [name, null] } });
  });
}

/**
 * Addresses that items open must have the tool's origin. A run with an older list of items uses the launch URL instead
 * (launches/target.ts).
 */
async function refuseLeaving(db: Db, tenant_id: string, { id, launch_url }: Tool, new_url: string): Promise<void> {
  const { origin } = new URL(new_url);
  if (new URL(launch_url).origin === origin) return;
  const staying = (await listItemUrls(db, tenant_id, id)).filter(({ url }) => new URL(url).origin !== origin);
  if (staying.length === 0) return;
  const codes = [...new Set(staying.map(({ course_code }) => course_code))];
  throw toolAddressesInUse(`Items open addresses that are not at ${origin}: ${codes.join(", ")}.`);
}

function namedOnce<T>(transaction: () => Promise<T>): Promise<T> {
  return orTaken(transaction, () =>
    invalid([{ pointer: "#/name", code: "ALREADY_TAKEN", detail: "is the name of another tool" }]),
  );
}

/** A tool's settings as the audit log records them; keys by their thumbprints. */
function auditedOf({ id, name, login_url, launch_url, redirect_urls, jwks_url, public_keys, sends_name, sends_email }: Tool) {
  const thumbprints = public_keys?.map(({ thumbprint }) => thumbprint) ?? null;
  return { id, name, login_url, launch_url, redirect_urls, jwks_url, public_keys: thumbprints, sends_name, sends_email };
}

/** The settings that the administrator has given. Without `jwks_url` and `public_keys`, the present keys remain. */
function settingsOf(
  { trusted_origins }: ToolOptions,
  given: Given,
  standing: PublicKey[] | null,
): Omit<Tool, "id" | "key_version"> {
  const { login_url, launch_url, redirect_urls, sends_name, sends_email, jwks_url = null } = given;
  const [public_keys, faults] = keysOf(given, jwks_url === null ? standing : null);
  const places: [string, string][] = [
    ["#/login_url", login_url],
    ["#/launch_url", launch_url],
    ...redirect_urls.map((url, place): [string, string] => [`#/redirect_urls/${place}`, url]),
  ];
  const all = [
    ...faults,
    ...places.flatMap(([pointer, url]) => faultAt(pointer, faultOfBrowserUrl(url, trusted_origins))),
    // This service calls the URL itself, so it must be a public address.
    ...(jwks_url === null ? [] : faultAt("#/jwks_url", faultOfUrl(jwks_url, trusted_origins))),
  ];
  if (all.length > 0) throw invalid(all);
  return { name: tidy(given.name), login_url, launch_url, redirect_urls, jwks_url, public_keys, sends_name, sends_email };
}

function keysOf({ jwks_url = null, public_keys = null }: Given, standing: PublicKey[] | null): [PublicKey[] | null, ErrorItem[]] {
  const fault = (pointer: string, code: ErrorItem["code"], detail: string): [null, ErrorItem[]] => [
    null,
    [{ pointer, code, detail }],
  ];
  if (jwks_url !== null && public_keys !== null)
    return fault("#/public_keys", "CONFLICTING_FIELDS", "must be left out where jwks_url says where the keys are");
  if (jwks_url !== null) return [null, []];
  if (public_keys === null)
    return standing === null
      ? fault("#/public_keys", "ONE_OF_REQUIRED", "is needed, or jwks_url, where the keys are")
      : [standing, []];
  try {
    const keys = readKeys(public_keys);
    if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
      return fault("#/public_keys", "INVALID_FORMAT", "must each have a `kid` of its own");
    return [keys, []];
  } catch (error) {
    if (!(error instanceof UnfitKey)) throw error;
    return fault("#/public_keys", "INVALID_FORMAT", error.message);
  }
}

function faultAt(pointer: string, detail: string | null): ErrorItem[] {
  return detail === null ? [] : [{ pointer, code: "INVALID_URL", detail }];
}

/** A URL to which only browsers are sent, so it may be on any host. */
function faultOfBrowserUrl(text: string, trusted_origins: ReadonlySet<string>): string | null {
  const url = URL.parse(text);
  if (url === null || /[\u0000-\u0020\u007f\\]/.test(text)) return "This is not a URL.";
  if (url.username !== "" || url.password !== "" || text.includes("#")) return "The URL must have no user, password or fragment.";
  return url.protocol === "https:" || trusted_origins.has(url.origin) ? null : "The URL must begin with https://.";
}
