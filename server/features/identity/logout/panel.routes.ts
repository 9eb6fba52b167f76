import type { FastifyInstance } from "fastify";
import { openPanelRoute } from "../../../platform/http/panel-route.ts";
import { signedOut } from "../../sign-in/panel.routes.ts";
import { IdentitySignedOut } from "../schema.ts";
import type { IdentityOptions } from "../start.ts";
import { signOut } from "./sign-out.ts";

/** Sign-out here, and at the provider. */
export function signOutPanelRoutes(panel: FastifyInstance, options: IdentityOptions, asking_ms: number): void {
  openPanelRoute(panel, {
    method: "POST",
    url: "/sign-out/company",
    operation: {
      id: "signOutOfCompany",
      tag: "Session",
      summary: "Sign out, and learn where the company's provider does the same",
      description:
        "The session has ended with the answer, whatever the browser does next. Also where it had ended before: the browser keeps nothing of it, and is sent nowhere.",
      answers: { 200: { description: "Where the browser goes to be signed out there.", schema: IdentitySignedOut } },
      problems: [],
    },
    deadline_ms: asking_ms,
    async handle({ caller, request }) {
      const location = caller === null ? null : await signOut(options, caller);
      return { body: { location }, headers: await signedOut(options, request) };
    },
  });
}
