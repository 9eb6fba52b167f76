import type pg from "pg";

/**
 * Waits until every transaction that is running now has ended, in other databases of the server too: feeds that lose nothing show
 * only what is older than the oldest of them, and other test files write while this one reads.
 */
export async function settled({ superuser }: { superuser: Pick<pg.Pool, "query"> }): Promise<void> {
  const { rows } = await superuser.query<{ id: string }>("select pg_current_xact_id()::text as id");
  const isOver = "select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as over";
  while (!(await superuser.query<{ over: boolean }>(isOver, [rows[0]!.id])).rows[0]!.over);
}
