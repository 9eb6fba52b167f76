import { Type } from "typebox";
import type { EventType } from "../../server/features/events/emit.ts";
import { event_schemas } from "../../server/features/feed/event-schemas.ts";
import type { TestDatabase } from "./database.ts";
import { matchesSchema } from "./records.ts";

/** Checks every stored event against the schema of its type; returns the types that occurred. */
export async function checkEvents(database: TestDatabase): Promise<EventType[]> {
  const { rows } = await database.superuser.query<{ type: EventType; body: Buffer }>("select type, body from event order by id");
  const by_type = Map.groupBy(rows, ({ type }) => type);
  for (const [type, events] of by_type) {
    const bodies = events.map(({ body }) => JSON.parse(body.toString()) as unknown);
    matchesSchema(Type.Array(event_schemas[type]), bodies);
  }
  return [...by_type.keys()];
}
