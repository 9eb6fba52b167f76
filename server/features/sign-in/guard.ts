import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { elsewhereOf, refuseElsewhere } from "../../platform/db/moving/placement.ts";
import { cookieName, readCookie } from "../../platform/http/cookies.ts";
import { readOwn } from "../../platform/in-front.ts";
import { organisationWide, roleNotAllowed, stepUpRequired, unauthenticated } from "../../platform/http/openapi/panel-problems.ts";
import { Problem, unsupportedMediaType } from "../../platform/http/problem.ts";
import { refuseOtherSites } from "../../platform/http/same-origin.ts";
import { findSession, type FoundSession } from "./sessions-sql.ts";
import { hashOfToken } from "./links/token.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The session behind `panel_caller`, for operations about the session itself. */
    panel_session: FoundSession | null;
  }
}

export const session_cookie = "muster_session";
/**
 * The cookie that keeps, in a sandbox, the session from which the sandbox was opened. It grants no access; only leaving the
 * sandbox and signing out use it.
 */
export const home_cookie = "muster_home";
/** How long after it was given a password counts for a step-up. */
export const step_up_us = 600_000_000;

/**
 * Guards all operations under /panel/api. It checks same origin, session, role, departments and step-up, in this order. It sets
 * `request.panel_caller`, also for open operations if the request has a session.
 */
export function guardPanel(panel: FastifyInstance, { pool, base_url }: { pool: Pool; base_url: string }): void {
  const { origin } = new URL(base_url);
  const cookie = cookieName(base_url, session_cookie);
  panel.decorateRequest("panel_session", null);
  panel.addHook("onRequest", async (request) => {
    const { access } = request.routeOptions.config;
    if (access?.kind !== "panel")
      throw new Error(`${request.routeOptions.url} is mounted in the panel's scope without panelRoute`);
    refuseOtherSites(request, origin);
    refuseOtherMedia(request);
    const finding = requireSession(pool, readCookie(request, cookie));
    const session = access.roles === null ? await finding.catch(noSession) : await finding;
    if (session === null) return;
    request.panel_session = session;
    request.panel_caller = callerOf(session, request.id);
    if (access.roles === null) return;
    if (!access.roles.includes(session.role)) throw roleNotAllowed(`This is not for the role ${session.role}.`);
    if (session.departments !== null && access.departments === "refused") throw notForDepartments();
    if (access.step_up && !isSteppedUp(session)) throw stepUpRequired("Give the password again.");
  });
}

function notForDepartments() {
  return organisationWide("This is about the whole organisation, and the account looks after some departments only.");
}

/** The session of a token. Throws if there is none, or if its organisation is on another node. */
export async function requireSession(pool: Pool, token: string | null): Promise<FoundSession> {
  const token_hash = hashOfToken(token);
  const session = token_hash === null ? undefined : await findSession(pool, token_hash);
  if (session !== undefined) return session;
  await refuseSessionElsewhere(pool, token);
  throw unauthenticated("Sign in first.");
}

/** Refuses a session token whose organisation is on another node, or is being moved to one. */
export async function refuseSessionElsewhere(pool: Pool, token: string | null): Promise<void> {
  await refuseElsewhere(pool, readOwn(token ?? "").tenant_code);
}

/**
 * Returns null for a missing session, and for one of an organisation on another node, so that a new sign-in works; rethrows other
 * errors.
 */
export function noSession(error: unknown): null {
  if (elsewhereOf(error) !== null || (error instanceof Problem && error.type === unauthenticated.type)) return null;
  throw error;
}

/** Refuses media types other than JSON and files: a form of another site can send neither of these without a CORS preflight. */
function refuseOtherMedia(request: FastifyRequest): void {
  const type = request.headers["content-type"];
  if (type === undefined || request.method === "GET") return;
  const media_type = type.split(";")[0]!.trim().toLowerCase();
  const allowed = ["application/json", ...Object.keys(request.routeOptions.config.operation?.upload ?? {})];
  if (!allowed.includes(media_type)) throw unsupportedMediaType(`Send ${allowed.join(" or ")}.`);
}

export function isSteppedUp({ stepped_up_us, now_us }: Pick<FoundSession, "stepped_up_us" | "now_us">): boolean {
  return stepped_up_us !== null && now_us - stepped_up_us < step_up_us;
}

export function callerOf(session: FoundSession, request_id: string): PanelCaller {
  const { account_kind: kind, account_id: id, name, email, role } = session;
  return {
    tenant: {
      id: session.tenant_id,
      code: session.tenant_code,
      kind: session.tenant_kind,
      time_zone: session.time_zone,
      fiscal_month: session.fiscal_month,
    },
    actor: { type: kind, id, name },
    now: Temporal.Instant.fromEpochMilliseconds(Math.floor((session.now_us + session.clock_offset_us) / 1000)),
    request_id,
    account: { kind, id, name, email, role },
    session: {
      id: session.session_id,
      stepped_up_us: session.stepped_up_us,
      may_set_password: session.may_set_password,
      now_us: session.now_us,
    },
    departments: session.departments,
  };
}
