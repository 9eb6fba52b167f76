import { newId } from "../../platform/ids.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { insertEvent } from "./sql.ts";

export const event_types = [
  "course.completed",
  "course.failed",
  "compliance.certified",
  "compliance.expired",
  "enrollment.assigned",
  "enrollment.cancelled",
  "group.member_joined",
  "group.member_left",
  "ping",
] as const;
export type EventType = (typeof event_types)[number];

/**
 * Writes an event in the transaction of the change that it reports: both are committed or neither is. The stored bytes are
 * the ones that every delivery signs and sends. Returns the event's id.
 */
export async function emit(db: Db, context: Context, type: EventType, data: Record<string, unknown>): Promise<string> {
  const id = newId();
  const created_at = context.now.toString({ smallestUnit: "millisecond" });
  const body = JSON.stringify({ id, type, created_at, tenant_code: context.tenant.code, data });
  await insertEvent(db, context.tenant.id, { id, type, body: Buffer.from(body), created_at });
  return id;
}
