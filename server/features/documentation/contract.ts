import type { Static } from "typebox";
import type { MountedOperation } from "../../platform/http/openapi/mounted-operations.ts";
import { describeApi } from "../../platform/http/openapi/openapi.ts";
import { describePanel } from "../../platform/http/openapi/panel.ts";
import { standaloneSchema, type EventDescription } from "../../platform/http/openapi/webhooks.ts";
import type { ProblemMaker } from "../../platform/http/problem.ts";
import { catalogueOf, problemExample } from "../../platform/http/openapi/problems.ts";
import type { Json } from "../../platform/http/openapi/schemas.ts";
import { changelog } from "./changelog.ts";
import { descriptionOf, version } from "./description.ts";
import { panelDescriptionOf } from "./panel-description.ts";
import type { ContractChanges } from "./panel-schema.ts";
import { postmanCollection } from "./postman.ts";
import type { ProblemDescription } from "./schema.ts";

/**
 * The public contract: the OpenAPI document, all kinds of problems by their slug, the JSON Schema of each event type, and the
 * changes between versions.
 */
export type Contract = {
  openapi: Json;
  /** The OpenAPI document of the panel's own operations. It is assembled on access; no request needs it. */
  readonly panel: Json;
  problems: ReadonlyMap<string, Static<typeof ProblemDescription>>;
  event_schemas: ReadonlyMap<string, Json>;
  /** The OpenAPI document as a Postman collection. */
  readonly postman: Json;
  changes: Static<typeof ContractChanges>;
};

declare module "fastify" {
  interface FastifyInstance {
    /** The contract of all mounted routes, available once the application is ready. */
    contract(): Contract;
  }
}

export type ContractSource = {
  base_url: string;
  /** All operations of the application, complete once it is ready. */
  operations: readonly MountedOperation[];
  /** The events that subscribers receive. */
  events: readonly EventDescription[];
  /** Problems of use cases that no operation of this API can return. */
  further_problems: readonly ProblemMaker[];
};

/** Derives the contract from the mounted routes. Throws when two parts of it contradict each other. */
export function readContract({ base_url, operations, events, further_problems }: ContractSource): Contract {
  const problems = catalogueOf(operations, further_problems).map((type): [string, Static<typeof ProblemDescription>] => {
    const { slug, code, status, title, cause, remedy } = type;
    const example = problemExample(type, base_url, "/api/v1/users");
    return [slug, { type: `${base_url}/problems/${slug}`, code, status, title, cause, remedy, example }];
  });
  const openapi = describeApi(
    descriptionOf(base_url),
    operations.filter(({ access }) => access.kind !== "panel"),
    events,
  );
  return {
    openapi,
    get postman() {
      return postmanCollection(openapi);
    },
    get panel() {
      return describePanel(
        panelDescriptionOf(base_url),
        operations.filter(({ access }) => access.kind === "panel"),
      );
    },
    problems: new Map(problems),
    event_schemas: new Map(events.map((event) => [event.type, standaloneSchema(event, base_url)])),
    changes: {
      version,
      changelog: changelog.map((change) => ({ version: change.version, changes: [...change.changes] })),
      deprecations: deprecationsOf(operations),
    },
  };
}

/** Operations that answer with `Deprecation` and `Sunset`, ordered by their end. */
function deprecationsOf(operations: readonly MountedOperation[]): Contract["changes"]["deprecations"] {
  return operations
    .flatMap(({ method, url, operation: { id, summary, deprecation } }) =>
      deprecation ? [{ operation_id: id, method, path: url.replace(/:([a-z_]+)/g, "{$1}"), summary, ...deprecation }] : [],
    )
    .toSorted((a, b) => (a.sunset_on < b.sunset_on ? -1 : 1));
}
