import type { FastifyRequest } from "fastify";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { setCookie } from "../../platform/http/cookies.ts";
import { beforeOwn } from "../../platform/in-front.ts";
import type { Answer } from "../../platform/http/route.ts";
import { newId } from "../../platform/ids.ts";
import { day_us } from "../../platform/instants.ts";
import { record } from "../audit/record.ts";
import { saveSignIn } from "../people/writing/writer.ts";
import type { Account } from "./accounts-sql.ts";
import { home_cookie, session_cookie } from "./guard.ts";
import { isShared, shared_lifetimes } from "./kiosk/kiosk.ts";
import { browser_cookie, browser_cookie_s, newBrowserMark } from "./known-browser.ts";
import { sessionRecord, type SignInOptions } from "./session-record.ts";
import { deleteEndedSessions, findSession, insertSession } from "./sessions-sql.ts";
import { hashOfToken, newToken } from "./links/token.ts";

const minute_us = 60_000_000;
/** How long a session lasts without use, and in total. */
const lifetimes = {
  administrator: { idle_us: 30 * minute_us, absolute_us: day_us / 2 },
  person: { idle_us: 480 * minute_us, absolute_us: 30 * day_us },
} as const;
const ended_batch_max = 100;
const user_agent_max = 300;

/** The browser of a request, as its session stores it; `shared`: several people use it. */
export type Browser = { address: string; user_agent: string; shared: boolean };

export function browserOf(options: Pick<SignInOptions, "base_url">, request: FastifyRequest): Browser {
  const agent = (request.headers["user-agent"] ?? "").replace(/[^\x20-\x7e]/g, "");
  return { address: request.address, user_agent: agent.slice(0, user_agent_max), shared: isShared(options, request) };
}

/** `opened_from`: the session of the parent organisation, from which its sandbox was opened. */
export type HowOpened = { browser: Browser } & (
  | { by: "password" | "link"; door: OwnDoor; second_factor: SecondFactor | null }
  | { by: "passkey"; door: OwnDoor; passkey_id: string }
  | { by: "sandbox"; opened_from: string }
  | ByProvider
);

/** `break_glass`: the emergency administrator signs in without the identity provider, although it is required. */
type OwnDoor = "own" | "break_glass";

export type SecondFactor = "totp" | "passkey" | "recovery_code";

/** `linked_by`: how the account was found for a subject that was linked just now; null: the link existed before. */
type ByProvider = { by: "identity_provider"; subject: string; provider_sid: Buffer | null; linked_by: string | null };

/** Opens a session in the transaction that has authenticated the account, and returns its token. */
export async function openSession(db: Db, context: Context, account: Account, how: HowOpened): Promise<string> {
  const { tenant } = context;
  const token = newToken();
  const id = newId();
  await deleteEndedSessions(db, tenant.id, ended_batch_max);
  const { shared, ...browser } = how.browser;
  await insertSession(db, tenant.id, {
    id,
    account,
    token_hash: hashOfToken(token)!,
    ...(shared ? shared_lifetimes : lifetimes[account.kind]),
    // A sandbox needs no step-up, because its secrets are of no use outside, and the account there has no password.
    stepped_up: how.by === "sandbox" ? "throughout" : how.by === "password" || how.by === "passkey",
    may_set_password: how.by === "link",
    opened_from: how.by === "sandbox" ? how.opened_from : null,
    begun_by: how.by,
    provider_sid: how.by === "identity_provider" ? how.provider_sid : null,
    ...browser,
  });
  if (account.kind === "person") await saveSignIn(db, context, account.id);
  await record(db, context, {
    operation: "session.start",
    target_type: "session",
    target_id: id,
    changes: { by: how.by, ...detailsOf(how), ...(shared ? { shared_browser: true } : {}) },
    ...(how.by === "identity_provider" ? { personal: { subject: how.subject } } : {}),
  });
  return token;
}

/** Details in the audit log, besides the way of signing in. */
function detailsOf(how: HowOpened): Record<string, unknown> {
  if (how.by === "identity_provider") return how.linked_by === null ? {} : { linked_by: how.linked_by };
  if (how.by === "sandbox") return {};
  const past = how.door === "break_glass" ? { break_glass: true } : {};
  if (how.by === "passkey") return { passkey_id: how.passkey_id, ...past };
  return { ...(how.second_factor === null ? {} : { second_factor: how.second_factor }), ...past };
}

/**
 * The answer with a new session: its record, its cookie, and the mark of a known browser unless the browser is shared. `home`:
 * the cookie of the session from which a sandbox was opened; then there is no mark, because the sandbox's account has no
 * password.
 */
export async function answerWithSession(
  options: SignInOptions,
  request: FastifyRequest,
  { token, account_id }: { token: string; account_id: string },
  home: string | null = null,
): Promise<Answer> {
  const shared = isShared(options, request);
  const session = await findSession(options.pool, hashOfToken(token)!);
  const { tenant_code, account_kind } = session!;
  const cookies = [
    sessionCookie(options, token, tenant_code, account_kind),
    ...(home !== null ? [homeCookie(options, home)] : shared ? [] : [browserCookie(options, account_id)]),
  ];
  return { body: await sessionRecord(options, session!, shared), headers: { "set-cookie": cookies as unknown as string } };
}

export function sessionCookie(
  { base_url, node = null }: SignInOptions,
  token: string,
  tenant_code: string,
  kind: Account["kind"],
): string {
  return setCookie(base_url, session_cookie, beforeOwn(node, tenant_code) + token, lifetimes[kind].absolute_us / 1_000_000);
}

/** Stores the cookie of the session from which a sandbox was opened; `""` deletes it. */
export function homeCookie({ base_url }: Pick<SignInOptions, "base_url">, token: string): string {
  return setCookie(base_url, home_cookie, token, token === "" ? 0 : lifetimes.administrator.absolute_us / 1_000_000);
}

/** Leaves a sandbox: the session from which it was opened becomes the session of this browser again. */
export function cookiesBackHome(options: Pick<SignInOptions, "base_url">, token: string): string[] {
  const seconds = lifetimes.administrator.absolute_us / 1_000_000;
  return [setCookie(options.base_url, session_cookie, token, seconds), homeCookie(options, "")];
}

function browserCookie({ base_url, keyring }: SignInOptions, account_id: string): string {
  return setCookie(base_url, browser_cookie, newBrowserMark(keyring, account_id), browser_cookie_s);
}
