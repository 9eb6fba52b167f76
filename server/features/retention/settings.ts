import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { invalid } from "../../platform/http/problem.ts";
import { day_us } from "../../platform/instants.ts";
import { mentioned } from "../../platform/mentioned.ts";
import {
  daysKept,
  fixed_kinds,
  retention_kinds,
  retention_names,
  type LegalMinimums,
  type RetentionName,
} from "../../platform/retention.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { clockOf } from "./clean-up.ts";
import type { ChangeRetention, Retention, RetentionPreview } from "./schema.ts";
import { countBefore, findClocks, lockOwnDays, readOwnDays, updateOwnDays, type OwnDays } from "./sql.ts";

export type RetentionOptions = { pool: Pool; minimums: LegalMinimums };

/** The most records of a kind that a preview counts. */
const counted_max = 10_000;

/** How long each kind of record is kept, and the range that the organisation can choose from. */
export async function readRetention({ pool, minimums }: RetentionOptions, { tenant }: Context): Promise<Retention> {
  return shown(await withTenant(pool, tenant.id, (db) => readOwnDays(db, tenant.id)), minimums);
}

/** What the next clean-up would delete with these values. Changes nothing. */
export async function previewRetention(
  { pool, minimums }: RetentionOptions,
  { tenant }: Context,
  given: ChangeRetention,
): Promise<RetentionPreview> {
  refuseBelowLaw(given, minimums);
  return withTenant(pool, tenant.id, async (db) => {
    const own = { ...(await readOwnDays(db, tenant.id)), ...mentioned(given) };
    const clocks = await findClocks(db, tenant.id);
    const counted = retention_names.map(async (kind) => {
      const days = daysKept(kind, own[kind], minimums);
      // Kept for ever: no record is older than 1970.
      const before_us = days === null ? 0 : clockOf(kind, clocks) - days * day_us;
      const { count, oldest_left } = await countBefore(db, tenant.id, kind, { before_us, counted_max: counted_max + 1 });
      return { kind, days, goes: Math.min(count, counted_max), goes_more: count > counted_max, oldest_left };
    });
    return { kinds: await Promise.all(counted) };
  });
}

/** Changes how long records are kept. The next clean-up deletes what is too old by then, permanently. */
export async function changeRetention(
  { pool, minimums }: RetentionOptions,
  context: Context,
  given: ChangeRetention,
): Promise<Retention> {
  const { tenant } = context;
  refuseBelowLaw(given, minimums);
  return withTenant(pool, tenant.id, async (db) => shown((await setDays(db, context, given)).days, minimums));
}

/** Writes the values that differ, with one audit entry. */
export async function setDays(
  db: Db,
  context: Context,
  given: ChangeRetention,
  batch_id: string | null = null,
): Promise<{ days: OwnDays; changed: boolean }> {
  const tenant_id = context.tenant.id;
  const stands = await lockOwnDays(db, tenant_id);
  const days = { ...stands, ...mentioned(given) };
  const changes = changesBetween(stands, days);
  const changed = Object.keys(changes) as RetentionName[];
  if (changed.length === 0) return { days, changed: false };
  for (const kind of changed) await updateOwnDays(db, tenant_id, kind, days[kind]);
  const entry = { operation: "organisation.set_retention", target_type: "organisation", target_id: tenant_id } as const;
  await record(db, context, { ...entry, changes, batch_id });
  return { days, changed: true };
}

/** The values that are below the law's minimum, with what they must be. */
export function faultsByLaw(given: ChangeRetention, minimums: LegalMinimums): { kind: RetentionName; detail: string }[] {
  return retention_names.flatMap((kind) => {
    const [days, least] = [given[kind] ?? null, minimums[kind]];
    if (days === null || least === undefined || days >= least) return [];
    return [{ kind, detail: `must be at least ${least} days: the law asks for that, as the operator of the service has set it` }];
  });
}

function refuseBelowLaw(given: ChangeRetention, minimums: LegalMinimums): void {
  const faults = faultsByLaw(given, minimums);
  if (faults.length === 0) return;
  throw invalid(faults.map(({ kind, detail }) => ({ pointer: `#/${kind}`, code: "BELOW_LEGAL_MINIMUM", detail })));
}

function shown(own: OwnDays, minimums: LegalMinimums): Retention {
  return {
    kinds: retention_names.map((kind) => {
      const { days: default_days, days_min, days_max, outcome } = retention_kinds[kind];
      const legal_days_min = minimums[kind] ?? null;
      return {
        kind,
        days: daysKept(kind, own[kind], minimums),
        own_days: own[kind],
        default_days,
        days_min: Math.max(days_min, legal_days_min ?? 0),
        days_max,
        legal_days_min,
        outcome,
      };
    }),
    fixed: Object.entries(fixed_kinds).map(([kind, days]) => ({ kind: kind as keyof typeof fixed_kinds, days })),
  };
}
