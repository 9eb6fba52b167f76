import type { FastifyInstance } from "fastify";
import { it, panelRoute } from "../../../platform/http/panel-route.ts";
import { providerNotUsable, providerRequired } from "../errors.ts";
import { IdentitySetUp } from "../schema.ts";
import type { IdentityOptions } from "../start.ts";
import { saveSaml } from "./save.ts";
import { SaveSamlProviderRequest } from "./schema.ts";

/** A deadline for fetching metadata. */
const asking_ms = 20_000;

export function samlPanelRoutes(panel: FastifyInstance, options: IdentityOptions): void {
  panelRoute(panel, {
    method: "PUT",
    url: "/identity-provider/saml",
    roles: it,
    step_up: true,
    operation: {
      id: "saveSamlProvider",
      tag: "Settings",
      summary: "Set up or change an identity provider that speaks SAML 2.0",
      description:
        "By its metadata, pasted or fetched. Another provider, or another attribute by which people are known, makes it a draft; other certificates do not.",
      answers: { 200: { description: "The provider, and what is to be registered there.", schema: IdentitySetUp } },
      problems: [providerNotUsable, providerRequired],
    },
    deadline_ms: asking_ms,
    body: SaveSamlProviderRequest,
    handle: async ({ caller, body }) => ({ body: await saveSaml(options, caller, body) }),
  });
}
