import { Type } from "typebox";
import { feedParameters, FeedPagination } from "../../platform/http/feed.ts";
import { Closed, OneOf } from "../../platform/http/schema.ts";
import { event_types } from "../events/emit.ts";
import { event_examples } from "./event-examples.ts";
import { event_schemas } from "./event-schemas.ts";

const { ping: _, ...feed_schemas } = event_schemas;

const feed_types = event_types.filter((type) => type !== "ping");

export const EventQuery = Type.Object({
  ...feedParameters(500, 100, "events created"),
  type: Type.Optional(
    OneOf(feed_types, { named: "FeedEventType", description: "Only events of this type; may change from page to page." }),
  ),
});

export const EventFeed = Closed(
  {
    pagination: FeedPagination,
    events: Type.Array(Type.Union(Object.values(feed_schemas)), {
      description:
        "The oldest first; of two that happened at once the later may stand first. Each is byte for byte what its deliveries carry.",
    }),
  },
  {
    $id: "EventFeed",
    example: {
      pagination: {
        limit: 100,
        next_cursor: null,
        resume_cursor: "WzEsIjczMSIsIjAwMDAwMDAwLTAwMDAtMDAwMC0wMDAwLTAwMDAwMDAwMDAwMCIsbnVsbF0",
      },
      events: [event_examples["enrollment.assigned"]],
    },
  },
);
