import type { Readable, Writable } from "node:stream";
import type { Session } from "../../../platform/db/moving/session.ts";
import { constant, sql } from "../../../platform/db/sql.ts";
import { columnsOf, mine, type Table } from "../transfer/transfer-sql.ts";
import { within, type Ordered, type Span } from "./parts-sql.ts";

/** Begins a transaction that sees the snapshot, until the session ends. */
export async function beginAsOf(reader: Session, snapshot: string): Promise<void> {
  await reader.rows(sql`set statement_timeout = 0`);
  await reader.rows(sql`set idle_in_transaction_session_timeout = 0`);
  await reader.rows(sql`set max_parallel_workers_per_gather = 0`);
  // A part is found by its index even if statistics are missing; otherwise the table might be read for each part.
  await reader.rows(sql`set enable_seqscan = off`);
  await reader.rows(sql`begin isolation level repeatable read read only`);
  await reader.rows(sql`set transaction snapshot ${constant(`'${snapshot}'`)}`);
}

/**
 * Disables triggers, as replication does, so that rows are stored unchanged. These commits do not wait for the disk. The later
 * commit that hands the organisation over does, and makes all earlier ones durable with it. ANALYZE runs with pauses
 * (`vacuum_cost_delay`).
 */
export async function setAsCopied(writer: Session): Promise<void> {
  await writer.rows(sql`set statement_timeout = 0`);
  await writer.rows(sql`set synchronous_commit = off`);
  await writer.rows(sql`set vacuum_cost_delay = 2`);
  await writer.rows(sql`set session_replication_role = replica`);
}

/** Reads the rows of a part. Values are literals, because COPY takes no parameters. */
export function copyOut(reader: Session, tenant_id: string, table: Ordered, span: Span): Readable {
  return reader.copyOut(sql`
    copy (
      select ${columnsOf(table)} from ${constant(table.name)} where ${mine(table, tenant_id)} and ${within(table, span, true)}
    ) to stdout`);
}

export async function begin(writer: Session): Promise<void> {
  await writer.rows(sql`begin`);
}

export async function commit(writer: Session): Promise<void> {
  await writer.rows(sql`commit`);
}

export function copyIn(writer: Session, table: Table): Writable {
  return writer.copyIn(sql`copy ${constant(table.name)} (${columnsOf(table)}) from stdin`);
}

export async function analyze(writer: Session, { name }: Table): Promise<void> {
  await writer.rows(sql`analyze ${constant(name)}`);
}
