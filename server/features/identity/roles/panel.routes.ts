import type { FastifyInstance } from "fastify";
import { it, panelRoute } from "../../../platform/http/panel-route.ts";
import { providerNotTested, rolesNotSeen } from "../errors.ts";
import { IdentitySetUp } from "../schema.ts";
import type { IdentityOptions } from "../start.ts";
import { previewRoles } from "./preview.ts";
import { saveRoles, switchRoles } from "./save-roles.ts";
import { IdentityRolePreview, IdentityRolesRequest, SwitchRolesRequest } from "./schema.ts";

const tag = "Settings";
const set_up = { 200: { description: "The provider, and what is to be registered there.", schema: IdentitySetUp } };

/** Roles that follow from the provider's claims. */
export function rolePanelRoutes(panel: FastifyInstance, options: IdentityOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/identity-provider/roles",
    roles: it,
    operation: {
      id: "previewIdentityRoles",
      tag,
      summary: "See what roles people would get by what the last sign-ins have shown",
      answers: { 200: { description: "One row a subject, the latest first; 50 at most.", schema: IdentityRolePreview } },
      problems: [],
    },
    handle: async ({ caller }) => ({ body: await previewRoles(options, caller) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/identity-provider/roles",
    roles: it,
    step_up: true,
    operation: {
      id: "setIdentityRoles",
      tag,
      summary: "Say which roles follow from which values of a claim",
      description: "What is changed is off until it is switched on.",
      answers: set_up,
    },
    body: IdentityRolesRequest,
    handle: async ({ caller, body }) => ({ body: await saveRoles(options, caller, body) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/identity-provider/roles/state",
    roles: it,
    step_up: true,
    operation: {
      id: "switchIdentityRoles",
      tag,
      summary: "Give and take roles at sign-ins, or stop doing so",
      description: "It takes a sign-in or test that has shown the claim. Switched off, everybody keeps the role that they have.",
      answers: set_up,
      problems: [providerNotTested, rolesNotSeen],
    },
    body: SwitchRolesRequest,
    handle: async ({ caller, body }) => ({ body: await switchRoles(options, caller, body.on) }),
  });
}
