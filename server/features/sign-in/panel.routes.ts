import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { setCookie, cookieName, readCookie } from "../../platform/http/cookies.ts";
import { everybody_signed_in, openPanelRoute, panelRoute } from "../../platform/http/panel-route.ts";
import { unauthenticated } from "../../platform/http/openapi/panel-problems.ts";
import { json, type Answer } from "../../platform/http/route.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { invitationRoute } from "./links/invitation-route.ts";
import { chooseLanguage } from "./choose-language.ts";
import { endOtherSessions, endSession } from "./end-session.ts";
import {
  companySignInRequired,
  linkNotValid,
  passwordNotConfirmed,
  secondFactorRequired,
  signInFailed,
  tooManySignIns,
} from "./errors.ts";
import { callerOf, home_cookie, noSession, refuseSessionElsewhere, requireSession, session_cookie } from "./guard.ts";
import { isShared } from "./kiosk/kiosk.ts";
import { kioskRoutes } from "./kiosk/routes.ts";
import { browser_cookie } from "./known-browser.ts";
import { signInByLink } from "./links/open-link.ts";
import { answerWithSession, browserOf, homeCookie, sessionCookie } from "./open-session.ts";
import { askedBrowser } from "./passkeys/ask.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { recoveryCodeRoutes } from "./recovery-codes/routes.ts";
import { requestReset } from "./links/request-reset.ts";
import {
  EndedSessions,
  LanguageRequest,
  LinkRequest,
  PasswordRequest,
  PasswordResetRequest,
  Session,
  SessionList,
  SignInRequest,
  StepUpRequest,
} from "./schema.ts";
import { sessionRecord, type SignInOptions } from "./session-record.ts";
import { setPassword } from "./links/set-password.ts";
import { signIn, type Place } from "./sign-in.ts";
import { stepUp } from "./step-up.ts";
import { secondFactorRoutes } from "./second-factor-routes.ts";
import { sessionsStatement } from "./sessions-sql.ts";

/** Signing in and out, passwords, and the account's own sessions. */
export function signInPanelRoutes(panel: FastifyInstance, options: SignInOptions): void {
  sessionRoute(panel, options);
  signInRoute(panel, options);
  linkRoute(panel, options);
  passwordRoute(panel, options);
  passwordResetRoute(panel, options);
  languageRoute(panel, options);
  stepUpRoute(panel, options);
  signOutRoute(panel, options);
  sessionListRoute(panel, options);
  sessionEndRoutes(panel, options);
  secondFactorRoutes(panel, options);
  recoveryCodeRoutes(panel, options);
  passkeyRoutes(panel, options, (request) => placeOf(options, request));
  invitationRoute(panel, options);
  kioskRoutes(panel, options);
}

const session_answer = { 200: { description: "The session; its cookie comes with it.", schema: Session } };
const no_content = { 204: { description: "Done.", schema: null } };

function sessionRoute(panel: FastifyInstance, options: SignInOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/session",
    roles: everybody_signed_in,
    departments: "own",
    operation: {
      id: "getSession",
      tag: "Session",
      summary: "Who is signed in, and where",
      answers: { 200: { description: "The session.", schema: Session } },
    },
    handle: async ({ request }) => ({ body: await sessionRecord(options, request.panel_session!, isShared(options, request)) }),
  });
}

function signInRoute(panel: FastifyInstance, options: SignInOptions): void {
  openPanelRoute(panel, {
    method: "POST",
    url: "/sign-in",
    operation: {
      id: "signIn",
      tag: "Session",
      summary: "Sign in by password",
      answers: session_answer,
      problems: [signInFailed, secondFactorRequired, companySignInRequired, tooManySignIns],
    },
    body: SignInRequest,
    async handle({ request, body }) {
      return answerWithSession(options, request, await signIn(options, placeOf(options, request), body));
    },
  });
}

function linkRoute(panel: FastifyInstance, options: SignInOptions): void {
  openPanelRoute(panel, {
    method: "POST",
    url: "/sign-in/link",
    operation: {
      id: "signInByLink",
      tag: "Session",
      summary: "Sign in by a one-time link",
      answers: session_answer,
      problems: [linkNotValid, signInFailed, secondFactorRequired, companySignInRequired, tooManySignIns],
    },
    body: LinkRequest,
    async handle({ request, body }) {
      return answerWithSession(options, request, await signInByLink(options, placeOf(options, request), body));
    },
  });
}

function passwordRoute(panel: FastifyInstance, options: SignInOptions): void {
  openPanelRoute(panel, {
    method: "POST",
    url: "/password",
    operation: {
      id: "setPassword",
      tag: "Session",
      summary: "Set a password",
      description:
        "Of the account that has signed in: with `current_password`, or without it in a session that a one-time link began. With `token`, of the account that the link names. All other sessions of the account end.",
      answers: no_content,
      problems: [unauthenticated, linkNotValid, companySignInRequired, passwordNotConfirmed, tooManySignIns],
    },
    body: PasswordRequest,
    async handle({ request, caller, body }) {
      if (caller === null && body.token === undefined) await requireSession(options.pool, sessionToken(options, request));
      const token = await setPassword(options, placeOf(options, request), caller, body);
      return caller === null ? { status: 204, body: null } : withCookie(options, caller, token);
    },
  });
}

function passwordResetRoute(panel: FastifyInstance, options: SignInOptions): void {
  openPanelRoute(panel, {
    method: "POST",
    url: "/password-reset",
    operation: {
      id: "requestPasswordReset",
      tag: "Session",
      summary: "Ask for a link to set a new password",
      description: "The answer is the same whether there is such an account or not.",
      answers: { 202: { description: "If there is such an account, a mail is on its way.", schema: null } },
      problems: [tooManySignIns],
    },
    body: PasswordResetRequest,
    async handle({ request, body }) {
      await requestReset(options, placeOf(options, request), body);
      return { status: 202, body: null };
    },
  });
}

function languageRoute(panel: FastifyInstance, { pool }: SignInOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/language",
    roles: everybody_signed_in,
    departments: "own",
    operation: {
      id: "chooseLanguage",
      tag: "Session",
      summary: "Choose the language of the own account",
      description: "In it the account is written to, and its pages begin on a device where none was chosen.",
      answers: no_content,
    },
    body: LanguageRequest,
    async handle({ caller, body }) {
      await chooseLanguage(pool, caller, body.language);
      return { status: 204, body: null };
    },
  });
}

function stepUpRoute(panel: FastifyInstance, options: SignInOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/step-up",
    roles: everybody_signed_in,
    departments: "own",
    operation: {
      id: "stepUp",
      tag: "Session",
      summary: "Give the password again, or a passkey",
      description: "For ten minutes operations that show a secret or widen access need not ask.",
      answers: no_content,
      problems: [passwordNotConfirmed, secondFactorRequired, tooManySignIns],
    },
    body: StepUpRequest,
    handle: async ({ caller, body }) => withCookie(options, caller, await stepUp(options, caller, body)),
  });
}

function signOutRoute(panel: FastifyInstance, options: SignInOptions): void {
  openPanelRoute(panel, {
    method: "POST",
    url: "/sign-out",
    operation: {
      id: "signOut",
      tag: "Session",
      summary: "Sign out",
      description: "Also where the session has ended before: the browser keeps nothing of it.",
      answers: no_content,
      problems: [],
    },
    async handle({ caller, request }) {
      if (caller !== null) await endSession(options.pool, caller, caller.session.id);
      return { status: 204, body: null, headers: await signedOut(options, request) };
    },
  });
}

/**
 * Deletes the cookie of an ended session, and ends the session from which a sandbox was opened. A browser that did not receive
 * the answer repeats the request, and loses its cookie then. Refuses a session whose organisation is on another node, because
 * that session has not ended.
 */
export async function signedOut(options: SignInOptions, request: FastifyRequest): Promise<{ "set-cookie": string }> {
  if (request.panel_caller === null) await refuseSessionElsewhere(options.pool, sessionToken(options, request));
  const cookies = [setCookie(options.base_url, session_cookie, "", 0)];
  const home = readCookie(request, cookieName(options.base_url, home_cookie));
  if (home !== null) {
    await endHome(options.pool, home, request.id);
    cookies.push(homeCookie(options, ""));
  }
  return { "set-cookie": cookies as unknown as string };
}

/** Signing out in a sandbox also ends the session from which it was opened. */
async function endHome(pool: Pool, token: string, request_id: string): Promise<void> {
  const session = await requireSession(pool, token).catch(noSession);
  if (session === null) return;
  const caller = callerOf(session, request_id);
  await endSession(pool, caller, caller.session.id);
}

function sessionListRoute(panel: FastifyInstance, { pool }: SignInOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/sessions",
    roles: everybody_signed_in,
    departments: "own",
    operation: {
      id: "listSessions",
      tag: "Session",
      summary: "Where the own account is signed in",
      answers: { 200: { description: "The sessions, the latest first.", schema: SessionList } },
    },
    async handle({ caller: { tenant, account, session } }) {
      const [row] = await readTenant<{ json: string }>(pool, tenant.id, sessionsStatement(tenant.id, account.id, session.id));
      return { body: json(`{"sessions":${row!.json}}`) };
    },
  });
}

function sessionEndRoutes(panel: FastifyInstance, { pool }: SignInOptions): void {
  panelRoute(panel, {
    method: "DELETE",
    url: "/sessions",
    roles: everybody_signed_in,
    operation: {
      id: "endOtherSessions",
      tag: "Session",
      summary: "End all own sessions but this one",
      answers: { 200: { description: "They have ended, in every process.", schema: EndedSessions } },
      problems: [],
    },
    handle: async ({ caller }) => ({ body: { ended: await endOtherSessions(pool, caller) } }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/sessions/:id",
    roles: everybody_signed_in,
    departments: "own",
    operation: { id: "endSession", tag: "Session", summary: "End one of the own sessions", answers: no_content, problems: [] },
    async handle({ caller, request }) {
      await endSession(pool, caller, (request.params as { id: string }).id);
      return { status: 204, body: null };
    },
  });
}

/** The answer to a change of the session, with its new cookie if there is a session. */
function withCookie(options: SignInOptions, { tenant, account }: PanelCaller, token: string | null): Answer {
  return {
    status: 204,
    body: null,
    ...(token === null ? {} : { headers: { "set-cookie": sessionCookie(options, token, tenant.code, account.kind) } }),
  };
}

function sessionToken({ base_url }: SignInOptions, request: FastifyRequest): string | null {
  return readCookie(request, cookieName(base_url, session_cookie));
}

function placeOf({ base_url }: SignInOptions, request: FastifyRequest): Place {
  const mark = readCookie(request, cookieName(base_url, browser_cookie));
  return { browser: browserOf({ base_url }, request), mark, asked: askedBrowser({ base_url }, request), request_id: request.id };
}
