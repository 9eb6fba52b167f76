import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { withTenant } from "../../platform/db/transaction.ts";
import { cookieName, readCookie, setCookie } from "../../platform/http/cookies.ts";
import { it, openPanelRoute, panelRoute } from "../../platform/http/panel-route.ts";
import { json, type Answer } from "../../platform/http/route.ts";
import { tooManySignIns } from "../sign-in/errors.ts";
import { isShared } from "../sign-in/kiosk/kiosk.ts";
import { samlPanelRoutes } from "./saml/panel.routes.ts";
import { domainPanelRoutes } from "./domains/panel.routes.ts";
import { breakGlassNeeded, companySignInNotOffered, providerNotTested, providerNotUsable, providerRequired } from "./errors.ts";
import {
  CompanySignInRequest,
  IdentityDeparture,
  IdentitySetUp,
  IdentitySignInList,
  IdentityTestQuery,
  SaveIdentityProviderRequest,
  SignInRuleRequest,
  SwitchIdentityProviderRequest,
} from "./schema.ts";
import { setRule } from "./set-rule.ts";
import { readSetUp, removeProvider, saveSetUp, startTest, switchProvider, unlinkAccount } from "./set-up.ts";
import { listSignIns } from "./sign-ins-sql.ts";
import { signOutPanelRoutes } from "./logout/panel.routes.ts";
import { peoplePanelRoutes } from "./people/panel.routes.ts";
import { rolePanelRoutes } from "./roles/panel.routes.ts";
import { stepUpPanelRoutes } from "./step-up/panel.routes.ts";
import { startSignIn, trip_us, type Departure, type IdentityOptions } from "./start.ts";

const tag = "Settings";
const no_content = { 204: { description: "Done.", schema: null } };
const set_up = { 200: { description: "The provider, and what is to be registered there.", schema: IdentitySetUp } };
const departure = { 200: { description: "Where the browser goes next; a cookie comes with it.", schema: IdentityDeparture } };
/** A deadline for requests that read from the provider. */
const asking_ms = 20_000;
const listed_max = 50;

/** The cookie that connects the browser's return with the start of its round trip. */
export const trip_cookie = "muster_identity";

/** Sign-in through the company's identity provider, and its set-up. */
export function identityPanelRoutes(panel: FastifyInstance, options: IdentityOptions): void {
  signInRoute(panel, options);
  setUpRoutes(panel, options);
  stateRoutes(panel, options);
  listRoutes(panel, options);
  const browsers = {
    tripToken: (request: FastifyRequest) => tripToken(options, request),
    departing: (departure: Departure) => departing(options, departure),
  };
  stepUpPanelRoutes(panel, options, browsers, asking_ms);
  signOutPanelRoutes(panel, options, asking_ms);
  samlPanelRoutes(panel, options);
  peoplePanelRoutes(panel, options);
  rolePanelRoutes(panel, options);
  domainPanelRoutes(panel, options);
}

function signInRoute(panel: FastifyInstance, options: IdentityOptions): void {
  openPanelRoute(panel, {
    method: "POST",
    url: "/sign-in/company",
    operation: {
      id: "signInByCompany",
      tag: "Session",
      summary: "Sign in with the company's identity",
      description:
        "Says where the browser goes: to the identity provider of the organisation, which sends it back. The organisation is named by its code, or by an e-mail address of one of its domains.",
      answers: departure,
      problems: [companySignInNotOffered, providerNotUsable, tooManySignIns],
    },
    deadline_ms: asking_ms,
    body: CompanySignInRequest,
    async handle({ request, body: { tenant_code, email, next = "/" } }) {
      const place = {
        address: request.address,
        browser_token: tripToken(options, request),
        request_id: request.id,
        shared: isShared(options, request),
      };
      return departing(options, await startSignIn(options, place, { tenant_code, email, next }));
    },
  });
}

function setUpRoutes(panel: FastifyInstance, options: IdentityOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/identity-provider",
    roles: it,
    operation: { id: "readIdentityProvider", tag, summary: "See how the organisation signs in", answers: set_up, problems: [] },
    handle: async ({ caller }) => ({ body: await readSetUp(options, caller) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/identity-provider",
    roles: it,
    step_up: true,
    operation: {
      id: "saveIdentityProvider",
      tag,
      summary: "Set up or change the identity provider",
      description:
        "The provider is asked about itself. Another issuer, client or way to authenticate makes it a draft; a new secret alone does not.",
      answers: set_up,
      problems: [providerNotUsable, providerRequired],
    },
    deadline_ms: asking_ms,
    body: SaveIdentityProviderRequest,
    handle: async ({ caller, body }) => ({ body: await saveSetUp(options, caller, body) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/identity-provider",
    roles: it,
    step_up: true,
    operation: {
      id: "removeIdentityProvider",
      tag,
      summary: "Remove the identity provider",
      answers: no_content,
      problems: [providerRequired],
    },
    async handle({ caller }) {
      await removeProvider(options, caller);
      return { status: 204, body: null };
    },
  });
}

function stateRoutes(panel: FastifyInstance, options: IdentityOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/identity-provider/test",
    roles: it,
    operation: {
      id: "testIdentityProvider",
      tag,
      summary: "Make a test sign-in",
      description: "The session goes on as it is; what came of the test stands in the list of sign-ins.",
      answers: departure,
      problems: [providerNotUsable],
    },
    query: IdentityTestQuery,
    deadline_ms: asking_ms,
    async handle({ caller, request, query }) {
      return departing(options, await startTest(options, caller, { browser_token: tripToken(options, request), ...query }));
    },
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/identity-provider/state",
    roles: it,
    step_up: true,
    operation: {
      id: "switchIdentityProvider",
      tag,
      summary: "Switch sign-in with the company's identity on or off",
      answers: set_up,
      problems: [providerNotTested, providerRequired],
    },
    body: SwitchIdentityProviderRequest,
    handle: async ({ caller, body }) => ({ body: await switchProvider(options, caller, body.on) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/identity-provider/rule",
    roles: it,
    step_up: true,
    operation: {
      id: "setSignInRule",
      tag,
      summary: "Offer or require sign-in with the company's identity",
      description: "A stricter rule ends the sessions that it would not have let begin, apart from the one that sets it.",
      answers: set_up,
      problems: [providerNotTested, breakGlassNeeded],
    },
    body: SignInRuleRequest,
    handle: async ({ caller, body }) => ({ body: await setRule(options, caller, body) }),
  });
}

function listRoutes(panel: FastifyInstance, options: IdentityOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/identity-provider/sign-ins",
    roles: it,
    operation: {
      id: "listIdentitySignIns",
      tag,
      summary: "See the last sign-ins with the company's identity, and what went wrong",
      description: `The last ${listed_max} of 30 days.`,
      answers: { 200: { description: "The latest first.", schema: IdentitySignInList } },
    },
    async handle({ caller: { tenant } }) {
      const list = await withTenant(options.pool, tenant.id, (db) => listSignIns(db, tenant.id, listed_max));
      return { body: json(`{"sign_ins":${list}}`) };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/identity-provider/links/:account_id",
    roles: it,
    step_up: true,
    operation: {
      id: "unlinkIdentity",
      tag,
      summary: "Forget which subject of the provider an account belongs to",
      description: "At the next sign-in the account is looked for anew.",
      answers: no_content,
    },
    params: Type.Object({ account_id: Type.String() }),
    async handle({ caller, params }) {
      await unlinkAccount(options, caller, params.account_id);
      return { status: 204, body: null };
    },
  });
}

function departing({ base_url }: IdentityOptions, { location, browser_token, tenant_code }: Departure): Answer {
  const cookie = setCookie(base_url, trip_cookie, browser_token, trip_us / 1_000_000);
  return { body: { location, tenant_code }, headers: { "set-cookie": cookie } };
}

function tripToken({ base_url }: IdentityOptions, request: FastifyRequest): string | null {
  return readCookie(request, cookieName(base_url, trip_cookie));
}
