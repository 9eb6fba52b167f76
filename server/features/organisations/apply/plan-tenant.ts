import { mentioned } from "../../../platform/mentioned.ts";
import type { Draft } from "../file/draft.ts";
import type { OrganisationFile } from "../file/schema.ts";
import { faultsOfWords, tidied } from "../certificate-words.ts";
import type { TenantRow } from "../sql.ts";
import type { Target } from "./target.ts";

/** Plans the organisation itself. */
export function planTenant({ file, findings }: Draft, tenant_id: string, stands: TenantRow | undefined): Target<TenantRow> {
  const wanted = { ...(stands ?? newTenant(tenant_id, file.organisation.code)), ...members(file) };
  if (stands && stands.kind !== wanted.kind) {
    findings.value(["organisation", "kind"], `is ${stands.kind}: the kind of an organisation never changes`);
  }
  for (const { member, detail } of faultsOfWords(tidied(file.looks ?? {}))) {
    // Unchanged values are accepted, so that a file that was applied before can be applied again.
    if (stands?.[member] !== wanted[member]) findings.value(["looks", member], detail);
  }
  return { stands, wanted };
}

function newTenant(id: string, code: string): TenantRow {
  return {
    id,
    code,
    name: code,
    kind: "live",
    time_zone: "UTC",
    language: "en",
    fiscal_month: 1,
    email_required: true,
    create_departments_from_scim: false,
    rate_per_minute: 20,
    rate_burst: 30,
    rate_per_day: 5_000,
    webhook_subscriptions_max: 10,
    color: null,
    certificate_title: null,
    certificate_text: null,
    certificate_signatory: null,
    certificate_signatory_title: null,
    certificate_orientation: "landscape",
  };
}

function members({ organisation, contract, settings, looks }: OrganisationFile): Partial<TenantRow> {
  return mentioned({
    name: organisation.name,
    kind: organisation.kind,
    time_zone: organisation.time_zone,
    language: organisation.language,
    fiscal_month: settings?.fiscal_month,
    email_required: settings?.email_required,
    create_departments_from_scim: settings?.create_departments_from_scim,
    rate_per_minute: contract?.rate?.per_minute,
    rate_burst: contract?.rate?.burst,
    rate_per_day: contract?.rate?.per_day,
    webhook_subscriptions_max: contract?.webhook_subscriptions,
    color: looks?.color,
    certificate_title: looks?.certificate_title,
    certificate_text: tidied({ certificate_text: looks?.certificate_text }).certificate_text,
    certificate_signatory: looks?.certificate_signatory,
    certificate_signatory_title: looks?.certificate_signatory_title,
    certificate_orientation: looks?.certificate_orientation,
  });
}

/**
 * Whether a name is in the program's IANA database. Offsets such as +02:00 are refused: they have no summer time, and PostgreSQL
 * reads their sign the other way round.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
