import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { invalid, notFound } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { mentioned } from "../../platform/mentioned.ts";
import { record } from "../audit/record.ts";
import { deleteAttribute, listAttributeRecords, lockAttribute, type AttributeUse } from "../people/attributes/sql.ts";
import { bringAbout, type Run } from "./apply/bring-about.ts";
import { faultsOfWords, tidied, type CertificateWords } from "./certificate-words.ts";
import { attributeExists, attributeInUse } from "./errors.ts";
import { attributes, organisations } from "./file/kinds.ts";
import { isTimeZone } from "./apply/plan-tenant.ts";
import { recomputeFlags } from "./apply/recompute.ts";
import { attribute_key } from "./file/schema-parts.ts";
import type { AddAttributeRequest, ChangeAttributeRequest, ChangeSettingsRequest } from "./settings-schema.ts";
import { findTenant, findTimeZone, readTenantRow, type TenantRow } from "./sql.ts";

// Settings are a part of an organisation file. They are changed by the same functions, with the same audit rows and recomputation
// of flags.

/** The settings as JSON text. */
export async function readSettings(pool: Pool, { tenant }: Context): Promise<string> {
  return withTenant(pool, tenant.id, (db) => settingsOf(db, tenant.id));
}

/**
 * Changes the settings that an organisation may change itself. A new time zone changes no dates; flags are recomputed for the new
 * midnight.
 */
export async function changeSettings(pool: Pool, context: Context, given: Static<typeof ChangeSettingsRequest>): Promise<string> {
  const { tenant } = context;
  await checkTimeZone(pool, given.time_zone);
  const words = checkedWords(given);
  return withTenant(pool, tenant.id, async (db) => {
    const { clock_offset_us: _, ...stands } = (await findTenant(db, tenant.id))!;
    const target = { stands, wanted: { ...stands, ...mentioned(words) } };
    await bringAbout(runOf(db, context), organisations, [target]);
    await recomputeFlags(db, target, []);
    return settingsOf(db, tenant.id);
  });
}

/** Refuses invalid words of certificates, with a fault for each member. */
export function checkedWords<Words extends CertificateWords>(given: Words): Words {
  const words = tidied(given);
  const faults = faultsOfWords(words).map(({ member, ...fault }) => ({ pointer: `#/${member}`, ...fault }));
  if (faults.length > 0) throw invalid(faults);
  return words;
}

export async function addAttribute(pool: Pool, context: Context, wanted: Static<typeof AddAttributeRequest>): Promise<string> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    // Locks the organisation, so that two requests that add the same attribute wait for each other.
    await findTenant(db, tenant.id);
    if (await lockAttribute(db, tenant.id, wanted.key)) throw attributeExists("There is an attribute of this key.");
    await bringAbout(runOf(db, context), attributes, [{ stands: undefined, wanted: { label: null, ...wanted } }]);
    return settingsOf(db, tenant.id);
  });
}

/** Changes the label of an attribute, or its type as long as no person, rule or group uses it. */
export async function changeAttribute(
  pool: Pool,
  context: Context,
  key: string,
  given: Static<typeof ChangeAttributeRequest>,
): Promise<string> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    const { people, rules, groups, ...stands } = await lock(db, tenant.id, key);
    if (given.type !== undefined && given.type !== stands.type) refuseUse(key, { people, rules, groups });
    await bringAbout(runOf(db, context), attributes, [{ stands, wanted: { ...stands, ...mentioned(given) } }]);
    return settingsOf(db, tenant.id);
  });
}

export async function removeAttribute(pool: Pool, context: Context, key: string): Promise<string> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    const { people, rules, groups, ...stands } = await lock(db, tenant.id, key);
    refuseUse(key, { people, rules, groups });
    await deleteAttribute(db, tenant.id, key);
    const label = stands.label === null ? {} : { label: [stands.label, null] };
    const changes = { key: [stands.key, null], type: [stands.type, null], ...label };
    await record(db, context, { operation: "attribute.remove", target_type: "attribute", target_id: null, changes });
    return settingsOf(db, tenant.id);
  });
}

/** The program and the database each have a list of time zones; a zone must be on both. */
async function checkTimeZone(pool: Pool, name: string | undefined): Promise<void> {
  if (name === undefined || (isTimeZone(name) && (await findTimeZone(pool, name)))) return;
  const detail = "must be the IANA name of a time zone, such as Europe/Warsaw";
  throw invalid([{ pointer: "#/time_zone", code: "INVALID_VALUE", detail }]);
}

const key_pattern = new RegExp(attribute_key);

async function lock(db: Db, tenant_id: string, key: string) {
  const found = key_pattern.test(key) ? await lockAttribute(db, tenant_id, key) : undefined;
  if (found === undefined) throw notFound("No such attribute.");
  return found;
}

function refuseUse(key: string, use: AttributeUse): void {
  const used = useOf(use);
  if (used !== "") throw attributeInUse(`The attribute "${key}" is in use: ${used}.`);
}

/** Names of rules and groups that a message lists at most. */
const named_max = 5;

function useOf({ people, rules, groups }: AttributeUse): string {
  const listed = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${what} ${names.slice(0, named_max).join(", ")}${names.length > named_max ? " and others" : ""}`];
  return [...(people ? ["people have values"] : []), ...listed("rules", rules), ...listed("groups", groups)].join("; ");
}

async function settingsOf(db: Db, tenant_id: string): Promise<string> {
  const row = (await readTenantRow(db, tenant_id))!;
  const own = await listAttributeRecords(db, tenant_id);
  return `${JSON.stringify(membersOf(row)).slice(0, -1)},"attributes":${own}}`;
}

function membersOf(row: TenantRow) {
  const { code, kind, name, time_zone, language, fiscal_month, email_required, create_departments_from_scim } = row;
  const {
    color,
    certificate_title,
    certificate_text,
    certificate_signatory,
    certificate_signatory_title,
    certificate_orientation,
  } = row;
  const signed = { certificate_signatory, certificate_signatory_title, certificate_orientation };
  const looks = { color, certificate_title, certificate_text, ...signed };
  const contract = {
    per_minute: row.rate_per_minute,
    burst: row.rate_burst,
    per_day: row.rate_per_day,
    webhook_subscriptions: row.webhook_subscriptions_max,
  };
  return {
    code,
    kind,
    name,
    time_zone,
    language,
    fiscal_month,
    email_required,
    create_departments_from_scim,
    ...looks,
    contract,
  };
}

function runOf(db: Db, context: Context): Run {
  return { db, context, batch_id: newId(), changes: { created: 0, updated: 0, unchanged: 0 } };
}
