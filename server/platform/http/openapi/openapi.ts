import { scopes, type Scope } from "../../context.ts";
import type { MountedOperation } from "./mounted-operations.ts";
import { header_components } from "./headers.ts";
import { operationObject, parameter_components } from "./operation.ts";
import { componentsObject, createComponents, mentioned, type Json } from "./schemas.ts";
import { webhook_parameter_components, webhook_tag, webhooksObject, type EventDescription } from "./webhooks.ts";

/** The parts of the document besides its operations. */
export type Description = {
  title: string;
  version: string;
  /** Markdown. */
  text: string;
  base_url: string;
  /** Every tag that operations use, in the order of the document. */
  tags: Readonly<Record<string, string>>;
  scopes: Readonly<Record<Scope, string>>;
  /** Newest version first. */
  changelog: readonly Change[];
};

/** What a version of the contract changed. */
export type Change = { version: string; changes: readonly string[] };

/**
 * Builds the OpenAPI 3.1 document from the mounted operations and the types of events. Throws when they contradict each other.
 */
export function describeApi(
  description: Description,
  operations: readonly MountedOperation[],
  events: readonly EventDescription[],
): Json {
  const components = createComponents();
  const paths: Record<string, Json> = {};
  for (const mounted of operations) {
    if (!(mounted.operation.tag in description.tags)) throw new Error(`the tag "${mounted.operation.tag}" has no description`);
    const path = mounted.url.replace(/:([a-z_]+)/g, "{$1}");
    const item = (paths[path] ??= {});
    item[mounted.method.toLowerCase()] = operationObject(mounted, { components, base_url: description.base_url });
  }
  const webhooks = webhooksObject(events, components);
  const used = new Set([...operations.map((mounted) => mounted.operation.tag), ...(events.length > 0 ? [webhook_tag] : [])]);
  return {
    openapi: "3.1.1",
    info: {
      title: description.title,
      version: description.version,
      description: `${description.text}\n\n${changelogText(description.changelog)}`,
      "x-changelog": description.changelog,
    },
    servers: [{ url: description.base_url }],
    tags: Object.entries(description.tags)
      .filter(([name]) => used.has(name))
      .map(([name, text]) => ({ name, description: text })),
    paths,
    ...(events.length > 0 ? { webhooks } : {}),
    components: {
      ...componentsObject(components),
      parameters: {
        ...mentioned(parameter_components, "parameters", paths),
        ...mentioned(webhook_parameter_components, "parameters", webhooks),
      },
      headers: mentioned(header_components, "headers", { paths, responses: components.responses }),
      securitySchemes: securitySchemes(description),
    },
  };
}

function securitySchemes({ base_url, scopes: texts }: Description): Json {
  return {
    apiKey: {
      type: "apiKey",
      in: "header",
      name: "X-API-Key",
      description: "The client's secret, `lms_live_…` (`lms_test_…` in sandbox organisations).",
    },
    oauth2: {
      type: "oauth2",
      description:
        "An access token, valid for 15 minutes, as `Authorization: Bearer …`; one that is bound to a key, as `Authorization: DPoP …` with a proof in the header `DPoP` (RFC 9449).",
      flows: {
        clientCredentials: {
          tokenUrl: `${base_url}/api/v1/oauth/token`,
          scopes: Object.fromEntries(scopes.map((scope) => [scope, texts[scope]])),
        },
      },
    },
    clientBasic: { type: "http", scheme: "basic", description: "Client id and client secret, at the token endpoint only." },
  };
}

function changelogText(changelog: readonly Change[]): string {
  const versions = changelog.map(
    ({ version, changes }) => `### ${version}\n\n${changes.map((change) => `- ${change}`).join("\n")}`,
  );
  return `## Changelog\n\n${versions.join("\n\n")}`;
}
