import type { FastifyInstance } from "fastify";
import { administrators, panelRoute } from "../../platform/http/panel-route.ts";
import { breakGlassAdministrator, noSecondFactor, secondFactorExists, tooManySignIns, wrongCode } from "./errors.ts";
import { sessionCookie } from "./open-session.ts";
import { ConfirmSecondFactorRequest, SecondFactor } from "./schema.ts";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from "./second-factor.ts";
import type { SignInOptions } from "./session-record.ts";

const no_content = { 204: { description: "Done.", schema: null } };

/** One-time codes as second factor of administrators. */
export function secondFactorRoutes(panel: FastifyInstance, options: SignInOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/second-factor",
    roles: administrators,
    departments: "own",
    step_up: true,
    operation: {
      id: "beginSecondFactor",
      tag: "Session",
      summary: "Begin a second factor",
      description: "Shows the secret this once. It counts once a code of it has been confirmed.",
      answers: { 200: { description: "The secret.", schema: SecondFactor } },
      problems: [secondFactorExists],
    },
    handle: async ({ caller }) => ({ body: await beginSecondFactor(options, caller) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/second-factor/confirm",
    roles: administrators,
    departments: "own",
    operation: {
      id: "confirmSecondFactor",
      tag: "Session",
      summary: "Confirm the second factor by a code of it",
      answers: no_content,
      problems: [secondFactorExists, noSecondFactor, wrongCode, tooManySignIns],
    },
    body: ConfirmSecondFactorRequest,
    async handle({ caller, body }) {
      const token = await confirmSecondFactor(options, caller, body.code);
      const cookie = sessionCookie(options, token, caller.tenant.code, caller.account.kind);
      return { status: 204, body: null, headers: { "set-cookie": cookie } };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/second-factor",
    roles: administrators,
    departments: "own",
    step_up: true,
    operation: {
      id: "removeSecondFactor",
      tag: "Session",
      summary: "Remove the second factor",
      answers: no_content,
      problems: [noSecondFactor, breakGlassAdministrator],
    },
    async handle({ caller }) {
      await removeSecondFactor(options, caller);
      return { status: 204, body: null };
    },
  });
}
