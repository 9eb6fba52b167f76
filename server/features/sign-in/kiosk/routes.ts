import type { FastifyInstance } from "fastify";
import { setCookie } from "../../../platform/http/cookies.ts";
import { it, openPanelRoute, panelRoute } from "../../../platform/http/panel-route.ts";
import { endSession } from "../end-session.ts";
import { session_cookie } from "../guard.ts";
import type { SignInOptions } from "../session-record.ts";
import { sharedCookie } from "./kiosk.ts";

const tag = "Session";
const no_content = { 204: { description: "Done.", schema: null } };

/** Marks a browser as shared by several people, or removes the mark. */
export function kioskRoutes(panel: FastifyInstance, options: SignInOptions): void {
  openPanelRoute(panel, {
    method: "POST",
    url: "/shared-browser",
    operation: {
      id: "markSharedBrowser",
      tag,
      summary: "Mark this browser as shared",
      description:
        "Sessions that begin in it end after three minutes without use, nothing of them is remembered, and the company's identity is asked for anew each time. A session that there is ends.",
      answers: no_content,
      problems: [],
    },
    async handle({ caller }) {
      const cookies = [sharedCookie(options, true)];
      if (caller !== null) {
        await endSession(options.pool, caller, caller.session.id);
        cookies.push(setCookie(options.base_url, session_cookie, "", 0));
      }
      return { status: 204, body: null, headers: { "set-cookie": cookies as unknown as string } };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/shared-browser",
    roles: it,
    operation: {
      id: "unmarkSharedBrowser",
      tag,
      summary: "This browser is shared no more",
      description: "For an IT administrator who is signed in there. The session goes on as it is.",
      answers: no_content,
      problems: [],
    },
    handle: async () => ({ status: 204, body: null, headers: { "set-cookie": sharedCookie(options, false) } }),
  });
}
