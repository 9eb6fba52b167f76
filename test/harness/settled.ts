import type pg from "pg";

/**
 * Waits until every running transaction has ended, including those in other databases of the server. Feeds that lose nothing show
 * only what is older than the oldest running transaction, and other test files write at the same time.
 */
export async function settled({ superuser }: { superuser: Pick<pg.Pool, "query"> }): Promise<void> {
  const { rows } = await superuser.query<{ id: string }>("select pg_current_xact_id()::text as id");
  const isOver = "select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as over";
  while (!(await superuser.query<{ over: boolean }>(isOver, [rows[0]!.id])).rows[0]!.over);
}
