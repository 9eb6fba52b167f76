import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { it, panelRoute } from "../../../platform/http/panel-route.ts";
import { tooManySignIns } from "../../sign-in/errors.ts";
import { addDomain, checkDomain, readDomains, removeDomain, type DomainOptions } from "./domains.ts";
import { domainExists, domainVerifiedElsewhere, tooManyDomains } from "./errors.ts";
import { AddDomainRequest, Domain, DomainList } from "./schema.ts";

const tag = "Settings";
const DomainId = Type.Object({ id: Type.String() });

/** The domains of the organisation. */
export function domainPanelRoutes(panel: FastifyInstance, options: DomainOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/domains",
    roles: it,
    operation: {
      id: "listDomains",
      tag,
      summary: "See the organisation's e-mail domains",
      answers: { 200: { description: "By name.", schema: DomainList } },
      problems: [],
    },
    handle: async ({ caller }) => ({ body: { domains: await readDomains(options, caller) } }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/domains",
    roles: it,
    step_up: true,
    operation: {
      id: "addDomain",
      tag,
      summary: "Add an e-mail domain",
      description: "It counts once its TXT record has been found.",
      answers: { 201: { description: "The domain, with the record that proves it.", schema: Domain } },
      problems: [domainExists, tooManyDomains],
    },
    body: AddDomainRequest,
    handle: async ({ caller, body }) => ({ status: 201, body: await addDomain(options, caller, body.domain) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/domains/:id/check",
    roles: it,
    step_up: true,
    operation: {
      id: "checkDomain",
      tag,
      summary: "Look for the TXT record of a domain",
      answers: { 200: { description: "The domain, with what was found.", schema: Domain } },
      problems: [domainVerifiedElsewhere, tooManySignIns],
    },
    params: DomainId,
    handle: async ({ caller, params }) => ({ body: await checkDomain(options, caller, params.id) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/domains/:id",
    roles: it,
    step_up: true,
    operation: {
      id: "removeDomain",
      tag,
      summary: "Remove an e-mail domain",
      description: "Its addresses count no more; who is linked already signs in as before.",
      answers: { 204: { description: "Done.", schema: null } },
    },
    params: DomainId,
    async handle({ caller, params }) {
      await removeDomain(options, caller, params.id);
      return { status: 204, body: null };
    },
  });
}
