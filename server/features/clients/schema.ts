import { Type, type Static } from "typebox";
import { scopes } from "../../platform/context.ts";
import { DateOnly, OneOf } from "../../platform/http/schema.ts";

/** The most entries of an allow-list of addresses or hosts. */
const list_entries_max = 100;
const rate_max = 1_000_000;
const per_day_max = 2_000_000_000;

function limit(maximum: number) {
  return Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum }), Type.Null()], { default: null }));
}

/** Settings of a client that both the organisation file and the panel can change. */
export const client_settings = {
  scopes: Type.Optional(Type.Array(OneOf(scopes), { maxItems: scopes.length, uniqueItems: true, default: [] })),
  methods: Type.Optional(
    Type.Array(OneOf(["api_key", "oauth2"]), { minItems: 1, maxItems: 2, uniqueItems: true, default: ["api_key", "oauth2"] }),
  ),
  dpop_bound_access_tokens: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Whether the client's tokens have to be bound to a key of its own (DPoP, RFC 9449); API keys are no tokens.",
    }),
  ),
  ip_allowlist: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: list_entries_max,
      default: [],
      description: "Networks in CIDR form from which the client may call; none: from everywhere.",
    }),
  ),
  expires_on: Type.Optional(
    Type.Union([DateOnly, Type.Null()], {
      default: null,
      description: "The last day on which the client works, in the organisation's time zone.",
    }),
  ),
  webhook_hosts: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: list_entries_max,
      default: [],
      description: "Hosts that its webhooks may go to: exact names, or `*.example.com` for every name below.",
    }),
  ),
  rate: Type.Optional(
    Type.Object(
      {
        profile: Type.Optional(
          OneOf(["identity_provider"], {
            description:
              "Limits with which identity providers are not slowed down, as far as the contract allows; limits beside it count first.",
          }),
        ),
        per_minute: limit(rate_max),
        burst: limit(rate_max),
        per_day: limit(per_day_max),
      },
      { additionalProperties: false, description: "Limits below the organisation's contract; null: those of the contract." },
    ),
  ),
};

const ClientSettings = Type.Object(client_settings);
export type ClientSettings = Static<typeof ClientSettings>;
