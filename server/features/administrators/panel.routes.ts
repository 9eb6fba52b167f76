import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { withTenant } from "../../platform/db/transaction.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { breakGlassAdministrator, noSecondFactor } from "../sign-in/errors.ts";
import { SessionList } from "../sign-in/schema.ts";
import { administratorExists, lastItAdministrator } from "./errors.ts";
import {
  change,
  endSessionOf,
  invite,
  inviteAgain,
  listSessionsOf,
  remove,
  resetSecondFactor,
  type AdministratorOptions,
} from "./manage.ts";
import { Administrator, AdministratorList, ChangeRequest, InviteRequest } from "./schema.ts";
import { listRecords } from "./sql.ts";

const tag = "Administrators";
const AdministratorId = Type.Object({ id: Type.String() });
const no_content = { 204: { description: "Done.", schema: null } };

/** Routes for administrators of the organisation: list, invite, change, remove, sessions. */
export function administratorPanelRoutes(panel: FastifyInstance, options: AdministratorOptions): void {
  const { pool } = options;
  panelRoute(panel, {
    method: "GET",
    url: "/administrators",
    roles: it,
    operation: {
      id: "listAdministrators",
      tag,
      summary: "List the administrators",
      answers: { 200: { description: "By name.", schema: AdministratorList } },
    },
    async handle({ caller: { tenant } }) {
      const list = await withTenant(pool, tenant.id, (db) => listRecords(db, tenant.id, null));
      return { body: json(`{"administrators":${list}}`) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/administrators",
    roles: it,
    step_up: true,
    operation: {
      id: "inviteAdministrator",
      tag,
      summary: "Invite an administrator",
      description: "Mails a link that signs in once within seven days and lets them set a password.",
      answers: { 201: { description: "The administrator.", schema: Administrator } },
      problems: [administratorExists],
    },
    body: InviteRequest,
    handle: async ({ caller, body }) => ({ status: 201, body: json(await invite(options, caller, body)) }),
  });
  changingRoutes(panel, options);
  helpingRoutes(panel, options);
  sessionRoutes(panel, options);
}

function changingRoutes(panel: FastifyInstance, options: AdministratorOptions): void {
  panelRoute(panel, {
    method: "PATCH",
    url: "/administrators/:id",
    roles: it,
    step_up: true,
    operation: {
      id: "changeAdministrator",
      tag,
      summary: "Change an administrator's name, role or departments, disable or enable",
      description: "A new role, other departments, and being disabled, end the administrator's sessions.",
      answers: { 200: { description: "The administrator.", schema: Administrator } },
      problems: [lastItAdministrator, breakGlassAdministrator],
    },
    params: AdministratorId,
    body: ChangeRequest,
    handle: async ({ caller, params, body }) => ({ body: json(await change(options, caller, params.id, body)) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/administrators/:id",
    roles: it,
    step_up: true,
    operation: {
      id: "removeAdministrator",
      tag,
      summary: "Remove an administrator",
      answers: no_content,
      problems: [lastItAdministrator, breakGlassAdministrator],
    },
    params: AdministratorId,
    async handle({ caller, params }) {
      await remove(options, caller, params.id);
      return { status: 204, body: null };
    },
  });
}

function helpingRoutes(panel: FastifyInstance, options: AdministratorOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/administrators/:id/invitation",
    roles: it,
    step_up: true,
    operation: {
      id: "inviteAdministratorAgain",
      tag,
      summary: "Mail an administrator another link",
      answers: no_content,
    },
    params: AdministratorId,
    async handle({ caller, params }) {
      await inviteAgain(options, caller, params.id);
      return { status: 204, body: null };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/administrators/:id/second-factor",
    roles: it,
    step_up: true,
    operation: {
      id: "resetSecondFactor",
      tag,
      summary: "Remove the second factor of an administrator who has lost it",
      answers: no_content,
      problems: [noSecondFactor, breakGlassAdministrator],
    },
    params: AdministratorId,
    async handle({ caller, params }) {
      await resetSecondFactor(options, caller, params.id);
      return { status: 204, body: null };
    },
  });
}

function sessionRoutes(panel: FastifyInstance, options: AdministratorOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/administrators/:id/sessions",
    roles: it,
    operation: {
      id: "listAdministratorSessions",
      tag,
      summary: "Where an administrator is signed in",
      answers: { 200: { description: "The sessions, the latest first.", schema: SessionList } },
    },
    params: AdministratorId,
    handle: async ({ caller, params }) => ({ body: json(`{"sessions":${await listSessionsOf(options, caller, params.id)}}`) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/administrators/:id/sessions/:session_id",
    roles: it,
    operation: {
      id: "endAdministratorSession",
      tag,
      summary: "End a session of an administrator",
      answers: no_content,
    },
    params: Type.Object({ id: Type.String(), session_id: Type.String() }),
    async handle({ caller, params }) {
      await endSessionOf(options, caller, params.id, params.session_id);
      return { status: 204, body: null };
    },
  });
}
