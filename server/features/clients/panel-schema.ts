import { Type, type TSchema } from "typebox";
import { scopes } from "../../platform/context.ts";
import { Closed, Id, Instant, Nullable, OneOf, pageParameters, line } from "../../platform/http/schema.ts";
import { algorithms } from "../../platform/crypto/jws/algorithms.ts";
import { keys_max } from "./public-keys/read-keys.ts";
import { client_settings } from "./schema.ts";

const states = ["active", "expiring", "expired", "disabled", "revoked"] as const;
const scim_profile = OneOf(["generic", "entra", "okta", "strict"], { description: "How requests to SCIM are read." });
const limit = Type.Integer({ minimum: 1 });
const Limits = { per_minute: limit, burst: limit, per_day: limit };
const Contract = Closed(Limits, { $id: "ClientLimits", description: "Requests a minute, at once, and on a UTC day." });

const Secret = Closed({
  key_id: Type.String({ description: "The public part of the secret; logs name it." }),
  created_at: Instant,
  expires_at: Nullable(Instant, { description: "Rotated out: it works until then." }),
});

const PublicKey = Closed(
  {
    key_id: Type.String({ description: "By which it is removed." }),
    kid: Type.String({ description: "What the header of an assertion names it by." }),
    algorithm: OneOf(algorithms),
    thumbprint: Type.String({ description: "RFC 7638, SHA-256." }),
    created_at: Instant,
    expires_at: Nullable(Instant, { description: "It works until then; null: it has no end of its own." }),
    last_used_at: Nullable(Instant, { description: "To the minute: the last assertion that was accepted." }),
  },
  { $id: "ClientKey", description: "A public key, by whose private half the client signs its token requests." },
);

const Bucket = Closed(
  {
    tokens: Type.Integer({ minimum: 0, description: "Requests that would pass at this instant." }),
    next_token_ms: Nullable(Type.Integer({ minimum: 0 }), { description: "Until there is one more; null: it is full." }),
    full_ms: Type.Integer({ minimum: 0, description: "Until it is full." }),
    used_today: Type.Integer({ minimum: 0, description: "Requests of this UTC day." }),
    day_ends_ms: Type.Integer({ minimum: 0 }),
  },
  { description: "Where the client stands at this instant." },
);

export const Client = Closed(
  {
    id: Id,
    name: Type.String(),
    state: OneOf(states, { description: "expiring: within 14 days." }),
    scopes: Type.Array(OneOf(scopes)),
    methods: Type.Array(OneOf(["api_key", "oauth2"])),
    dpop_bound_access_tokens: Type.Boolean({ description: "Whether its tokens have to be bound to a key (DPoP)." }),
    ip_allowlist: Type.Array(Type.String()),
    webhook_hosts: Type.Array(Type.String()),
    scim_profile,
    rate: Closed({ per_minute: Nullable(limit), burst: Nullable(limit), per_day: Nullable(limit) }),
    limits: Closed(Limits, { description: "Those in force: its own ones within the contract." }),
    expires_on: Nullable(Type.String({ format: "date" }), { description: "The last day on which it works." }),
    expires_at: Nullable(Instant),
    created_at: Instant,
    last_used_at: Nullable(Instant),
    last_used_address: Nullable(
      Type.String({ description: "Of the last request that the request log keeps; a second after its answer." }),
    ),
    secrets: Type.Array(Secret, { description: "Those that work, the newest first." }),
    public_keys: Type.Array(PublicKey, { description: "In the order in which they were added." }),
    bucket: Bucket,
  },
  { $id: "Client" },
);

export const ClientList = Closed(
  {
    pagination: Closed({
      total: Type.Integer({ minimum: 0 }),
      limit: Type.Integer({ minimum: 1 }),
      offset: Type.Integer({ minimum: 0 }),
    }),
    clients: Type.Array(Client),
  },
  { $id: "ClientList" },
);

export const ClientQuery = Type.Object({
  ...pageParameters(100, 50),
  q: Type.Optional(Type.String({ maxLength: 200, description: "A part of the name, a client id or a key id." })),
  state: Type.Optional(OneOf(states)),
  scope: Type.Optional(OneOf(scopes)),
});

export const ClientSetup = Closed(
  {
    contract: Contract,
    your_address: Type.String({ description: "The address from which this page is looked at." }),
  },
  { $id: "ClientSetup" },
);

const name = line(100);
const new_limit = (maximum: number) => Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum })));
/** Without defaults, because a limit given beside a profile replaces that of the profile. */
const rate = Type.Optional(
  Closed(
    {
      profile: Type.Optional(OneOf(["identity_provider"])),
      per_minute: new_limit(1_000_000),
      burst: new_limit(1_000_000),
      per_day: new_limit(2_000_000_000),
    },
    { description: "Limits below the organisation's contract; null: those of the contract." },
  ),
);
export const CreateClientRequest = Closed({ name, ...client_settings, rate, scim_profile: Type.Optional(scim_profile) });

/** A change has no defaults: members that are left out keep their value. */
function withoutDefault<T extends TSchema>(schema: T): T {
  const { default: _, ...rest } = schema as T & { default?: unknown };
  return Type.Optional(rest as unknown as T);
}

export const ChangeClientRequest = Closed({
  name: Type.Optional(name),
  scopes: withoutDefault(client_settings.scopes),
  methods: withoutDefault(client_settings.methods),
  dpop_bound_access_tokens: withoutDefault(client_settings.dpop_bound_access_tokens),
  ip_allowlist: withoutDefault(client_settings.ip_allowlist),
  expires_on: withoutDefault(client_settings.expires_on),
  webhook_hosts: withoutDefault(client_settings.webhook_hosts),
  rate,
  scim_profile: Type.Optional(scim_profile),
  disabled: Type.Optional(Type.Boolean()),
});

const shown_once = Type.String({ description: "Shown this once; only a hash of it is kept." });
export const CreatedClient = Closed({ client: Client, secret: shown_once }, { $id: "CreatedClient" });
export const RotateRequest = Closed({
  overlap_seconds: Type.Integer({
    minimum: 0,
    maximum: 2_592_000,
    description: "For so long the secret before it works, too; 0: it ends at once.",
  }),
});
export const RotatedSecret = Closed(
  { secret: shown_once, key_id: Type.String(), previous_expires_at: Nullable(Instant) },
  { $id: "RotatedSecret" },
);

export const DisableClientsRequest = Closed({ ids: Type.Array(Id, { minItems: 1, maxItems: 100 }) });
export const DisabledClients = Closed(
  { disabled: Type.Integer({ minimum: 0, description: "Without those that were disabled or revoked already." }) },
  { $id: "DisabledClients" },
);

export const AddKeysRequest = Closed({
  keys: Type.String({
    minLength: 1,
    maxLength: 16_384,
    description: `A JWK set, a JWK, or public keys in PEM. A client has at most ${keys_max}. An RSA key is used with RS256, unless its JWK has the \`alg\` PS256.`,
  }),
  expires_on: withoutDefault(client_settings.expires_on),
});

const count = Type.Integer({ minimum: 0 });
export const ClientActivity = Closed(
  {
    hours: Type.Array(Closed({ at: Instant, succeeded: count, refused: count, limited: count, failed: count }), {
      description: "The last 24 hours, the earliest first.",
    }),
    tokens: Closed({ count, last_at: Nullable(Instant) }, { description: "Access tokens that it took in these hours." }),
  },
  { $id: "ClientActivity" },
);
