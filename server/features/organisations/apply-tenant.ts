import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { bringAbout, mentioned, type Kind, type Run } from "./bring-about.ts";
import type { OrganisationFile } from "./schema.ts";
import { findNow, findTenant, insertTenant, updateTenant, type TenantRow } from "./sql.ts";

/** An organisation as it stands and as the file wants it, and the instant on its clock. */
export type TenantWish = { stands: TenantRow | undefined; wanted: TenantRow; now: Temporal.Instant };

export async function loadTenant(db: Db, tenant_id: string, file: OrganisationFile): Promise<TenantWish> {
  const now_us = await findNow(db);
  const found = await findTenant(db, tenant_id);
  const { clock_offset_us = 0, ...stands } = found ?? {};
  const base = found ? (stands as TenantRow) : newTenant(tenant_id, file);
  return {
    stands: found && base,
    wanted: { ...base, ...wantedMembers(file) },
    now: Temporal.Instant.fromEpochNanoseconds(BigInt(now_us + clock_offset_us) * 1_000n),
  };
}

function newTenant(id: string, { organisation }: OrganisationFile): TenantRow {
  return {
    id,
    code: organisation.code,
    name: organisation.code,
    kind: "live",
    time_zone: "UTC",
    fiscal_month: 1,
    email_required: true,
    create_departments_from_scim: false,
    rate_per_minute: 20,
    rate_burst: 30,
    rate_per_day: 5_000,
    webhook_subscriptions_max: 10,
  };
}

function wantedMembers({ organisation, contract, settings }: OrganisationFile): Partial<TenantRow> {
  return mentioned({
    name: organisation.name,
    kind: organisation.kind,
    time_zone: organisation.time_zone,
    fiscal_month: settings?.fiscal_month,
    email_required: settings?.email_required,
    create_departments_from_scim: settings?.create_departments_from_scim,
    rate_per_minute: contract?.rate?.per_minute,
    rate_burst: contract?.rate?.burst,
    rate_per_day: contract?.rate?.per_day,
    webhook_subscriptions_max: contract?.webhook_subscriptions,
  });
}

export function contextOf({ wanted, now }: TenantWish): Context {
  return {
    tenant: {
      id: wanted.id,
      code: wanted.code,
      kind: wanted.kind,
      time_zone: wanted.time_zone,
      fiscal_month: wanted.fiscal_month,
    },
    actor: { type: "operator", id: null, name: "muster org apply" },
    now,
    request_id: null,
  };
}

const tenants: Kind<TenantRow> = {
  target_type: "organisation",
  personal: [],
  insert: async (db, _, [row]) => insertTenant(db, row!),
  update: async (db, _, [row]) => updateTenant(db, row!),
};

export async function applyTenant(run: Run, { stands, wanted }: TenantWish): Promise<void> {
  await bringAbout(run, tenants, [{ stands, wanted }]);
}
