// Copies the rows of an organisation as they were when the replication slot was created. The command copies them itself, table by
// table and with pauses, because the initial copy of a subscription cannot be slowed down. Each table is one transaction at the
// target, copied in ranges of its key. A range is read completely before it is written, so that the two servers work in turn and
// leave the processors of a shared machine to requests. Each copied table is analyzed, so that the first statements after the
// move get good plans. A command that is killed leaves complete tables, which the next command removes.
import { pipeline } from "node:stream/promises";
import { openSession, type Session } from "../../../platform/db/moving/session.ts";
import type { Budget } from "../../../platform/jobs/budget.ts";
import type { Table } from "../transfer/transfer-sql.ts";
import { analyze, begin, beginAsOf, commit, copyIn, copyOut, setAsCopied } from "./copy-sql.ts";
import { cancellable, type Course } from "./course.ts";
import type { Moving } from "./place.ts";
import { findEnd, listOrdered, type Key, type Ordered, type Span } from "./parts-sql.ts";
import { createSlot, publish, replicationName } from "./replication-sql.ts";

/** The intended time for reading and writing a part, and its number of rows, so that concurrent requests wait only briefly. */
const part_aim_ms = 10;
const rows_first = 200;
const rows_min = 20;
const rows_max = 4_000;
/** Up to this size a part is read completely before it is written; a larger part is written while the rest is read. */
const held_bytes_max = 4 * 2 ** 20;

/** Copies the rows while requests continue. The slot keeps changes for the subscription. */
export async function copyRows(moving: Moving, course: Course, budget: Budget, tables: readonly Table[]): Promise<void> {
  const { source, target, tenant_id } = moving;
  const { signal } = course;
  await cancellable(source.session, signal, publish(source.session, tenant_id, tables));
  const name = replicationName(tenant_id);
  const reader = await openSession(source.database_url, name);
  const writer = await openSession(target.database_url, name);
  try {
    await keepFromNow(moving, reader, signal);
    await setAsCopied(writer);
    const ordered = await listOrdered(reader, tables);
    budget.begin();
    for (const [ready, table] of ordered.entries()) {
      await course.begin({ step: "copied", ready, tables: tables.length });
      if (!(await copyTable({ reader, writer, tenant_id }, table, budget, signal))) continue;
      await cancellable(writer, signal, analyze(writer, table));
      await budget.spare();
    }
    await course.begin({ step: "copied", ready: tables.length, tables: tables.length });
  } finally {
    await Promise.all([reader.close().catch(() => undefined), writer.close().catch(() => undefined)]);
  }
}

/** Creates the slot, and gives the reader a snapshot of the same moment. */
async function keepFromNow({ source, tenant_id }: Moving, reader: Session, signal: AbortSignal): Promise<void> {
  const making = await openSession(source.database_url, replicationName(tenant_id), true);
  try {
    await beginAsOf(reader, await cancellable(making, signal, createSlot(making, tenant_id)));
  } finally {
    await making.close().catch(() => undefined);
  }
}

type Copying = { reader: Session; writer: Session; tenant_id: string };

/** Copies a table; returns whether it had rows. */
async function copyTable(copying: Copying, table: Ordered, budget: Budget, signal: AbortSignal): Promise<boolean> {
  const { reader, writer, tenant_id } = copying;
  let rows = rows_first;
  let bytes = 0;
  await begin(writer);
  for (let after: Key | null = null, is_last = false; !is_last;) {
    const began_ms = performance.now();
    const upto: Key | null = await cancellable(reader, signal, findEnd(reader, tenant_id, table, after, rows));
    bytes += await copyPart(copying, table, { after, upto }, signal);
    rows = nextRows(rows, performance.now() - began_ms);
    await budget.spare();
    after = upto;
    is_last = upto === null;
  }
  await commit(writer);
  return bytes > 0;
}

/** Copies a part; returns its size in bytes. */
async function copyPart(
  { reader, writer, tenant_id }: Copying,
  table: Ordered,
  span: Span,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  async function* heldBack(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let held: Buffer[] = [];
    let held_bytes = 0;
    for await (const chunk of rows) {
      held.push(chunk);
      held_bytes += chunk.length;
      if (held_bytes < held_bytes_max) continue;
      yield Buffer.concat(held);
      bytes += held_bytes;
      [held, held_bytes] = [[], 0];
    }
    if (held_bytes > 0) yield Buffer.concat(held);
    bytes += held_bytes;
  }
  await cancellable(
    writer,
    signal,
    pipeline(copyOut(reader, tenant_id, table, span), heldBack, copyIn(writer, table), { signal }),
  );
  return bytes;
}

/** The number of rows of the next part, from the size and duration of the last one. */
export function nextRows(rows: number, took_ms: number): number {
  const changed = rows * Math.min(2, Math.max(0.5, part_aim_ms / took_ms));
  return Math.round(Math.min(rows_max, Math.max(rows_min, changed)));
}
