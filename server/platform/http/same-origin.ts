import type { FastifyRequest } from "fastify";
import { crossSiteRequest } from "./openapi/panel-problems.ts";

/** Refuses a change that a page of another site requested. It relies on headers that browsers set and scripts cannot change. */
export function refuseOtherSites(request: FastifyRequest, origin: string): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const { headersDistinct } = request.raw;
  const [origins, sites] = [headersDistinct["origin"] ?? [], headersDistinct["sec-fetch-site"] ?? []];
  const same = origins.length === 1 && origins[0] === origin && sites.length === 1 && sites[0] === "same-origin";
  if (!same) throw crossSiteRequest("A change must come from a page of this service.");
}
