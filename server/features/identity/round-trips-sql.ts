import { deleteLate } from "../../platform/late-sql.ts";
import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

export type Purpose = "sign_in" | "test" | "step_up";

export type RoundTrip = {
  purpose: Purpose;
  provider_version: number;
  session_id: string | null;
  next: string;
};

/** A round trip, with the instant at which it expires. */
export type TakenTrip = RoundTrip & { expires_us: number };

export type NewRoundTrip = RoundTrip & { state_hash: Buffer; browser_hash: Buffer; lasts_us: number };

export async function insertRoundTrip(db: Db, tenant_id: string, row: NewRoundTrip): Promise<void> {
  await db.count(sql`
    insert into identity_round_trip (tenant_id, state_hash, browser_hash, purpose, provider_version, session_id, next, expires_us)
    values (${tenant_id}, ${row.state_hash}, ${row.browser_hash}, ${row.purpose}, ${row.provider_version}, ${row.session_id}, ${row.next},
      infra.now_us() + ${row.lasts_us}::bigint)`);
}

/** Takes a round trip of this browser, which is possible once; undefined: there is none, or it has expired. */
export async function takeRoundTrip(
  db: Db,
  tenant_id: string,
  { state_hash, browser_hash }: Pick<NewRoundTrip, "state_hash" | "browser_hash">,
): Promise<TakenTrip | undefined> {
  const row = await db.row<TakenTrip & { late: boolean }>(sql`
    delete from identity_round_trip
    where tenant_id = ${tenant_id} and state_hash = ${state_hash} and browser_hash = ${browser_hash}
    returning purpose, provider_version, session_id, next, expires_us::float8, expires_us <= infra.now_us() as late`);
  if (row === undefined || row.late) return undefined;
  const { late: _, ...trip } = row;
  return trip;
}

/** Deletes a batch of expired round trips. */
export function deleteLateRoundTrips(db: Db, tenant_id: string, batch_max: number): Promise<void> {
  return deleteLate(db, tenant_id, { table: part`identity_round_trip`, key: part`state_hash` }, batch_max);
}
