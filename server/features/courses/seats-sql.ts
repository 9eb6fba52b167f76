import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

export type Seat = { id: string; license_id: string; person_id: string; enrollment_id: string; at: string };

/**
 * Locks licences until the transaction ends, in ascending order of ids, as everyone does who takes several seats. Returns the
 * number of free seats; null: unlimited.
 */
export async function lockLicenses(db: Db, tenant_id: string, ids: readonly string[]): Promise<FreeSeats[]> {
  return db.rows(sql`${lockedLicenses(tenant_id, ids, part`true`)}`);
}

type FreeSeats = { id: string; free: number | null };
type HeldSeat = { person_id: string; license_id: string };

/**
 * Locks licences as lockLicenses does, and finds the licences in which the people have a seat for as long as the licence runs;
 * the caller has locked the people. A licence in which all of them have one is not locked, because no further seat is needed.
 */
export async function lockSeats(
  db: Db,
  tenant_id: string,
  license_ids: readonly string[],
  person_ids: readonly string[],
): Promise<{ free: FreeSeats[]; held: HeldSeat[] }> {
  const is_needed = part`(select count(*) from held h where h.license_id = license.id) < cardinality(${person_ids}::uuid[])`;
  const found = await db.row<{ free: FreeSeats[]; held: HeldSeat[] }>(sql`
    with held as materialized (${heldSeats(tenant_id, person_ids)}),
    locked as materialized (${lockedLicenses(tenant_id, license_ids, is_needed)})
    select (select coalesce(json_agg(l), '[]') from locked l) as free, (select coalesce(json_agg(h), '[]') from held h) as held`);
  return found!;
}

function lockedLicenses(tenant_id: string, ids: readonly string[], condition: Fragment): Fragment {
  return part`
    select id, case when seats_total is not null then greatest(seats_total - seats_used, 0) end as free
    from license
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[]) and ${condition}
    order by id
    for no key update`;
}

/** Takes seats of licences that `lockSeats` has locked; the caller has checked that enough are free. */
export async function takeSeats(db: Db, tenant_id: string, seats: readonly Seat[]): Promise<void> {
  await db.count(sql`
    with given as (
      select *
      from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb)
        as r(id uuid, license_id uuid, person_id uuid, enrollment_id uuid, at timestamptz)
    ),
    taken as (
      update license l
      set seats_used = l.seats_used + g.seats
      from (select license_id, count(*) as seats from given group by license_id) g
      where l.tenant_id = ${tenant_id} and l.id = g.license_id
      returning l.id, l.seat_unit
    )
    insert into license_seat (tenant_id, id, license_id, person_id, enrollment_id, seat_unit, state, taken_at)
    select ${tenant_id}, g.id, g.license_id, g.person_id, case t.seat_unit when 'enrollment' then g.enrollment_id end, t.seat_unit,
      'held', g.at
    from given g
    join taken t on t.id = g.license_id`);
}

/** The licences in which people have a seat for as long as the licence runs. */
export async function listSeatsHeldBy(db: Db, tenant_id: string, person_ids: readonly string[]): Promise<HeldSeat[]> {
  return db.rows(sql`${heldSeats(tenant_id, person_ids)}`);
}

function heldSeats(tenant_id: string, person_ids: readonly string[]): Fragment {
  return part`
    select person_id, license_id from license_seat
    where tenant_id = ${tenant_id} and person_id = any (${person_ids}::uuid[]) and state = 'held' and seat_unit = 'person'`;
}

/**
 * Frees the seats of people that nothing uses any more, by the policy of the licence. `unstarted`: every enrollment that was ever
 * started uses its seat. `always`: only open enrollments do, and completed ones of people who stay. `never`: no seat is freed.
 *
 * Each seat is checked on its own. As `not exists` the condition becomes a join which, without statistics of the organisation,
 * compares each seat with each enrollment: with 1,000 people that was 3,000,000 rows, and the statement timed out.
 */
export async function releaseSeats(
  db: Db,
  tenant_id: string,
  person_ids: readonly string[],
  at: string,
  leaves: boolean,
): Promise<void> {
  await db.count(sql`
    with freed as (
      update license_seat s
      set state = 'released', released_at = ${at}
      from license l
      where s.tenant_id = ${tenant_id} and s.person_id = any (${person_ids}::uuid[]) and s.state = 'held'
        and l.tenant_id = s.tenant_id and l.id = s.license_id and l.release <> 'never'
        and (
          select true from enrollment e
          where e.tenant_id = s.tenant_id and e.person_id = s.person_id and e.license_id = s.license_id
            and (s.enrollment_id is null or s.enrollment_id in (e.id, e.parent_enrollment_id))
            and case l.release
              when 'unstarted' then e.state <> 'cancelled'
              else e.state in ('assigned', 'in_progress', 'failed') or (e.state = 'completed' and not ${leaves}::boolean)
            end
          limit 1
        ) is null
      returning s.license_id
    ),
    counted as (
      select license_id, count(*) as seats from freed group by license_id
    ),
    locked as (
      select id from license
      where tenant_id = ${tenant_id} and id in (select license_id from counted)
      order by id
      for no key update
    )
    update license l
    set seats_used = l.seats_used - c.seats
    from locked k
    join counted c on c.license_id = k.id
    where l.tenant_id = ${tenant_id} and l.id = k.id`);
}

/** The number of taken seats, by licence. */
export async function listSeatsUsed(db: Db, tenant_id: string): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: string; seats_used: number }>(
    sql`select id, seats_used from license where tenant_id = ${tenant_id}`,
  );
  return new Map(rows.map(({ id, seats_used }) => [id, seats_used]));
}

/**
 * Changes the number of taken seats without owners, so that a dry run can continue from it; a negative number gives seats back.
 */
export async function pretendSeatsUsed(db: Db, tenant_id: string, seats: ReadonlyMap<string, number>): Promise<void> {
  const given = [...seats].filter(([, change]) => change !== 0).map(([id, change]) => ({ id, change }));
  if (given.length === 0) return;
  const ids = given.map(({ id }) => id);
  await lockLicenses(db, tenant_id, ids);
  await db.count(sql`
    update license l
    set seats_used = greatest(0, l.seats_used + g.change)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id uuid, change integer)
    where l.tenant_id = ${tenant_id} and l.id = g.id`);
}
