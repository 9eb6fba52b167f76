import { Type } from "typebox";
import { Closed, Id, Instant, Nullable, Name } from "../../platform/http/schema.ts";

export const redirect_urls_max = 10;
const url_letters_max = 2_048;
const keys_letters_max = 20_000;

const Url = Type.String({ minLength: 1, maxLength: url_letters_max, example: "https://tool.example/lti/launch" });

export const ToolParams = Type.Object({ id: Type.String() });

const members = {
  name: Name,
  login_url: { ...Url, description: "Where a launch begins: the tool's login initiation URL." },
  launch_url: { ...Url, description: "What is launched, where an item of a course names nothing else." },
  redirect_urls: Type.Array(Url, {
    minItems: 1,
    maxItems: redirect_urls_max,
    uniqueItems: true,
    description: "Where launches may be sent, letter by letter.",
  }),
  sends_name: Type.Boolean({ description: "Whether the tool is told the learner's name." }),
  sends_email: Type.Boolean({ description: "Whether the tool is told the learner's e-mail address." }),
};

/** Exactly one of `jwks_url` and `public_keys` is needed. */
export const ToolSet = Closed({
  ...members,
  jwks_url: Type.Optional(Nullable(Url, { description: "Where the tool publishes its keys." })),
  public_keys: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: keys_letters_max }), {
      description: "The keys themselves: a JWK set, one JWK, or PEM.",
    }),
  ),
});

export const LtiTool = Closed(
  {
    id: { ...Id, description: "The client id." },
    ...members,
    jwks_url: Nullable(Type.String()),
    keys: Type.Array(Closed({ kid: Type.String(), algorithm: Type.String() }), {
      description: "Where they were given themselves.",
    }),
    created_at: Instant,
    updated_at: Instant,
    courses: Type.Array(Closed({ id: Id, code: Type.String(), title: Type.String() }), { description: "That launch it." }),
  },
  { $id: "LtiTool" },
);

export const LtiToolList = Closed(
  {
    platform: Closed(
      {
        issuer: Type.String(),
        deployment_id: Type.String(),
        authorization_url: Type.String(),
        token_url: Type.String(),
        jwks_url: Type.String(),
      },
      { description: "What is registered at a tool beside its client id." },
    ),
    tools: Type.Array(LtiTool, { description: "By their names." }),
  },
  { $id: "LtiToolList" },
);

export const LtiLaunch = Closed(
  { url: Type.String({ description: "Where the browser goes; good once, for some minutes." }), expires_at: Instant },
  { $id: "LtiLaunch" },
);
