import type { Readable, Writable } from "node:stream";
import type { Session } from "../../../platform/db/moving/session.ts";
import { constant, sql } from "../../../platform/db/sql.ts";
import { columnsOf, mine, type Table } from "../transfer/transfer-sql.ts";

/** The session's transaction sees what the snapshot shows, until the session ends. */
export async function beginAsOf(reader: Session, snapshot: string): Promise<void> {
  await reader.rows(sql`set statement_timeout = 0`);
  await reader.rows(sql`set idle_in_transaction_session_timeout = 0`);
  await reader.rows(sql`set max_parallel_workers_per_gather = 0`);
  await reader.rows(sql`begin isolation level repeatable read read only`);
  await reader.rows(sql`set transaction snapshot ${constant(`'${snapshot}'`)}`);
}

/** Rows are taken as they are: triggers are set aside, as while a subscription applies. */
export async function setAsCopied(writer: Session): Promise<void> {
  await writer.rows(sql`set statement_timeout = 0`);
  await writer.rows(sql`set session_replication_role = replica`);
}

export function copyOut(reader: Session, tenant_id: string, table: Table): Readable {
  return reader.copyOut(sql`
    copy (select ${columnsOf(table)} from ${constant(table.name)} where ${mine(table, tenant_id)}) to stdout`);
}

export function copyIn(writer: Session, table: Table): Writable {
  return writer.copyIn(sql`copy ${constant(table.name)} (${columnsOf(table)}) from stdin`);
}

export async function analyze(writer: Session, { name }: Table): Promise<void> {
  await writer.rows(sql`analyze ${constant(name)}`);
}
