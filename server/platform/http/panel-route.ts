import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { Static, TSchema } from "typebox";
import { panel_roles, type PanelCaller, type PanelRole } from "../context.ts";
import type { ForDepartments } from "./access.ts";
import { withinDeadline } from "./deadline.ts";
import { answerWithinLimit } from "./departments.ts";
import { sendAnswer, type Answer, type Operation } from "./route.ts";

// How a feature adds operations for the panel
// -------------------------------------------
// 1. In `features/<feature>/panel.routes.ts` export `<feature>PanelRoutes(panel, pool, …)` and call `panelRoute(panel, {…})` for
//    each operation. `url` is the path after `/panel/api`. `operation`, `params`, `query` and `body` are as for `route` (response
//    schemas carry an `$id`); `operation.tag` is one of panel_tags in features/documentation/panel-description.ts. Operation ids
//    are unique within the panel and may equal those of the integration API.
// 2. Mount it in panel-routes.ts: one line, `<feature>PanelRoutes(panel, pool)`.
// 3. `handle({ caller, … })` calls the use cases that the integration API calls. `caller` is a Context (tenant, actor, now,
//    request_id); its actor is the administrator (`administrator`) or the learner (`person`). `caller.account` identifies the
//    account, for operations on one's own account. A use case that has a `Caller` parameter but uses only the Context should
//    take a Context instead. For a use case that needs a client (`Caller.client`), the route passes `{ ...caller, client }`.
//    Each change writes exactly one audit row, in its transaction.
// 4. The guard (features/sign-in/guard.ts) runs first and refuses: no session 401 UNAUTHENTICATED, a request from another site
//    403 CROSS_SITE_REQUEST, another role 403 ROLE_NOT_ALLOWED, and with `step_up` a confirmation older than ten minutes 403
//    STEP_UP_REQUIRED. Use cases answer ids of other organisations like unknown ids.
// 5. Administrators of some departments are refused (403 ORGANISATION_WIDE), unless `departments` declares their access
//    (docs/decisions/0072). "own": the operation concerns only their own account, or no person at all. "seen": it only reads, and
//    its statements see only the people of the departments. A function: it changes records of one person, and the function says
//    whether that person is visible. test/isolation/departments.test.ts calls every operation.
// 6. For operations that take parameters or change something, add samples in test/panel/samples/<feature>.ts (see
//    test/panel/samples.ts). Then run `npm run generate`, which writes panel/openapi.json and panel/src/api/schema.d.ts.

/** The roles that may read people and training. */
export const readers = ["it_admin", "training_admin", "compliance_officer"] as const satisfies readonly PanelRole[];
export const training = ["training_admin"] as const satisfies readonly PanelRole[];
export const it = ["it_admin"] as const satisfies readonly PanelRole[];
export const auditors = ["it_admin", "compliance_officer"] as const satisfies readonly PanelRole[];
/** All administrators' roles. Guards may open only the gate's page and their own account. */
export const administrators = [...readers, "guard"] as const satisfies readonly PanelRole[];
export const learners = ["learner"] as const satisfies readonly PanelRole[];
export const everybody_signed_in = panel_roles;

/** The prefix of the panel's API, whose answers are JSON of the panel's own contract. */
export const panel_api = "/panel/api";

export type PanelInput<P, Q, B> = { caller: PanelCaller; params: P; query: Q; body: B; request: FastifyRequest };

type Definition<P extends TSchema, Q extends TSchema, B extends TSchema> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path after `/panel/api`, such as `/people/:id`. */
  url: string;
  operation: Operation;
  params?: P;
  query?: Q;
  body?: B;
  /** Largest body, in bytes; default 1 MiB. */
  body_limit_bytes?: number;
  /** Longest handling, in ms; default 10 s. */
  deadline_ms?: number;
};

export type PanelRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Definition<P, Q, B> & {
  roles: readonly PanelRole[];
  /**
   * Requires a password, passkey or confirmation of the last ten minutes: for operations that show a secret or widen access.
   * Default: false.
   */
  step_up?: boolean;
  /** Access of administrators of some departments. Default: refused. */
  departments?: "own" | "seen" | IsSeen<Static<P>, Static<Q>, Static<B>>;
  handle(input: PanelInput<Static<P>, Static<Q>, Static<B>>): Promise<Answer>;
};

/** Whether the people of a change are visible; runs within the caller's departments. */
export type IsSeen<P, Q, B> = (input: PanelInput<P, Q, B>) => Promise<boolean>;

export type OpenPanelRoute<P extends TSchema, Q extends TSchema, B extends TSchema> = Definition<P, Q, B> & {
  handle(input: Omit<PanelInput<Static<P>, Static<Q>, Static<B>>, "caller"> & { caller: PanelCaller | null }): Promise<Answer>;
};

/** Mounts one operation of the panel for some roles. */
export function panelRoute<P extends TSchema, Q extends TSchema, B extends TSchema>(
  panel: FastifyInstance,
  definition: PanelRoute<P, Q, B>,
): void {
  const { roles, step_up = false, departments: given } = definition;
  const departments = typeof given === "function" ? "acts" : (given ?? "refused");
  // The guard has run and refused requests without a session.
  mount(panel, definition, { roles, step_up, departments }, ({ caller, ...rest }) => {
    const input = { ...rest, caller: caller! };
    const handle = () => definition.handle(input);
    // The guard has refused callers that the operation is not for.
    if (caller!.departments === null || given === undefined || given === "own") return handle();
    return answerWithinLimit(caller!, given === "seen" ? null : () => given(input), handle);
  });
}

/** Mounts one operation that needs no session, such as those for signing in. */
export function openPanelRoute<P extends TSchema, Q extends TSchema, B extends TSchema>(
  panel: FastifyInstance,
  definition: OpenPanelRoute<P, Q, B>,
): void {
  mount(panel, definition, { roles: null, step_up: false, departments: "own" }, (input) => definition.handle(input));
}

function mount<P extends TSchema, Q extends TSchema, B extends TSchema>(
  panel: FastifyInstance,
  definition: Definition<P, Q, B>,
  who: { roles: readonly PanelRole[] | null; step_up: boolean; departments: ForDepartments },
  handle: OpenPanelRoute<P, Q, B>["handle"],
): void {
  const { params, query, body } = definition;
  panel.route({
    method: definition.method,
    url: panel_api + definition.url,
    schema: { ...(params ? { params } : {}), ...(query ? { querystring: query } : {}), ...(body ? { body } : {}) },
    config: { access: { kind: "panel", ...who }, operation: definition.operation },
    ...(definition.body_limit_bytes === undefined ? {} : { bodyLimit: definition.body_limit_bytes }),
    ...(definition.deadline_ms === undefined ? {} : ({ handlerTimeout: definition.deadline_ms } as RouteShorthandOptions)),
    async handler(request, reply) {
      const answer = () =>
        handle({
          caller: request.panel_caller,
          params: request.params as Static<P>,
          query: request.query as Static<Q>,
          body: request.body as Static<B>,
          request,
        });
      return sendAnswer(request, reply, await withinDeadline(request, answer));
    },
  });
}
