import { Type } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";
import { profile_names } from "./profile.ts";

const Limits = Closed({ per_minute: Type.Integer(), burst: Type.Integer(), per_day: Type.Integer() });

const Connection = Closed({
  client: Closed({ id: Id, name: Type.String() }),
  profile: OneOf(profile_names),
  state: OneOf(["active", "disabled", "expired"]),
  limits: Limits,
  limit_advice: OneOf(["none", "use_profile", "ask_contract"], {
    description:
      "use_profile: its limits are below those of an identity provider and the contract allows more; ask_contract: the contract itself is below them.",
  }),
  last_request_at: Nullable(Instant, { description: "Of any request, also one that only read." }),
  last_request_limited: Type.Boolean({ description: "That request was answered 429." }),
  last_change_at: Nullable(Instant),
  day: Closed({
    created: Type.Integer({ minimum: 0 }),
    updated: Type.Integer({ minimum: 0 }),
    deactivated: Type.Integer({ minimum: 0 }),
    failed: Type.Integer({ minimum: 0 }),
  }),
});

const Refusal = Closed({
  cause: Type.String({ example: "wrong_secret" }),
  client_id: Nullable(Id),
  at: Instant,
  address: Type.String(),
  refusals: Type.Integer({ minimum: 1 }),
  day: Type.Integer({ minimum: 0, description: "Of the last 24 h, 10,000 at most; known a second after the answer." }),
});

export const WaitingMemberList = Closed(
  {
    groups: Type.Array(
      Closed({
        group: Closed({ id: Id, name: Type.String() }),
        members_count: Type.Integer({ minimum: 1 }),
        members: Type.Array(Type.String(), { description: "The first ten, as they were sent." }),
        since: Instant,
      }),
    ),
  },
  { $id: "WaitingMemberList" },
);

export const ScimConnectionList = Closed(
  {
    base_url: Type.String({ description: "What identity providers are given." }),
    now: Instant,
    connections: Type.Array(Connection),
    refusals: Type.Array(Refusal, { description: "The last refused authentication of each cause, the newest first." }),
  },
  { $id: "ScimConnectionList" },
);
