// The rows of an organisation as they were at one moment: that at which the slot begins to keep what is written. They are copied by the
// command, a table after the other and with rests, because nothing holds back the copying that a subscription does by itself. Each
// table is one transaction at the target; it gets its statistics then, so that the first statements after the move are planned for its
// rows. What is killed on the way has left whole tables, which the next command removes.
import { pipeline } from "node:stream/promises";
import { openSession, type Session } from "../../../platform/db/moving/session.ts";
import type { Budget } from "../../../platform/jobs/budget.ts";
import type { Table } from "../transfer/transfer-sql.ts";
import { analyze, beginAsOf, copyIn, copyOut, setAsCopied } from "./copy-sql.ts";
import { cancellable, type Course } from "./course.ts";
import type { Moving } from "./place.ts";
import { createSlot, publish, replicationName } from "./replication-sql.ts";

/** Copies while everybody works. What is written meanwhile is kept for the subscription. */
export async function copyRows(moving: Moving, course: Course, budget: Budget, tables: readonly Table[]): Promise<void> {
  const { source, target, tenant_id } = moving;
  const { begin, signal } = course;
  await cancellable(source.session, signal, publish(source.session, tenant_id, tables));
  const name = replicationName(tenant_id);
  const reader = await openSession(source.database_url, name);
  const writer = await openSession(target.database_url, name);
  try {
    await keepFromNow(moving, reader, signal);
    await setAsCopied(writer);
    budget.begin();
    for (const [ready, table] of tables.entries()) {
      await begin({ step: "copied", ready, tables: tables.length });
      if ((await copyTable({ reader, writer, tenant_id }, table, budget, signal)) === 0) continue;
      await cancellable(writer, signal, analyze(writer, table));
      await budget.spare();
    }
    await begin({ step: "copied", ready: tables.length, tables: tables.length });
  } finally {
    await Promise.all([reader.close().catch(() => undefined), writer.close().catch(() => undefined)]);
  }
}

/** Makes the slot, and lets the reader see the rows as they are where it begins. */
async function keepFromNow({ source, tenant_id }: Moving, reader: Session, signal: AbortSignal): Promise<void> {
  const making = await openSession(source.database_url, replicationName(tenant_id), true);
  try {
    await beginAsOf(reader, await cancellable(making, signal, createSlot(making, tenant_id)));
  } finally {
    await making.close().catch(() => undefined);
  }
}

type Copying = { reader: Session; writer: Session; tenant_id: string };

/** Copies a table: how many bytes it was. */
async function copyTable(
  { reader, writer, tenant_id }: Copying,
  table: Table,
  budget: Budget,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  async function* sparing(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of rows) {
      yield chunk;
      bytes += chunk.length;
      await budget.spare();
    }
  }
  await cancellable(writer, signal, pipeline(copyOut(reader, tenant_id, table), sparing, copyIn(writer, table), { signal }));
  return bytes;
}
