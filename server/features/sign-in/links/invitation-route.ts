import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { it, panelRoute, training } from "../../../platform/http/panel-route.ts";
import { invitePerson } from "./invite.ts";
import { companySignInRequired, noSecondFactor } from "../errors.ts";
import { resetPersonFactors } from "../reset-factors.ts";
import { SignInLink } from "../schema.ts";
import type { SignInOptions } from "../session-record.ts";

/** Invites a learner to sign in for the first time. */
export function invitationRoute(panel: FastifyInstance, options: SignInOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/people/:id/invitation",
    roles: training,
    step_up: true,
    operation: {
      id: "invitePerson",
      tag: "People",
      summary: "Give a person a link to sign in with",
      description:
        "The link signs in once within seven days and lets the person set a password. It is mailed; who has no address is handed it. Earlier links end.",
      answers: { 200: { description: "Where the link went.", schema: SignInLink } },
      problems: [companySignInRequired],
    },
    params: Type.Object({ id: Type.String() }),
    handle: async ({ caller, params }) => ({ body: await invitePerson(options, caller, params.id) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/people/:id/second-factor",
    roles: it,
    step_up: true,
    operation: {
      id: "resetPersonFactors",
      tag: "People",
      summary: "Remove the second factor of a person who has lost it",
      description:
        "Passkeys, one-time codes and recovery codes; the person's sessions end, and a mail tells them. Sign-in asks for the password alone again.",
      answers: { 204: { description: "Done.", schema: null } },
      problems: [noSecondFactor],
    },
    params: Type.Object({ id: Type.String() }),
    async handle({ caller, params }) {
      await resetPersonFactors(options, caller, params.id);
      return { status: 204, body: null };
    },
  });
}
