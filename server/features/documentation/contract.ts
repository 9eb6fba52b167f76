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

/** What the service promises: the OpenAPI document, every kind of problem by its slug, each event type's JSON Schema, and what changes. */
export type Contract = {
  openapi: Json;
  /** The OpenAPI document of the panel's own operations; assembled when it is asked for, which no request does. */
  readonly panel: Json;
  problems: ReadonlyMap<string, Static<typeof ProblemDescription>>;
  event_schemas: ReadonlyMap<string, Json>;
  /** The same as a Postman collection. */
  readonly postman: Json;
  changes: Static<typeof ContractChanges>;
};

declare module "fastify" {
  interface FastifyInstance {
    /** The contract of everything that is mounted; there once the application is ready. */
    contract(): Contract;
  }
}

export type ContractSource = {
  base_url: string;
  /** Every operation of the application, complete once it is ready. */
  operations: readonly MountedOperation[];
  /** What subscribers are sent. */
  events: readonly EventDescription[];
  /** Problems of use cases that no operation of this API reaches. */
  further_problems: readonly ProblemMaker[];
};

/** Reads the contract off what is mounted. Throws when two parts of it contradict each other. */
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

/** What answers with `Deprecation` and `Sunset`, the first to go first. */
function deprecationsOf(operations: readonly MountedOperation[]): Contract["changes"]["deprecations"] {
  return operations
    .flatMap(({ method, url, operation: { id, summary, deprecation } }) =>
      deprecation ? [{ operation_id: id, method, path: url.replace(/:([a-z_]+)/g, "{$1}"), summary, ...deprecation }] : [],
    )
    .toSorted((a, b) => (a.sunset_on < b.sunset_on ? -1 : 1));
}
