import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** Seats of all licences in force together, and of those with the fewest free seats, as JSON text. */
export async function readSeats(db: Db, tenant_id: string, today: string, lines_max: number): Promise<string> {
  const row = await db.row<{ record: string }>(sql`
    with limited as materialized (
      select l.id, l.name, l.name_norm, l.seats_total, l.seats_used, greatest(l.seats_total - l.seats_used, 0) as seats_free,
        greatest(l.seats_used - l.seats_total, 0) as seats_over, l.valid_until
      from license l
      where l.tenant_id = ${tenant_id} and l.seats_total is not null
        and coalesce(l.valid_from, '-infinity') <= ${today}::date and coalesce(l.valid_until, 'infinity') >= ${today}::date
    ), shown as (
      select * from limited order by seats_over desc, seats_free::float8 / greatest(seats_total, 1), name_norm, id limit ${lines_max}::int
    )
    select json_build_object(
      'total', (
        select json_build_object('seats_total', coalesce(sum(seats_total), 0), 'seats_used', coalesce(sum(seats_used), 0),
          'seats_free', coalesce(sum(seats_free), 0), 'seats_over', coalesce(sum(seats_over), 0))
        from limited
      ),
      'lines', (
        select coalesce(json_agg(json_build_object('license_id', id, 'name', name, 'seats_total', seats_total, 'seats_used', seats_used,
          'seats_free', seats_free, 'seats_over', seats_over, 'valid_until', valid_until)
          order by seats_over desc, seats_free::float8 / greatest(seats_total, 1), name_norm, id), '[]')
        from shown
      ),
      'left_out', (select greatest(count(*) - ${lines_max}::int, 0) from limited)
    )::text as record`);
  return row!.record;
}
