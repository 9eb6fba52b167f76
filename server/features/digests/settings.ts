import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { mentioned } from "../../platform/mentioned.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { lastDayOf } from "./moment.ts";
import { no_digests, type ChangeDigestSettings, type DigestSettings } from "./schema.ts";
import { findDigestSettings, insertDigestSettings, lockDigestSettings, updateDigestSettings } from "./settings-sql.ts";

export async function readDigestSettings(pool: Pool, { tenant }: Context): Promise<DigestSettings> {
  return withTenant(pool, tenant.id, async (db) => (await findDigestSettings(db, tenant.id)) ?? no_digests);
}

/** Changes the settings from the next day of the schedule on, with one audit entry. */
export async function changeDigestSettings(pool: Pool, context: Context, given: ChangeDigestSettings): Promise<DigestSettings> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    // Inserts missing settings first, so that two concurrent changes run one after the other.
    if ((await findDigestSettings(db, tenant.id)) === undefined)
      await insertDigestSettings(db, tenant.id, { ...no_digests, done_on: lastDayOf(context, no_digests) });
    const { done_on: _, ...stands } = (await lockDigestSettings(db, tenant.id))!;
    const wanted: DigestSettings = { ...stands, ...mentioned(given) };
    const changes = changesBetween(stands, wanted);
    if (Object.keys(changes).length === 0) return wanted;
    await updateDigestSettings(db, tenant.id, { ...wanted, done_on: lastDayOf(context, wanted) });
    const entry = { operation: "organisation.set_digests", target_type: "organisation", target_id: tenant.id } as const;
    await record(db, context, { ...entry, changes });
    return wanted;
  });
}
