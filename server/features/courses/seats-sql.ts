import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

export type Seat = { id: string; license_id: string; person_id: string; enrollment_id: string; at: string };

/** Takes a seat of a licence, if one is free: count and seat move together, and the row's lock puts takers in a queue. */
export async function takeSeat(db: Db, tenant_id: string, seat: Seat): Promise<boolean> {
  const taken = await db.count(sql`
    with taken as (
      update license
      set seats_used = seats_used + 1
      where tenant_id = ${tenant_id} and id = ${seat.license_id} and (seats_total is null or seats_used < seats_total)
      returning id, seat_unit
    )
    insert into license_seat (tenant_id, id, license_id, person_id, enrollment_id, seat_unit, state, taken_at)
    select ${tenant_id}, ${seat.id}, id, ${seat.person_id}, case seat_unit when 'enrollment' then ${seat.enrollment_id}::uuid end, seat_unit,
      'held', ${seat.at}
    from taken`);
  return taken === 1;
}

/** The licences in which a person holds a seat for as long as they run. */
export async function listLicensesHeldBy(db: Db, tenant_id: string, person_id: string): Promise<{ license_id: string }[]> {
  return db.rows(sql`
    select license_id from license_seat
    where tenant_id = ${tenant_id} and person_id = ${person_id} and state = 'held' and seat_unit = 'person'`);
}

/**
 * Frees the seats of a person that nothing uses any more. What uses a seat is the licence's policy: `unstarted` keeps it for
 * everything that was ever started, `always` only for what is open, or completed by somebody who stays; `never` frees none.
 */
export async function releaseSeats(db: Db, tenant_id: string, person_id: string, at: string, leaves: boolean): Promise<void> {
  await db.count(sql`
    with freed as (
      update license_seat s
      set state = 'released', released_at = ${at}
      from license l
      where s.tenant_id = ${tenant_id} and s.person_id = ${person_id} and s.state = 'held'
        and l.tenant_id = s.tenant_id and l.id = s.license_id and l.release <> 'never'
        and not exists (
          select from enrollment e
          where e.tenant_id = s.tenant_id and e.person_id = s.person_id and e.license_id = s.license_id
            and (s.enrollment_id is null or s.enrollment_id in (e.id, e.parent_enrollment_id))
            and case l.release
              when 'unstarted' then e.state <> 'cancelled'
              else e.state in ('assigned', 'in_progress', 'failed') or (e.state = 'completed' and not ${leaves}::boolean)
            end
        )
      returning s.license_id
    )
    update license l
    set seats_used = l.seats_used - f.seats
    from (select license_id, count(*) as seats from freed group by license_id) f
    where l.tenant_id = ${tenant_id} and l.id = f.license_id`);
}
