import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { certificateRoutes, verificationRoute } from "./features/certificates/routes.ts";
import { clientNameTaken, clientRevoked } from "./features/clients/errors.ts";
import { ownClientRoute } from "./features/clients/own.routes.ts";
import { authenticate, type AuthenticateOptions } from "./features/clients/admission/authenticate.ts";
import { complianceRoutes } from "./features/compliance/routes.ts";
import { contractorRoutes } from "./features/contractors/routes.ts";
import { courseRoutes } from "./features/courses/routes.ts";
import { departmentRoutes } from "./features/departments/routes.ts";
import { version } from "./features/documentation/description.ts";
import { documentationRoutes } from "./features/documentation/routes.ts";
import { employmentRoutes } from "./features/employment/routes.ts";
import { enrollmentNotOpen, pathFollowsCourses, personNotActive } from "./features/enrollments/errors.ts";
import { enrollmentRoutes } from "./features/enrollments/routes.ts";
import { attemptRoutes } from "./features/enrollments/attempts/routes.ts";
import { enrollmentBatchRoutes } from "./features/enrollments/batch/routes.ts";
import { event_descriptions } from "./features/feed/event-schemas.ts";
import { gateRoutes } from "./features/gate/routes.ts";
import { groupMemberRoutes } from "./features/groups/batch/routes.ts";
import { groupRoutes } from "./features/groups/contract/routes.ts";
import { createHealth, type Health } from "./features/health/readiness.ts";
import { healthRoutes } from "./features/health/routes.ts";
import { importRoutes } from "./features/imports/routes.ts";
import { rememberAnswers } from "./features/idempotency/remember.ts";
import { identityCallbackRoute } from "./features/identity/callback.routes.ts";
import { identityPanelRoutes } from "./features/identity/panel.routes.ts";
import { createProviders } from "./features/identity/providers.ts";
import type { IdentityOptions } from "./features/identity/start.ts";
import { identityLogoutRoute } from "./features/identity/logout/logout.routes.ts";
import { samlMetadataRoute } from "./features/identity/saml/metadata.routes.ts";
import { recordConflict, recordNotAllowed, recordRefused } from "./features/learning-records/errors.ts";
import { scoreNotNewer } from "./features/lti/errors.ts";
import { ltiRoutes } from "./features/lti/routes.ts";
import { createToolKeys } from "./features/lti/keys/tool-keys.ts";
import { notifyDeprecation } from "./features/mail/notify-deprecation.ts";
import { bounceDoor } from "./features/mail/bounces/door.routes.ts";
import { unsubscribeRoutes } from "./features/mail/choice/link.routes.ts";
import { commitRefused, launchEnded, launchSuperseded } from "./features/packages/errors.ts";
import { contentRoutes } from "./features/packages/runtime/content.routes.ts";
import { separateContent } from "./features/packages/runtime/separate-host.ts";
import { createPanelLoader, panelPages } from "./features/panel-pages/routes.ts";
import { personNotInUse } from "./features/people/errors.ts";
import { peopleRoutes } from "./features/people/routes.ts";
import { placeRoutes } from "./features/places/routes.ts";
import { createRequestLog } from "./features/request-log/log.ts";
import { groupKeepingRoutes } from "./features/rules/contract/group-routes.ts";
import { ruleRoutes } from "./features/rules/contract/routes.ts";
import { sandboxRoutes } from "./features/sandbox/routes.ts";
import { guardPanel } from "./features/sign-in/guard.ts";
import { deliveryRoutes } from "./features/webhooks/deliveries/routes.ts";
import { subscriptionRoutes } from "./features/webhooks/subscriptions/routes.ts";
import { verifiedAt } from "./platform/in-front.ts";
import { panelRoutes, type PanelRouteOptions } from "./panel-routes.ts";
import { createProbe } from "./platform/db/probe.ts";
import { announceDeprecations } from "./platform/http/deprecation.ts";
import { openToPages } from "./platform/http/public.ts";
import { answerUnknownAddresses, createServer, rememberRoutes } from "./platform/http/server.ts";
import { compressAnswers } from "./platform/http/bodies/compress.ts";
import { collectOperations } from "./platform/http/openapi/mounted-operations.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import type { Networks } from "./platform/net/address.ts";
import { createTxtRecords, type TxtRecords } from "./platform/net/txt-records.ts";
import { traceRequests } from "./platform/trace/spans.ts";
import { metadataRoutes } from "./protocols/oauth/metadata.ts";
import { refuseBlocked, tokenRoute, token_path } from "./protocols/oauth/routes.ts";
import { scimRoutes } from "./protocols/scim/routes.ts";
import { launchedXapiRoutes } from "./protocols/xapi/launched.routes.ts";
import { xapiRoutes } from "./protocols/xapi/routes.ts";

/**
 * Problems that no operation of a contract declares: those of the organisation file, of the host of content, and of LTI tools.
 */
const further_problems = [
  clientNameTaken,
  clientRevoked,
  enrollmentNotOpen,
  pathFollowsCourses,
  personNotActive,
  personNotInUse,
  commitRefused,
  launchEnded,
  launchSuperseded,
  recordConflict,
  recordNotAllowed,
  recordRefused,
  scoreNotNewer,
];

export type AppOptions = PanelRouteOptions & {
  trusted_proxies: Networks;
  /** Reads the DNS records that prove a domain; omitted: this machine's name servers are asked. */
  txt?: TxtRecords | undefined;
  /** BOUNCE_SECRET; omitted: bounce reports are not accepted. */
  bounce_secret?: string | null;
  /** Default: ready if the database answers through `pool`. */
  health?: Health;
  /** Default: nothing is measured. */
  metrics?: Metrics;
  /** Resolves when the panel is built; omitted: it is built already. */
  panel?: Promise<void> | undefined;
  /** How long the server delays a page of the panel for its first answers, in ms; the default is in first-answers.ts. */
  first_answers_max_ms?: number;
};

/**
 * Mounts everything on the HTTP side, in order. The routes of the API are listed below, those of the panel in panel-routes.ts.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { pool, keyring, log, metrics } = options;
  const health = options.health ?? createHealth(createProbe(pool, null));
  const requests = createRequestLog({ pool, log, onDropped: (count) => metrics?.droppedFromRequestLog(count) });
  const app = createServer({
    base_url: options.base_url,
    trusted_proxies: options.trusted_proxies,
    log,
    isStopping: () => health.is_draining,
    onAnswer: (request, reply) => {
      metrics?.answered(request, reply);
      requests.answered(request, reply);
      logAnswer(log, request, reply);
    },
  });
  const { content_base_url = null } = options;
  separateContent(app, content_base_url);
  if (options.traced) traceRequests(app);
  app.addHook("onClose", () => requests.close());
  await compressAnswers(app);
  openToPages(app);
  const known = rememberRoutes(app);
  const operations = collectOperations(app);
  announceDeprecations(app, notifyDeprecation({ pool, keyring, base_url: options.base_url, log }));

  const authentication: AuthenticateOptions = {
    pool,
    keyring,
    base_url: options.base_url,
    onRefused: ({ cause, tenant_id, client_id, request }) => {
      request.refusal = { code: null, cause, tenant_id, client_id, problem: null };
      metrics?.refusedAuthentication(cause);
      log.warn({ cause, tenant_id, client_id, request_id: request.id }, "refused an authentication");
    },
  };
  const admitted = authenticate(authentication);
  tokenRoute(app, { ...authentication, log });
  metadataRoutes(app, options.base_url);
  scimRoutes(app, { ...authentication, log });
  xapiRoutes(app, authentication);
  await app.register(async (api) => {
    api.addHook("onRequest", admitted);
    integrationRoutes(api, options);
  });
  const identity = identityOf(options);
  identityCallbackRoute(app, identity);
  identityLogoutRoute(app, identity);
  samlMetadataRoute(app, identity);
  const loadPanel = createPanelLoader(log, options.panel);
  const { base_url, first_answers_max_ms } = options;
  panelPages(app, { pool, base_url, version, log, first_answers_max_ms, loadPanel, content_base_url });
  contentRoutes(app, { pool, keyring, base_url, content_base_url, findScript: async () => (await loadPanel()).player });
  launchedXapiRoutes(app, { pool, keyring, base_url });
  ltiRoutes(app, { pool, keyring, base_url, version, log, tool_keys: createToolKeys(options.identity_calls) });
  await app.register(async (panel) => {
    guardPanel(panel, { pool, base_url: options.base_url });
    panelRoutes(panel, options, health);
    identityPanelRoutes(panel, identity);
  });
  verificationRoute(app, { pool, base_url: options.base_url, log });
  bounceDoor(app, { pool, keyring: options.keyring, base_url: options.base_url, log, secret: options.bounce_secret ?? null });
  unsubscribeRoutes(app, { pool, keyring: options.keyring, base_url: options.base_url, log });
  documentationRoutes(app, {
    base_url: options.base_url,
    operations,
    events: event_descriptions,
    further_problems,
  });
  healthRoutes(app, health, { keyring, version });
  answerUnknownAddresses(app, known, async (path, request, reply) => {
    if (path === token_path) await refuseBlocked(pool, request);
    else if (path.startsWith("/api/")) await admitted(request, reply);
  });

  return app;
}

function identityOf({
  pool,
  keyring,
  base_url,
  node = null,
  identity_calls,
  txt = createTxtRecords(),
}: AppOptions): IdentityOptions {
  return { pool, keyring, base_url, node, version, providers: createProviders(identity_calls), identity_calls, txt };
}

function logAnswer(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  log.info(
    {
      request_id: request.id,
      ...(request.trace_id === null ? {} : { trace_id: request.trace_id }),
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      tenant_id: (request.caller ?? request.panel_caller)?.tenant.id ?? null,
      client_id: request.caller?.client.id ?? null,
      account_id: request.panel_caller?.account.id ?? null,
    },
    "answered",
  );
}

function integrationRoutes(api: FastifyInstance, { pool, base_url, node, log, webhooks }: AppOptions): void {
  rememberAnswers(api, pool, log);
  ownClientRoute(api, pool);
  departmentRoutes(api, pool);
  contractorRoutes(api, pool);
  placeRoutes(api, pool);
  groupRoutes(api, pool);
  groupKeepingRoutes(api, pool);
  groupMemberRoutes(api, pool, base_url);
  ruleRoutes(api, pool);
  peopleRoutes(api, pool);
  employmentRoutes(api, pool);
  importRoutes(api, pool);
  courseRoutes(api, pool);
  enrollmentRoutes(api, pool);
  enrollmentBatchRoutes(api, pool, base_url);
  attemptRoutes(api, pool, base_url);
  sandboxRoutes(api, { pool, sender: webhooks.sender, log });
  certificateRoutes(api, pool, verifiedAt(base_url, node ?? null));
  complianceRoutes(api, pool);
  gateRoutes(api, pool);
  subscriptionRoutes(api, pool, webhooks);
  deliveryRoutes(api, pool);
}
