import { Type } from "typebox";
import { Closed, DateOnly, Nullable, OneOf } from "../../platform/http/schema.ts";

const Backlog = (what: string) =>
  Closed(
    {
      count: Type.Integer({ minimum: 0, description: "10,000 at most." }),
      oldest_s: Nullable(Type.Integer({ minimum: 0 }), {
        description: "Seconds for which the oldest has been due; null: none is.",
      }),
    },
    { description: what },
  );

export const ServiceStatus = Closed(
  {
    database: OneOf(["ok", "failed"]),
    clock: OneOf(["ok", "skewed", "unknown"]),
    webhooks: Backlog("Deliveries that wait for an attempt."),
    mails: Backlog("Mails that wait to be sent."),
    mails_failed: Type.Integer({ minimum: 0, description: "Mails given up within the last 7 days." }),
    imports: Backlog("Files that wait or are being read."),
    days: Closed({
      done_through: Nullable(DateOnly, { description: "The last day whose midnight has been worked off." }),
      behind: Type.Boolean({ description: "A midnight has passed that has not been worked off." }),
    }),
    limits: Closed(
      {
        per_minute: Type.Integer(),
        burst: Type.Integer(),
        per_day: Type.Integer(),
        webhook_subscriptions: Type.Integer(),
        webhook_subscriptions_used: Type.Integer({ minimum: 0 }),
        clients: Type.Integer({ minimum: 0, description: "In use at present." }),
      },
      { description: "What the contract allows each client, and how much there is." },
    ),
  },
  { $id: "ServiceStatus" },
);
