import type { FastifyInstance } from "fastify";
import type { PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { cookieName, readCookie } from "../../../platform/http/cookies.ts";
import { it, panelRoute, readers } from "../../../platform/http/panel-route.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { instantText } from "../../../platform/instants.ts";
import { sandbox_mails_max } from "../../mail/sql.ts";
import { sandbox_people_max } from "../../people/writing/sandbox-room.ts";
import { home_cookie, session_cookie } from "../../sign-in/guard.ts";
import { isShared } from "../../sign-in/kiosk/kiosk.ts";
import { answerWithSession, browserOf, cookiesBackHome } from "../../sign-in/open-session.ts";
import { Session } from "../../sign-in/schema.ts";
import { sessionRecord, type SignInOptions } from "../../sign-in/session-record.ts";
import { advanceClock, advance_deadline_ms, type AdvanceOptions } from "../advance.ts";
import { ClockAdvance, SandboxClock } from "../schema.ts";
import { createSandbox } from "./create.ts";
import { sandboxExists } from "./errors.ts";
import { leaveSandbox, openSandbox } from "./open.ts";
import { countPeople, findHome, findSandbox } from "./own-sql.ts";
import { removeSandbox, resetSandbox } from "./remove.ts";
import { CreatedSandbox, CreateSandboxRequest, OwnSandbox, SandboxCode } from "./schema.ts";

const tag = "Sandbox";
/** Filling a sandbox takes seconds, and much longer on a slow machine. */
const fill_deadline_ms = 120_000;
const made = { 201: { description: "The sandbox, and the secret of its client.", schema: CreatedSandbox } };

export type OwnSandboxPanelOptions = SignInOptions & AdvanceOptions;

/**
 * Routes for the sandbox of an organisation: create, open, leave, reset and delete; and for the clock of the sandbox in which the
 * caller is.
 */
export function sandboxPanelRoutes(panel: FastifyInstance, options: OwnSandboxPanelOptions): void {
  readingRoute(panel, options.pool);
  makingRoutes(panel, options);
  openingRoutes(panel, options);
  clockRoute(panel, options);
}

function readingRoute(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/sandbox",
    roles: readers,
    departments: "own",
    operation: {
      id: "readSandbox",
      tag,
      summary: "Read which sandbox the organisation has, or whose it is",
      answers: { 200: { description: "The sandbox, and the organisation behind a sandbox.", schema: OwnSandbox } },
    },
    handle: async ({ caller }) => ({ body: { sandbox: await shownSandbox(pool, caller), home: await shownHome(pool, caller) } }),
  });
}

async function shownSandbox(pool: Pool, { tenant }: PanelCaller) {
  const sandbox = await findSandbox(pool, tenant.id);
  if (sandbox === undefined) return null;
  const { id, code, name, created_us, now_us } = sandbox;
  const people = await withTenant(pool, id, (db) => countPeople(db, id));
  const limits = { people_max: sandbox_people_max, mails_kept_max: sandbox_mails_max };
  return { code, name, created_at: instantOf(created_us), now: instantOf(now_us), people, ...limits };
}

async function shownHome(pool: Pool, { tenant }: PanelCaller) {
  const home = tenant.kind === "sandbox" ? await findHome(pool, tenant.id) : undefined;
  return home === undefined ? null : { code: home.code, name: home.name };
}

function makingRoutes(panel: FastifyInstance, options: OwnSandboxPanelOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/sandbox",
    roles: it,
    step_up: true,
    deadline_ms: fill_deadline_ms,
    operation: { id: "createSandbox", tag, summary: "Make the organisation's sandbox", answers: made, problems: [sandboxExists] },
    body: CreateSandboxRequest,
    async handle({ caller, body }) {
      const created = await createSandbox(options, caller, body.name);
      return { status: 201, body: created };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/sandbox/:code/reset",
    roles: it,
    step_up: true,
    deadline_ms: fill_deadline_ms,
    operation: {
      id: "resetSandbox",
      tag,
      summary: "Delete the sandbox and make it anew",
      description: "Under the same code and name, with a new client; its clock shows real time again.",
      answers: made,
      problems: [sandboxExists],
    },
    params: SandboxCode,
    handle: async ({ caller, params }) => ({ status: 201, body: await resetSandbox(options, caller, params.code) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/sandbox/:code",
    roles: it,
    step_up: true,
    deadline_ms: fill_deadline_ms,
    operation: {
      id: "deleteSandbox",
      tag,
      summary: "Delete the sandbox with everything in it",
      answers: { 204: { description: "Done.", schema: null } },
      problems: [],
    },
    params: SandboxCode,
    async handle({ caller, params }) {
      await removeSandbox(options, caller, params.code);
      return { status: 204, body: null };
    },
  });
}

function openingRoutes(panel: FastifyInstance, options: OwnSandboxPanelOptions): void {
  const { pool, base_url } = options;
  panelRoute(panel, {
    method: "POST",
    url: "/sandbox/open",
    roles: readers,
    operation: {
      id: "openSandbox",
      tag,
      summary: "Go on in the sandbox, in the same role",
      description: "The session there ends with the one that it was opened from.",
      answers: { 200: { description: "The session in the sandbox; its cookie comes with it.", schema: Session } },
      problems: [notFound],
    },
    async handle({ caller, request }) {
      const home = readCookie(request, cookieName(base_url, session_cookie));
      const opened = await openSandbox(pool, caller, browserOf(options, request));
      return answerWithSession(options, request, opened, home);
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/sandbox/leave",
    roles: readers,
    operation: {
      id: "leaveSandbox",
      tag,
      summary: "Go back from the sandbox",
      answers: { 200: { description: "The session from which the sandbox was opened.", schema: Session } },
      problems: [notFound],
    },
    async handle({ caller, request }) {
      const token = readCookie(request, cookieName(base_url, home_cookie));
      const session = await leaveSandbox(pool, caller, token);
      const cookies = cookiesBackHome(options, token!);
      return {
        body: await sessionRecord(options, session, isShared(options, request)),
        headers: { "set-cookie": cookies as unknown as string },
      };
    },
  });
}

function clockRoute(panel: FastifyInstance, options: OwnSandboxPanelOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/sandbox/clock",
    roles: ["it_admin", "training_admin"],
    deadline_ms: advance_deadline_ms,
    operation: {
      id: "moveSandboxClock",
      tag,
      summary: "Move the clock of a sandbox forward",
      description: "As the integration API does: everything that time alone does up to then has been done when the answer comes.",
      answers: { 200: { description: "What the clock shows now.", schema: SandboxClock } },
      problems: [notFound],
    },
    body: ClockAdvance,
    async handle({ caller, body, request }) {
      if (caller.tenant.kind !== "sandbox") throw notFound("Only the clock of a sandbox moves.");
      const now = await advanceClock(options, caller, body, () => request.raw.socket.destroyed);
      return { body: { now: instantText(now) } };
    },
  });
}

function instantOf(at_us: number): string {
  return instantText(Temporal.Instant.fromEpochMilliseconds(Math.floor(at_us / 1000)));
}
