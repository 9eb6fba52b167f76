import { Type } from "typebox";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });

const Hour = Closed(
  {
    at: Instant,
    succeeded: count("Answered with less than 400."),
    refused: count("Answered with a 4xx other than 429."),
    limited: count("Answered with 429."),
    failed: count("Answered with a 5xx."),
  },
  { description: "Requests that were answered in the hour from `at` on; of all hours together the latest 200,000." },
);

export const IntegrationFigures = Closed(
  {
    requests: Closed({
      today: count("Admitted since 00:00 UTC."),
      quota: count("What the clients in use may send in one UTC day together."),
    }),
    hours: Type.Array(Hour, { description: "24 of them, the present one last." }),
    webhooks: Closed(
      {
        succeeded: count(),
        failed: count(),
        pending: count("Deliveries that wait, whatever their age."),
        degraded: count("Subscriptions whose deliveries fail."),
        disabled: count("Subscriptions to which nothing is sent."),
      },
      {
        description:
          "Deliveries that were created in the last 24 h and have ended, of each subscription the latest 2,000; and how subscriptions stand. Those of revoked clients are left out, as in the list of webhooks.",
      },
    ),
    scim: Closed({
      last_change_at: Nullable(Instant, { description: "The latest change that an identity provider made." }),
      refused: count("Requests of the last 24 h that were let in and refused; 10,000 at most."),
      not_let_in: count("Requests of the last 24 h whose credentials were not accepted; 10,000 at most."),
    }),
    set_up: Closed({
      client: Type.Boolean({ description: "There is an integration client." }),
      first_call: Type.Boolean({ description: "A client has made a call." }),
      webhook: Type.Boolean({ description: "There is a webhook subscription." }),
      scim: Type.Boolean({ description: "An identity provider has sent something." }),
    }),
  },
  { $id: "IntegrationFigures" },
);

export const attention_kinds = [
  "webhook_disabled",
  "client_expired",
  "mails_waiting",
  "client_near_limit",
  "webhook_degraded",
  "client_expiring",
  "addresses_blocked",
  "scim_refused",
  "values_unmatched",
  "import_failed",
  "evaluation_stopped",
  "license_full",
  "license_ending",
  "assignments_blocked",
  "renewals_blocked",
  "contract_ending",
  "addresses_bouncing",
] as const;

const Attention = Closed({
  kind: OneOf(attention_kinds),
  id: Nullable(Id, { description: "Of what needs attention, where it is one thing." }),
  name: Nullable(Type.String()),
  count: Nullable(count("How many, or how many percent of a day's quota are used."), {}),
  at: Nullable(Instant, { description: "Since when, or until when." }),
  day: Nullable(DateOnly, { description: "The last day, of what is given for days." }),
});

export const AttentionList = Closed(
  { items: Type.Array(Attention, { description: "What is worst comes first; of each kind 20 at most." }) },
  { $id: "AttentionList" },
);

/** The most licences whose seats are shown; those with the fewest free seats. */
export const seat_lines_max = 8;

const seats = {
  seats_total: count(),
  seats_used: count(),
  seats_free: count(),
  seats_over: count("Seats in use beyond those that the licence has."),
};

export const SeatFigures = Closed(
  {
    total: Closed(seats, { description: "Of all of them; what one has left does not make up for what another lacks." }),
    lines: Type.Array(Closed({ license_id: Id, name: Type.String(), ...seats, valid_until: Nullable(DateOnly) }), {
      description: `Licences over their number first, then those with the smallest part left; ${seat_lines_max} at most.`,
    }),
    left_out: count("How many more licences there are."),
  },
  { $id: "SeatFigures" },
);
