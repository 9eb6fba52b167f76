import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { everybody_signed_in, panelRoute } from "../../../platform/http/panel-route.ts";
import type { Answer } from "../../../platform/http/route.ts";
import { Closed } from "../../../platform/http/schema.ts";
import { tooManySignIns } from "../../sign-in/errors.ts";
import { companySignInNotOffered, providerNotUsable } from "../errors.ts";
import { IdentityDeparture } from "../schema.ts";
import type { Departure, IdentityOptions } from "../start.ts";
import { readWays, startStepUp } from "./step-up.ts";

const StepUpWays = Closed(
  {
    password: Type.Boolean({ description: "The account has a password here." }),
    identity_provider: Type.Boolean({ description: "The account belongs to a subject of the company's identity provider." }),
  },
  { $id: "StepUpWays" },
);

type Browsers = { tripToken: (request: FastifyRequest) => string | null; departing: (departure: Departure) => Answer };

/** Step-up through the company's identity provider, in place of the password. */
export function stepUpPanelRoutes(
  panel: FastifyInstance,
  options: IdentityOptions,
  { tripToken, departing }: Browsers,
  deadline_ms: number,
): void {
  panelRoute(panel, {
    method: "GET",
    url: "/step-up",
    roles: everybody_signed_in,
    departments: "own",
    operation: {
      id: "readStepUpWays",
      tag: "Session",
      summary: "In which ways the own account can confirm that it is its own",
      description: "Passkeys are in their own list.",
      answers: { 200: { description: "The ways.", schema: StepUpWays } },
      problems: [],
    },
    handle: async ({ caller }) => ({ body: await readWays(options, caller) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/step-up/company",
    roles: everybody_signed_in,
    departments: "own",
    operation: {
      id: "stepUpByCompany",
      tag: "Session",
      summary: "Confirm with the company's identity",
      description:
        "Says where the browser goes: to the identity provider, which asks anew who it is. Back at `/panel/confirm-company`, operations that ask for the password need not ask for ten minutes.",
      answers: { 200: { description: "Where the browser goes next; a cookie comes with it.", schema: IdentityDeparture } },
      problems: [companySignInNotOffered, providerNotUsable, tooManySignIns],
    },
    deadline_ms,
    async handle({ caller, request }) {
      return departing(await startStepUp(options, caller, { address: request.address, browser_token: tripToken(request) }));
    },
  });
}
