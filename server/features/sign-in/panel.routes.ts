import type { FastifyInstance } from "fastify";
import { everybody_signed_in, panelRoute } from "../../platform/http/panel-route.ts";
import { Session } from "./schema.ts";
import { sessionRecord, type SignInOptions } from "./session-record.ts";

export function signInPanelRoutes(panel: FastifyInstance, options: SignInOptions): void {
  sessionRoute(panel, options);
}

function sessionRoute(panel: FastifyInstance, options: SignInOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/session",
    roles: everybody_signed_in,
    operation: {
      id: "getSession",
      tag: "Session",
      summary: "Who is signed in, and where",
      answers: { 200: { description: "The session.", schema: Session } },
      problems: [],
    },
    handle: async ({ request }) => ({ body: sessionRecord(options, request.panel_session!) }),
  });
}
