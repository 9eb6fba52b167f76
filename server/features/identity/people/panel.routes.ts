import type { FastifyInstance } from "fastify";
import { it, panelRoute } from "../../../platform/http/panel-route.ts";
import { peopleComeByScim, providerNotTested, verifiedDomainNeeded } from "../errors.ts";
import { IdentitySetUp } from "../schema.ts";
import type { IdentityOptions } from "../start.ts";
import { savePeopleSettings } from "./save-people.ts";
import { IdentityPeopleRequest } from "./schema.ts";

/** Settings for creating people at their first sign-in. */
export function peoplePanelRoutes(panel: FastifyInstance, options: IdentityOptions): void {
  panelRoute(panel, {
    method: "PUT",
    url: "/identity-provider/people",
    roles: it,
    step_up: true,
    operation: {
      id: "setIdentityPeople",
      tag: "Settings",
      summary: "Say whether people are created at their first sign-in, and of what",
      description:
        "People who are known already are never changed by it. Where an identity provider brings people in by SCIM, nobody is created.",
      answers: { 200: { description: "The provider, and what is to be registered there.", schema: IdentitySetUp } },
      problems: [providerNotTested, peopleComeByScim, verifiedDomainNeeded],
    },
    body: IdentityPeopleRequest,
    handle: async ({ caller, body }) => ({ body: await savePeopleSettings(options, caller, body) }),
  });
}
