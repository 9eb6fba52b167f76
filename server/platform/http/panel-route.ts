import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { Static, TSchema } from "typebox";
import { panel_roles, type PanelCaller, type PanelRole } from "../context.ts";
import type { ForDepartments } from "./access.ts";
import { withinDeadline } from "./deadline.ts";
import { answerWithinLimit } from "./departments.ts";
import { sendAnswer, type Answer, type Operation } from "./route.ts";

// How a feature offers operations to the panel
// --------------------------------------------
// 1. In `features/<feature>/panel.routes.ts` export `<feature>PanelRoutes(panel, pool, …)` and call `panelRoute(panel, {…})` for
//    each operation. `url` begins behind `/panel/api`. `operation`, `params`, `query` and `body` are as for `route` (response
//    schemas carry an `$id`); `operation.tag` is one of panel_tags in features/documentation/panel-description.ts. Operation ids
//    are unique within the panel and may equal those of the integration API.
// 2. Mount it in panel-routes.ts: one line, `<feature>PanelRoutes(panel, pool)`.
// 3. `handle({ caller, … })` calls the use cases that the integration API calls: `caller` is a Context (tenant, actor, now,
//    request_id), whose actor is the administrator (`administrator`) or the learner (`person`); `caller.account` says who, for
//    operations about oneself. A use case that asks for a `Caller` but needs only a Context asks for a Context instead; one
//    that needs a client (`Caller.client`) is given `{ ...caller, client }` by the route that knows which client is meant.
//    A change writes exactly one audit row, in its transaction.
// 4. The guard (features/sign-in/guard.ts) has refused before: no session 401 UNAUTHENTICATED, another site's request 403
//    CROSS_SITE_REQUEST, another role 403 ROLE_NOT_ALLOWED, a password of over ten minutes ago where `step_up` 403
//    STEP_UP_REQUIRED. Another organisation's ids are answered like unknown ones by the use cases.
// 5. Administrators of some departments are refused (403 ORGANISATION_WIDE), unless `departments` says what the operation is to them
//    (docs/decisions/0072): "own" touches nothing but their own account, or no person at all; "seen" only reads, and its statements see their people
//    alone; a function says whether the one person it changes something of is seen. test/isolation/departments.test.ts calls all of them.
// 6. Add samples of operations that take parameters or change something in test/panel/samples/<feature>.ts (see test/panel/samples.ts), and
//    run `npm run generate`: it writes panel/openapi.json and panel/src/api/schema.d.ts.

/** What administrators read of people and training; IT administrators may as well. */
export const readers = ["it_admin", "training_admin", "compliance_officer"] as const satisfies readonly PanelRole[];
export const training = ["training_admin"] as const satisfies readonly PanelRole[];
export const it = ["it_admin"] as const satisfies readonly PanelRole[];
export const auditors = ["it_admin", "compliance_officer"] as const satisfies readonly PanelRole[];
/** Everybody with an account of an administrator: guards open the gate's page and their own account. */
export const administrators = [...readers, "guard"] as const satisfies readonly PanelRole[];
export const learners = ["learner"] as const satisfies readonly PanelRole[];
export const everybody_signed_in = panel_roles;

/** Everything under it is JSON of the panel's own contract. */
export const panel_api = "/panel/api";

export type PanelInput<P, Q, B> = { caller: PanelCaller; params: P; query: Q; body: B; request: FastifyRequest };

type Definition<P extends TSchema, Q extends TSchema, B extends TSchema> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Behind `/panel/api`: `/people/:id`. */
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
  /** Needs the password of the last ten minutes: what shows a secret or widens access. Default: false. */
  step_up?: boolean;
  /** What it is to administrators of some departments. Default: refused. */
  departments?: "own" | "seen" | IsSeen<Static<P>, Static<Q>, Static<B>>;
  handle(input: PanelInput<Static<P>, Static<Q>, Static<B>>): Promise<Answer>;
};

/** Whether the people whom a change is about are seen, asked within the caller's departments. */
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
  // The guard has run: without a session it has already refused.
  mount(panel, definition, { roles, step_up, departments }, ({ caller, ...rest }) => {
    const input = { ...rest, caller: caller! };
    const handle = () => definition.handle(input);
    // The guard has refused whom it is not for.
    if (caller!.departments === null || given === undefined || given === "own") return handle();
    return answerWithinLimit(caller!, given === "seen" ? null : () => given(input), handle);
  });
}

/** Mounts one operation that needs no session, as those do by which people sign in. */
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
