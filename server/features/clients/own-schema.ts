import { Type } from "typebox";
import { scopes } from "../../platform/context.ts";
import { Closed, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";

const Scopes = Type.Array(OneOf(scopes, { named: "ClientScope" }), { example: ["users:read", "enrollments:write"] });
const count = (example: number, description: string) => Type.Integer({ minimum: 0, example, description });

export const OwnClient = Closed(
  {
    id: Id,
    name: Type.String({ example: "HR sync" }),
    organisation: Closed({
      tenant_code: Type.String({ example: "ACME-PL" }),
      name: Type.String({ example: "ACME Logistics" }),
      kind: OneOf(["live", "sandbox"], { named: "OrganisationKind" }),
      time_zone: Type.String({ example: "Europe/Warsaw", description: "IANA name; dates are dates of this zone." }),
    }),
    scopes: { ...Scopes, description: "What this request's credentials may do: the token's scopes that the client has now." },
    granted_scopes: { ...Scopes, description: "All scopes of the client." },
    expires_at: Nullable(Instant, { description: "When the client ends; null: it does not." }),
    token_expires_at: Nullable(Instant, { description: "When the request's access token ends; null with an API key." }),
    dpop_bound_access_tokens: Type.Boolean({
      example: false,
      description: "Whether its tokens have to be bound to a key of its own (DPoP, RFC 9449).",
    }),
    limits: Closed({
      per_minute: count(20, "Tokens that come back each minute."),
      burst: count(30, "Tokens that the bucket holds."),
      per_day: count(5_000, "Requests of a UTC day."),
    }),
    usage: Closed({
      used_today: count(12, "Requests of this UTC day."),
      left_today: count(4_988, "Requests that are left of the day."),
      available_now: count(29, "As `RateLimit-Remaining`: requests that would pass now."),
    }),
  },
  { $id: "OwnClient" },
);
