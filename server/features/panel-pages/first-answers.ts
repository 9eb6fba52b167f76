import type { FastifyRequest } from "fastify";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { PanelCaller, PanelRole } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { refuseElsewhere } from "../../platform/db/moving/placement.ts";
import { cookieName, readCookie } from "../../platform/http/cookies.ts";
import { readOwn } from "../../platform/in-front.ts";
import { panel_api } from "../../platform/http/panel-route.ts";
import { readAttention } from "../overview/attention.ts";
import { integrationFigures } from "../overview/figures.ts";
import { seatFigures } from "../overview/seats.ts";
import { callerOf, session_cookie } from "../sign-in/guard.ts";
import { isShared } from "../sign-in/kiosk/kiosk.ts";
import { sessionRecord } from "../sign-in/session-record.ts";
import { findSession, type FoundSession } from "../sign-in/sessions-sql.ts";
import { hashOfToken } from "../sign-in/links/token.ts";

export type FirstAnswersOptions = {
  pool: Pool;
  base_url: string;
  version: string;
  log: Logger;
  /** How long a page waits for these answers; without them, it requests them itself. Default: 500 ms. */
  first_answers_max_ms?: number | undefined;
};

/** One GET of the panel's API, without parameters. */
type Call = { path: string; roles: readonly PanelRole[]; answer: (pool: Pool, caller: PanelCaller) => Promise<unknown> };

/** The first requests of each screen, by its path. */
const calls_of_screens: Readonly<Record<string, readonly Call[]>> = {
  "/panel/": [
    { path: "/overview/attention", roles: ["it_admin", "training_admin", "compliance_officer"], answer: readAttention },
    { path: "/overview/integrations", roles: ["it_admin"], answer: integrationFigures },
    {
      path: "/overview/seats",
      roles: ["it_admin", "training_admin", "compliance_officer"],
      answer: async (pool, caller) => JSON.parse(await seatFigures(pool, caller)) as unknown,
    },
  ],
};

const session_path = `${panel_api}/session`;

const first_answers_max_ms = 500;

/** The session of the page (null: none; undefined: not known), and answers by path. */
type FirstAnswers = { session: FoundSession | null | undefined; answers: Readonly<Record<string, unknown>> };

const nothing: FirstAnswers = { session: undefined, answers: {} };

/**
 * The answers that a page needs before it can show anything: who is signed in, and the first data of its screen. On a slow
 * connection, requesting them would take longer than answering. Without a session, the first one is the only answer. When they
 * fail or take too long, the page requests them itself and shows errors.
 */
export async function firstAnswers(options: FirstAnswersOptions, request: FastifyRequest): Promise<FirstAnswers> {
  const late = setTimeout(options.first_answers_max_ms ?? first_answers_max_ms, nothing, { ref: false });
  const failed = (error: unknown) => {
    options.log.warn({ err: error, request_id: request.id }, "a page goes without its first answers");
    return nothing;
  };
  return Promise.race([readAnswers(options, request).catch(failed), late]);
}

async function readAnswers({ pool, ...options }: FirstAnswersOptions, request: FastifyRequest): Promise<FirstAnswers> {
  const token = readCookie(request, cookieName(options.base_url, session_cookie));
  const token_hash = hashOfToken(token);
  const session = token_hash === null ? undefined : await findSession(pool, token_hash);
  if (session === undefined) {
    await refuseElsewhere(pool, readOwn(token ?? "").tenant_code);
    return { session: null, answers: { [session_path]: null } };
  }
  const caller = callerOf(session, request.id);
  // These numbers are about the whole organisation, so an administrator of some departments does not get them.
  const screen = session.departments === null ? (calls_of_screens[request.url] ?? []) : [];
  const calls = screen.filter(({ roles }) => roles.includes(session.role));
  const answered = calls.map(async ({ path, answer }) => [panel_api + path, await answer(pool, caller)] as const);
  const first = sessionRecord({ pool, ...options }, session, isShared(options, request)).then(
    (record) => [session_path, record] as const,
  );
  return { session, answers: Object.fromEntries(await Promise.all([first, ...answered])) };
}

/** The answers as a data block. Browsers do not execute it, so the script policy does not apply. */
export function blockOf(answers: FirstAnswers["answers"]): string {
  // No text may end the block.
  const text = JSON.stringify(answers).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="first-answers">${text}</script>`;
}
