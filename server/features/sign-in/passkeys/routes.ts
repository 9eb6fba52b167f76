import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { PanelCaller } from "../../../platform/context.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { everybody_signed_in, openPanelRoute, panelRoute } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { companySignInRequired, tooManySignIns } from "../errors.ts";
import { answerWithSession, sessionCookie } from "../open-session.ts";
import { Session } from "../schema.ts";
import type { SignInOptions } from "../session-record.ts";
import type { Place } from "../sign-in.ts";
import { passkeyNotAccepted, passkeyNotAdded, tooManyPasskeys } from "./errors.ts";
import { addPasskey, askAgain, beginPasskey, passkeys_per_account_max, removePasskey, renamePasskey } from "./own-passkeys.ts";
import { passkeysStatement } from "./passkeys-sql.ts";
import {
  AddPasskeyRequest,
  Passkey,
  PasskeyCreation,
  PasskeyList,
  PasskeyRequest,
  PasskeySignInRequest,
  RenamePasskeyRequest,
} from "./schema.ts";
import { askAlone, signInByPasskey } from "./sign-in-alone.ts";

const tag = "Session";
const asked = { 200: { description: "What to ask the browser's authenticators.", schema: PasskeyRequest } };
const params = Type.Object({ id: Type.String() });

/** Sign-in with a passkey alone, and the caller's own passkeys. As second factor a passkey is sent together with the password. */
export function passkeyRoutes(panel: FastifyInstance, options: SignInOptions, placeOf: (request: FastifyRequest) => Place): void {
  signInRoutes(panel, options, placeOf);
  addRoutes(panel, options);
  keepRoutes(panel, options);
}

function signInRoutes(panel: FastifyInstance, options: SignInOptions, placeOf: (request: FastifyRequest) => Place): void {
  openPanelRoute(panel, {
    method: "POST",
    url: "/sign-in/passkey/request",
    operation: {
      id: "requestPasskey",
      tag,
      summary: "Ask for a passkey to sign in with",
      description: "The answer is good in this browser, once.",
      answers: asked,
      problems: [],
    },
    async handle({ request }) {
      const place = placeOf(request);
      const body = await askAlone(options, place.asked);
      return { body, headers: { "set-cookie": place.asked.cookie! } };
    },
  });
  openPanelRoute(panel, {
    method: "POST",
    url: "/sign-in/passkey",
    operation: {
      id: "signInByPasskey",
      tag,
      summary: "Sign in by a passkey alone",
      description: "The passkey says whose it is, and the device has checked who its user is.",
      answers: { 200: { description: "The session; its cookie comes with it.", schema: Session } },
      problems: [passkeyNotAccepted, companySignInRequired, tooManySignIns],
    },
    body: PasskeySignInRequest,
    async handle({ request, body }) {
      return answerWithSession(options, request, await signInByPasskey(options, placeOf(request), body.passkey));
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/step-up/passkey",
    roles: everybody_signed_in,
    operation: {
      id: "requestPasskeyAgain",
      tag,
      summary: "Ask for a passkey in place of the password",
      description: "The answer goes to `POST /step-up`.",
      answers: asked,
    },
    handle: async ({ caller }) => ({ body: await askAgain(options, caller) }),
  });
}

function addRoutes(panel: FastifyInstance, options: SignInOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/passkeys/request",
    roles: everybody_signed_in,
    step_up: true,
    operation: {
      id: "beginPasskey",
      tag,
      summary: "Begin a passkey",
      answers: { 200: { description: "What to ask the browser's authenticators to make.", schema: PasskeyCreation } },
      problems: [tooManyPasskeys],
    },
    handle: async ({ caller }) => ({ body: await beginPasskey(options, caller) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/passkeys",
    roles: everybody_signed_in,
    step_up: true,
    operation: {
      id: "addPasskey",
      tag,
      summary: "Add a passkey",
      description: `From now on the account has a second factor, and its other sessions end. At most ${passkeys_per_account_max} an account.`,
      answers: { 201: { description: "The passkey.", schema: Passkey } },
      problems: [passkeyNotAdded, tooManyPasskeys],
    },
    body: AddPasskeyRequest,
    async handle({ caller, body }) {
      const made = await addPasskey(options, caller, body);
      return { status: 201, body: json(made.json), headers: { "set-cookie": cookieOf(options, caller, made.token) } };
    },
  });
}

function keepRoutes(panel: FastifyInstance, options: SignInOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/passkeys",
    roles: everybody_signed_in,
    operation: {
      id: "listPasskeys",
      tag,
      summary: "See the own passkeys",
      answers: { 200: { description: "The passkeys, the oldest first.", schema: PasskeyList } },
    },
    async handle({ caller: { tenant, account } }) {
      const [row] = await readTenant<{ json: string }>(options.pool, tenant.id, passkeysStatement(tenant.id, account.id));
      return { body: json(`{"passkeys":${row!.json}}`) };
    },
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/passkeys/:id",
    roles: everybody_signed_in,
    operation: {
      id: "renamePasskey",
      tag,
      summary: "Rename a passkey",
      answers: { 200: { description: "The passkey.", schema: Passkey } },
    },
    params,
    body: RenamePasskeyRequest,
    handle: async ({ caller, params: { id }, body }) => ({ body: json(await renamePasskey(options, caller, id, body.name)) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/passkeys/:id",
    roles: everybody_signed_in,
    step_up: true,
    operation: {
      id: "removePasskey",
      tag,
      summary: "Remove a passkey",
      description: "An account without passkeys and without one-time codes has no second factor any more.",
      answers: { 204: { description: "Done.", schema: null } },
    },
    params,
    async handle({ caller, params: { id } }) {
      await removePasskey(options, caller, id);
      return { status: 204, body: null };
    },
  });
}

function cookieOf(options: SignInOptions, { tenant, account }: PanelCaller, token: string): string {
  return sessionCookie(options, token, tenant.code, account.kind);
}
