import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

export type SessionRow = {
  id: string;
  registration_id: string;
  item: string;
  launch_id: string;
  /** When the session began, and when its last statement came, in ms on the infrastructure's clock. */
  began_ms: number;
  said_ms: number;
  initialized: boolean;
  completed: boolean;
  judged: boolean;
  terminated: boolean;
  abandoned: boolean;
  statements: number;
  documents: number;
};

export async function insertSession(
  db: Db,
  tenant_id: string,
  { id, registration_id, item, launch_id }: Pick<SessionRow, "id" | "registration_id" | "item" | "launch_id">,
): Promise<void> {
  await db.count(sql`
    insert into content_session (tenant_id, id, registration_id, item, launch_id, began_us, said_us)
    values (${tenant_id}, ${id}, ${registration_id}, ${item}, ${launch_id}, infra.now_us(), infra.now_us())`);
}

export async function findSession(db: Db, tenant_id: string, id: string): Promise<SessionRow | undefined> {
  return db.row(sql`
    select id, registration_id, item, launch_id, (began_us / 1000)::float8 as began_ms, (said_us / 1000)::float8 as said_ms, initialized,
      completed, judged, terminated, abandoned, statements, documents
    from content_session
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Marks the token as fetched. Returns whether it was not fetched before. */
export async function takeToken(db: Db, tenant_id: string, id: string, launch_id: string): Promise<boolean> {
  const changed = await db.count(sql`
    update content_session set fetched = true
    where tenant_id = ${tenant_id} and id = ${id} and launch_id = ${launch_id} and not fetched and not terminated and not abandoned`);
  return changed === 1;
}

/** Abandons the open sessions of a registration and returns them. */
export async function abandonOpen(db: Db, tenant_id: string, registration_id: string): Promise<SessionRow[]> {
  return db.rows(sql`
    update content_session set abandoned = true
    where tenant_id = ${tenant_id} and registration_id = ${registration_id} and not terminated and not abandoned
    returning id, registration_id, item, launch_id, (began_us / 1000)::float8 as began_ms, (said_us / 1000)::float8 as said_ms, initialized,
      completed, judged, terminated, abandoned, statements, documents`);
}

export type Said = Pick<SessionRow, "initialized" | "completed" | "judged" | "terminated">;

export async function updateSaid(db: Db, tenant_id: string, id: string, said: Said, statements: number): Promise<void> {
  await db.count(sql`
    update content_session
    set initialized = ${said.initialized}, completed = ${said.completed}, judged = ${said.judged}, terminated = ${said.terminated},
      statements = statements + ${statements}::int, said_us = infra.now_us()
    where tenant_id = ${tenant_id} and id = ${id}`);
}

export async function countDocument(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`update content_session set documents = documents + 1 where tenant_id = ${tenant_id} and id = ${id}`);
}
