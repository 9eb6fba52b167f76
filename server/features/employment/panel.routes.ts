import type { FastifyInstance } from "fastify";
import { isPersonSeen } from "../people/seen/sql.ts";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { idOf } from "../../platform/http/known.ts";
import { panelRoute, training } from "../../platform/http/panel-route.ts";
import { preconditionFailed } from "../../platform/http/problem.ts";
import { json } from "../../platform/http/route.ts";
import {
  managedElsewhere,
  personAlreadyExists,
  personAnonymized,
  personNotInUse,
  personSuspended,
  sandboxFull,
} from "../people/errors.ts";
import { Person, PersonChange, PersonCreate, PersonParams } from "../people/schema.ts";
import { changePerson } from "./change.ts";
import { createPerson } from "./create.ts";
import { resumePerson } from "./resume.ts";
import { suspendPerson } from "./suspend.ts";

const tag = "People";

/** Routes of the panel that create and change people and their accounts. */
export function employmentPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/people",
    roles: training,
    operation: {
      id: "createPerson",
      tag,
      summary: "Create a person",
      description: "Courses that rules and dynamic groups ask for are assigned at once.",
      answers: { 201: { description: "The person.", schema: Person } },
      problems: [personAlreadyExists, sandboxFull],
    },
    body: PersonCreate,
    handle: async ({ caller, body }) => ({ status: 201, body: json((await createPerson(pool, caller, body)).text), etag: true }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/people/:id",
    roles: training,
    operation: {
      id: "changePerson",
      tag,
      summary: "Change a person, deactivate, or bring back",
      description:
        "A JSON Merge Patch. `active: false` deactivates the account: what was not started is cancelled, what was started withdrawn. `active: true` brings a deactivated account back: nothing is revived, and rules run again.",
      answers: { 200: { description: "The person after the change.", schema: Person } },
      problems: [managedElsewhere, personAlreadyExists, personSuspended, personAnonymized, preconditionFailed],
    },
    params: PersonParams,
    body: PersonChange,
    handle: async ({ caller, params, body, request }) => {
      const id = idOf(params.id, "No such user.");
      const text = await changePerson(pool, caller, { id, patch: body, if_match: request.headers["if-match"] });
      return { body: json(text), etag: true };
    },
  });
  accountRoute(panel, pool, {
    id: "suspendPerson",
    verb: "suspend",
    summary: "Suspend a person's account",
    description: "For a leave or a block: due dates stand still, seats are kept, and the person leaves the compliance matrix.",
    run: (context, id) => suspendPerson(pool, context, id),
  });
  accountRoute(panel, pool, {
    id: "resumePerson",
    verb: "resume",
    summary: "End the suspension of a person's account",
    description: "Due dates of what is open move by the days that the suspension lasted.",
    run: (context, id) => resumePerson(pool, context, id),
  });
}

type AccountOperation = {
  id: string;
  verb: string;
  summary: string;
  description: string;
  run: (context: Context, id: string) => Promise<void>;
};

function accountRoute(panel: FastifyInstance, pool: Pool, { id, verb, summary, description, run }: AccountOperation): void {
  panelRoute(panel, {
    method: "POST",
    url: `/people/:id/${verb}`,
    roles: training,
    departments: ({ caller, params }) => isPersonSeen(pool, caller.tenant.id, { user_id: params.id }),
    operation: {
      id,
      tag,
      summary,
      description,
      answers: { 204: { description: "Done.", schema: null } },
      problems: [personNotInUse],
    },
    params: PersonParams,
    handle: async ({ caller, params }) => {
      await run(caller, idOf(params.id, "No such user."));
      return { status: 204, body: null };
    },
  });
}
