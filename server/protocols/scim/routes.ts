import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { authenticate, type AuthenticateOptions } from "../../features/clients/admission/authenticate.ts";
import { answerFailures } from "../../platform/http/server.ts";
import { showBearer } from "./authenticate.ts";
import { readScimBodies } from "./bodies.ts";
import { bulk_timeout_ms, runBulk } from "./bulk/bulk.ts";
import { getResourceType, getSchema, getServiceProviderConfig, listResourceTypes, listSchemas } from "./discovery.ts";
import type { ScimOptions } from "./exchange.ts";
import { getGroup, listGroupPage } from "./groups/groups.ts";
import { patchTogether } from "./groups/together.ts";
import { createGroup, deleteGroup, patchGroup, replaceGroup } from "./groups/write.ts";
import { readListRequest, readProjectionRequest } from "./lists/list-request.ts";
import { logRefusals, mountScim, refuseOthers, type ScimRoute } from "./mount.ts";
import { noteRefusals } from "./sync-log/note-refusals.ts";
import { renderScimProblem } from "./render.ts";
import { searchAll, searchGroups, searchUsers } from "./lists/search.ts";
import { getUser, listUserPage } from "./users/users.ts";
import { createUser, deleteUser, patchUser, replaceUser } from "./users/write.ts";

/** A request may set 100,000 members of a group at once. */
const group_body_max_bytes = 16 * 1_048_576;
const group_timeout_ms = 30_000;

/** All paths after `/scim/v2/{tenant_code}`. */
const routes: readonly ScimRoute[] = [
  { method: "GET", path: "/ServiceProviderConfig", handle: (exchange) => getServiceProviderConfig(exchange) },
  // The name in drafts of the RFC, which Microsoft's tests still use.
  { method: "GET", path: "/serviceConfiguration", handle: (exchange) => getServiceProviderConfig(exchange) },
  { method: "GET", path: "/ResourceTypes", handle: (exchange, { query }) => listResourceTypes(exchange, query) },
  { method: "GET", path: "/ResourceTypes/:id", handle: (exchange, { id }) => getResourceType(exchange, id) },
  { method: "GET", path: "/Schemas", handle: (exchange, { query }) => listSchemas(exchange, query) },
  { method: "GET", path: "/Schemas/:id", handle: (exchange, { id }) => getSchema(exchange, id) },

  { method: "GET", path: "/Users", handle: (exchange, { query }) => listUserPage(exchange, readListRequest(query)) },
  {
    method: "POST",
    path: "/Users",
    handle: (exchange, { body, query, describe }) => createUser(exchange, body, readProjectionRequest(query), describe),
  },
  {
    method: "GET",
    path: "/Users/:id",
    handle: (exchange, { id, query, preconditions }) => getUser(exchange, id, readProjectionRequest(query), preconditions),
  },
  {
    method: "PUT",
    path: "/Users/:id",
    handle: (exchange, { id, body, query, preconditions }) =>
      replaceUser(exchange, id, body, readProjectionRequest(query), preconditions),
  },
  {
    method: "PATCH",
    path: "/Users/:id",
    handle: (exchange, { id, body, query, preconditions }) =>
      patchUser(exchange, id, body, readProjectionRequest(query), preconditions),
  },
  { method: "DELETE", path: "/Users/:id", handle: (exchange, { id, preconditions }) => deleteUser(exchange, id, preconditions) },

  { method: "GET", path: "/Groups", handle: (exchange, { query }) => listGroupPage(exchange, readListRequest(query)) },
  {
    method: "POST",
    path: "/Groups",
    body_limit_bytes: group_body_max_bytes,
    timeout_ms: group_timeout_ms,
    handle: (exchange, { body, query }) => createGroup(exchange, body, readProjectionRequest(query)),
  },
  {
    method: "GET",
    path: "/Groups/:id",
    handle: (exchange, { id, query, preconditions }) => getGroup(exchange, id, readProjectionRequest(query), preconditions),
  },
  {
    method: "PUT",
    path: "/Groups/:id",
    body_limit_bytes: group_body_max_bytes,
    timeout_ms: group_timeout_ms,
    handle: (exchange, { id, body, query, preconditions }) =>
      replaceGroup(exchange, id, body, readProjectionRequest(query), preconditions),
  },
  {
    method: "PATCH",
    path: "/Groups/:id",
    body_limit_bytes: group_body_max_bytes,
    timeout_ms: group_timeout_ms,
    handle: async (exchange, input) => {
      const { id, body, query, preconditions } = input;
      const shown = readProjectionRequest(query);
      return (await patchTogether(exchange, input, shown)) ?? patchGroup(exchange, id, body, shown, preconditions);
    },
  },
  {
    method: "DELETE",
    path: "/Groups/:id",
    handle: (exchange, { id, preconditions }) => deleteGroup(exchange, id, preconditions),
  },

  { method: "POST", path: "/.search", handle: (exchange, { body }) => searchAll(exchange, body) },
  { method: "POST", path: "/Users/.search", handle: (exchange, { body }) => searchUsers(exchange, body) },
  { method: "POST", path: "/Groups/.search", handle: (exchange, { body }) => searchGroups(exchange, body) },

  { method: "POST", path: "/Bulk", timeout_ms: bulk_timeout_ms, handle: (exchange, { body }) => runBulk(exchange, body) },
];

/** Mounts SCIM: the admission of the integration API, with errors in the form of RFC 7644. */
export function scimRoutes(app: FastifyInstance, options: ScimOptions & AuthenticateOptions & { log: Logger }): void {
  app.register(async (door) => {
    answerFailures(door, renderScimProblem, options.log);
    door.register(async (scim) => {
      logRefusals(scim, options);
      readScimBodies(scim);
      const door_keeper = noteRefusals(options, showBearer(options.keyring, options.base_url));
      scim.addHook("onRequest", authenticate(door_keeper.options, door_keeper.show));
      for (const route of routes) mountScim(scim, options, route);
      refuseOthers(scim, routes);
    });
  });
}
