import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { panelRoute } from "../../../platform/http/panel-route.ts";
import { Closed, Id, Instant, Nullable, OneOf } from "../../../platform/http/schema.ts";
import { listUnmatched } from "../../people/unmatched-sql.ts";
import { resolveUnmatched, type Resolution } from "./resolve-unmatched.ts";

const tag = "SCIM";
const field = OneOf(["department", "contractor"]);

const UnmatchedList = Closed(
  {
    values: Type.Array(Closed({ field, value: Type.String(), people_count: Type.Integer({ minimum: 1 }), since: Instant })),
  },
  { $id: "UnmatchedValueList" },
);

const ResolveRequest = Closed({
  field,
  value: Type.String({ minLength: 1, maxLength: 1_000 }),
  resolution: OneOf(["link", "create", "dismiss"]),
  target_id: Type.Optional(Type.String({ description: "With link: the department or contractor." })),
});

const ResolvedUnmatched = Closed(
  {
    target_id: Nullable(Id),
    people: Type.Integer({ minimum: 0 }),
    more: Type.Boolean({ description: "Others have it, too: ask again." }),
  },
  { $id: "ResolvedUnmatched" },
);

/** Routes for unknown names that identity providers have sent. */
export function unmatchedPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/scim/unmatched",
    roles: ["it_admin", "training_admin"],
    operation: {
      id: "listUnmatchedValues",
      tag,
      summary: "List unknown names of departments and contractors",
      answers: { 200: { description: "Those of most people first.", schema: UnmatchedList } },
      problems: [],
    },
    handle: async ({ caller: { tenant } }) => ({
      body: { values: await withTenant(pool, tenant.id, (db) => listUnmatched(db, tenant.id)) },
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/scim/unmatched",
    roles: ["it_admin", "training_admin"],
    operation: {
      id: "resolveUnmatchedValue",
      tag,
      summary: "Say what a name means",
      description:
        "Links it to a department or contractor, makes one of it, or dismisses it; for the people who have it, and those who come with it later.",
      answers: { 200: { description: "What it means now, and for how many people.", schema: ResolvedUnmatched } },
      problems: [],
    },
    body: ResolveRequest,
    handle: async ({ caller, body }) => ({
      body: await resolveUnmatched(pool, caller, { field: body.field, value: body.value }, resolutionOf(body)),
    }),
  });
}

function resolutionOf({
  resolution,
  target_id = "",
}: {
  resolution: "link" | "create" | "dismiss";
  target_id?: string;
}): Resolution {
  return resolution === "link" ? { kind: "link", id: target_id } : { kind: resolution };
}
