import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import pino, { type Logger } from "pino";
import { administratorPanelRoutes } from "./features/administrators/panel.routes.ts";
import { auditPanelRoutes } from "./features/audit/panel.routes.ts";
import { bulkPanelRoutes } from "./features/bulk/panel.routes.ts";
import { cataloguePanelRoutes } from "./features/catalogue/panel.routes.ts";
import { licensePanelRoutes } from "./features/catalogue/licenses.panel.routes.ts";
import { certificatePanelRoutes } from "./features/certificates/panel.routes.ts";
import { certificateRoutes, verificationRoute } from "./features/certificates/routes.ts";
import { authenticate, type AuthenticateOptions } from "./features/clients/admission/authenticate.ts";
import { clientNameTaken, clientRevoked } from "./features/clients/errors.ts";
import { blockedAddressPanelRoutes } from "./features/clients/admission/blocked.panel.routes.ts";
import { ownClientRoute } from "./features/clients/own.routes.ts";
import { clientPanelRoutes } from "./features/clients/panel.routes.ts";
import { publicKeyPanelRoutes } from "./features/clients/public-keys/panel.routes.ts";
import { compliancePanelRoutes } from "./features/compliance/panel.routes.ts";
import { complianceRoutes } from "./features/compliance/routes.ts";
import { companyEvidenceRoutes } from "./features/company-evidence/panel.routes.ts";
import { contractorPanelRoutes } from "./features/contractors/panel.routes.ts";
import { contractorRoutes } from "./features/contractors/routes.ts";
import { coursePanelRoutes } from "./features/courses/panel.routes.ts";
import { courseRoutes } from "./features/courses/routes.ts";
import { departmentPanelRoutes } from "./features/departments/panel.routes.ts";
import { departmentRoutes } from "./features/departments/routes.ts";
import type { Contract } from "./features/documentation/contract.ts";
import { version } from "./features/documentation/description.ts";
import { documentationPanelRoutes } from "./features/documentation/panel.routes.ts";
import { documentationRoutes } from "./features/documentation/routes.ts";
import { employmentPanelRoutes } from "./features/employment/panel.routes.ts";
import { employmentRoutes } from "./features/employment/routes.ts";
import { unmatchedPanelRoutes } from "./features/employment/unmatched/routes.ts";
import { evidencePackPanelRoutes } from "./features/evidence-packs/panel.routes.ts";
import { erasurePanelRoutes } from "./features/erasure/panel.routes.ts";
import { enrollmentNotOpen, pathFollowsCourses, personNotActive } from "./features/enrollments/errors.ts";
import { enrollmentPanelRoutes } from "./features/enrollments/panel.routes.ts";
import { enrollmentBatchRoutes } from "./features/enrollments/batch/routes.ts";
import { enrollmentRoutes } from "./features/enrollments/routes.ts";
import { attemptRoutes } from "./features/enrollments/attempts/routes.ts";
import { gatePanelRoutes } from "./features/gate/panel.routes.ts";
import { badgePanelRoutes } from "./features/gate/badges/panel.routes.ts";
import { shiftPanelRoutes } from "./features/gate/shift/panel.routes.ts";
import { gateRoutes } from "./features/gate/routes.ts";
import { groupMemberRoutes } from "./features/groups/batch/routes.ts";
import { groupRoutes } from "./features/groups/contract/routes.ts";
import { groupPanelRoutes } from "./features/groups/panel.routes.ts";
import { createHealth, type Health } from "./features/health/readiness.ts";
import { statusPanelRoutes } from "./features/health/panel.routes.ts";
import { healthRoutes } from "./features/health/routes.ts";
import { mails_kept, type MailSetting } from "./features/mail/mailbox.ts";
import { mailboxPanelRoutes } from "./features/mail/panel.routes.ts";
import { notifyDeprecation } from "./features/mail/notify-deprecation.ts";
import { identityCallbackRoute } from "./features/identity/callback.routes.ts";
import { identityLogoutRoute } from "./features/identity/logout/logout.routes.ts";
import { identityPanelRoutes } from "./features/identity/panel.routes.ts";
import { createProviders } from "./features/identity/providers.ts";
import { samlMetadataRoute } from "./features/identity/saml/metadata.routes.ts";
import type { IdentityOptions } from "./features/identity/start.ts";
import { importPanelRoutes } from "./features/imports/panel.routes.ts";
import { importRoutes } from "./features/imports/routes.ts";
import { rememberAnswers } from "./features/idempotency/remember.ts";
import { myTeamPanelRoutes } from "./features/my-team/panel.routes.ts";
import { myTrainingPanelRoutes } from "./features/my-training/panel.routes.ts";
import { personNotInUse } from "./features/people/errors.ts";
import { personalFilePanelRoutes } from "./features/personal-file/panel.routes.ts";
import { peoplePanelRoutes } from "./features/people/panel.routes.ts";
import { logoPanelRoutes } from "./features/organisations/logo/panel.routes.ts";
import { settingsPanelRoutes } from "./features/organisations/panel.routes.ts";
import { overviewPanelRoutes } from "./features/overview/panel.routes.ts";
import { peopleRoutes } from "./features/people/routes.ts";
import { groupKeepingRoutes } from "./features/rules/contract/group-routes.ts";
import { ruleRoutes } from "./features/rules/contract/routes.ts";
import { groupChangePanelRoutes } from "./features/rules/group-panel.routes.ts";
import { rulePanelRoutes } from "./features/rules/panel.routes.ts";
import { sandboxPanelRoutes } from "./features/sandbox/own/panel.routes.ts";
import { sandboxRoutes } from "./features/sandbox/routes.ts";
import { placePanelRoutes } from "./features/places/panel.routes.ts";
import { placeRoutes } from "./features/places/routes.ts";
import { bounceDoor } from "./features/mail/bounces/door.routes.ts";
import { bouncePanelRoutes } from "./features/mail/bounces/panel.routes.ts";
import { unsubscribeRoutes } from "./features/mail/choice/link.routes.ts";
import { mailChoicePanelRoutes } from "./features/mail/choice/panel.routes.ts";
import { digestPanelRoutes } from "./features/digests/panel.routes.ts";
import { courseSessionPanelRoutes } from "./features/course-sessions/panel.routes.ts";
import { opensAt } from "./features/reminders/review.ts";
import { noticePanelRoutes } from "./features/notices/panel.routes.ts";
import { reminderPanelRoutes } from "./features/reminders/panel.routes.ts";
import { reminderCoursePanelRoutes } from "./features/reminders/courses/panel.routes.ts";
import { reminderTextPanelRoutes } from "./features/reminders/texts/panel.routes.ts";
import { retentionPanelRoutes } from "./features/retention/panel.routes.ts";
import { requestLogPanelRoutes } from "./features/request-log/panel.routes.ts";
import { createRequestLog } from "./features/request-log/log.ts";
import { scoreNotNewer } from "./features/lti/errors.ts";
import { commitRefused, launchEnded, launchSuperseded } from "./features/packages/errors.ts";
import { recordConflict, recordNotAllowed, recordRefused } from "./features/learning-records/errors.ts";
import { questionBankPanelRoutes } from "./features/course-items/bank/panel.routes.ts";
import { courseFilePanelRoutes } from "./features/course-items/files/panel.routes.ts";
import { myFilePanelRoutes } from "./features/course-items/files/my.routes.ts";
import { courseItemPanelRoutes } from "./features/course-items/lists/panel.routes.ts";
import { myItemPanelRoutes } from "./features/course-items/runs/my.routes.ts";
import { createToolKeys } from "./features/lti/keys/tool-keys.ts";
import { myToolPanelRoutes } from "./features/lti/launches/my.routes.ts";
import { ltiRoutes } from "./features/lti/routes.ts";
import { ltiToolPanelRoutes } from "./features/lti/tools/panel.routes.ts";
import { packagePanelRoutes } from "./features/packages/panel.routes.ts";
import { learningRecordPanelRoutes } from "./features/learning-records/panel.routes.ts";
import { packageProgressRoutes } from "./features/packages/progress.panel.routes.ts";
import { contentRoutes } from "./features/packages/runtime/content.routes.ts";
import { myPackagePanelRoutes } from "./features/packages/runtime/my.routes.ts";
import { separateContent } from "./features/packages/runtime/separate-host.ts";
import { createPanelLoader, panelPages } from "./features/panel-pages/routes.ts";
import { guardPanel } from "./features/sign-in/guard.ts";
import { signInPanelRoutes } from "./features/sign-in/panel.routes.ts";
import type { WebhookOptions } from "./features/webhooks/subscriptions/check-settings.ts";
import { deliveryRoutes } from "./features/webhooks/deliveries/routes.ts";
import { event_descriptions } from "./features/feed/event-schemas.ts";
import { webhookPanelRoutes } from "./features/webhooks/subscriptions/panel.routes.ts";
import { subscriptionRoutes } from "./features/webhooks/subscriptions/routes.ts";
import { readKeyring, type Keyring } from "./platform/crypto/keyring.ts";
import type { Pool } from "./platform/db/pool.ts";
import { createProbe } from "./platform/db/probe.ts";
import { compressAnswers } from "./platform/http/bodies/compress.ts";
import { announceDeprecations } from "./platform/http/deprecation.ts";
import { verifiedAt, type Node } from "./platform/in-front.ts";
import { openToPages } from "./platform/http/public.ts";
import { collectOperations } from "./platform/http/openapi/mounted-operations.ts";
import { answerUnknownAddresses, createServer, rememberRoutes } from "./platform/http/server.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import type { Networks } from "./platform/net/address.ts";
import { createTxtRecords, type TxtRecords } from "./platform/net/txt-records.ts";
import type { GuardedFetch } from "./platform/net/guarded-fetch.ts";
import type { Outbound } from "./platform/net/outbound.ts";
import type { LegalMinimums } from "./platform/retention.ts";
import { traceRequests } from "./platform/trace/spans.ts";
import { metadataRoutes } from "./protocols/oauth/metadata.ts";
import { refuseBlocked, tokenRoute, token_path } from "./protocols/oauth/routes.ts";
import { reportPanelRoutes } from "./features/reports/panel.routes.ts";
import { reportSchedulePanelRoutes } from "./features/reports/schedule/panel.routes.ts";
import { savedViewPanelRoutes } from "./features/saved-views/panel.routes.ts";
import { launchedXapiRoutes } from "./protocols/xapi/launched.routes.ts";
import { xapiRoutes } from "./protocols/xapi/routes.ts";
import { scimPanelRoutes } from "./protocols/scim/panel.routes.ts";
import { scimRoutes } from "./protocols/scim/routes.ts";

/** Problems that no operation of a contract declares: the organisation file's, those of the host of content, and those that tools are answered with. */
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

export type AppOptions = {
  base_url: string;
  /** CONTENT_BASE_URL; left out: content packages are not opened. */
  content_base_url?: string | null;
  /** NODE_NAME; left out: there is one. */
  node?: Node;
  trusted_proxies: Networks;
  pool: Pool;
  keyring: Keyring;
  log: Logger;
  /** What webhook subscriptions are made and tried with. */
  webhooks: WebhookOptions;
  /** How DNS is asked for records that prove a domain; left out: by this machine's name servers. */
  txt?: TxtRecords | undefined;
  /** How identity providers are called. */
  identity_calls: GuardedFetch;
  /** Where IT administrators find mails; left out: mails are stored and not shown. */
  mails?: MailSetting;
  /** BOUNCE_SECRET; left out: no reports of letters that come back are taken. */
  bounce_secret?: string | null;
  /** What the law asks for; left out: nothing. */
  retention_days_min?: LegalMinimums;
  /** Default: readiness by a look at the database through `pool`. */
  health?: Health;
  /** Whether requests are traced; default: no. */
  traced?: boolean;
  /** Default: nothing is measured. */
  metrics?: Metrics;
  /** How long a page of the panel waits for its first answers, in ms; default: as first-answers.ts says. */
  first_answers_max_ms?: number;
};

/** Everything that the HTTP side mounts, in order; the routes of the API and of the panel are listed below. */
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
  const loadPanel = createPanelLoader(log);
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

/** The integration API. */
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

/** What the panel calls. */
function panelRoutes(panel: FastifyInstance, options: AppOptions, health: Health): void {
  const { pool, keyring, base_url, content_base_url = null, node = null, webhooks } = options;
  const verified_at = verifiedAt(base_url, node);
  overviewPanelRoutes(panel, pool);
  settingsPanelRoutes(panel, pool, verified_at);
  logoPanelRoutes(panel, pool);
  retentionPanelRoutes(panel, { pool, minimums: options.retention_days_min ?? {} });
  reminderPanelRoutes(panel, { pool, keyring, base_url });
  reminderCoursePanelRoutes(panel, pool);
  reminderTextPanelRoutes(panel, { pool, keyring, base_url });
  mailChoicePanelRoutes(panel, pool);
  digestPanelRoutes(panel, { pool, keyring, base_url });
  savedViewPanelRoutes(panel, pool);
  reportPanelRoutes(panel, pool);
  reportSchedulePanelRoutes(panel, pool);
  bulkPanelRoutes(panel, pool);
  statusPanelRoutes(panel, pool, health);
  noticePanelRoutes(panel, pool);
  bouncePanelRoutes(panel, pool);
  mailboxPanelRoutes(panel, { pool, keyring, setting: options.mails ?? mails_kept, opensAt });
  administratorPanelRoutes(panel, { pool, keyring, base_url, node });
  clientPanelRoutes(panel, { pool, keyring });
  publicKeyPanelRoutes(panel, pool);
  blockedAddressPanelRoutes(panel, pool);
  requestLogPanelRoutes(panel, { pool, traced: options.traced ?? false });
  compliancePanelRoutes(panel, pool);
  gatePanelRoutes(panel, pool);
  badgePanelRoutes(panel, { pool, keyring });
  shiftPanelRoutes(panel, pool);
  contractorPanelRoutes(panel, pool);
  companyEvidenceRoutes(panel, pool, base_url);
  coursePanelRoutes(panel, pool);
  packagePanelRoutes(panel, pool, content_base_url !== null);
  packageProgressRoutes(panel, { pool, base_url });
  learningRecordPanelRoutes(panel, pool);
  myPackagePanelRoutes(panel, { pool, keyring, content_base_url });
  questionBankPanelRoutes(panel, pool);
  courseItemPanelRoutes(panel, pool);
  courseFilePanelRoutes(panel, pool);
  myItemPanelRoutes(panel, pool);
  myFilePanelRoutes(panel, pool);
  ltiToolPanelRoutes(panel, { pool, keyring, base_url, trusted_origins: options.identity_calls.trusted_origins });
  myToolPanelRoutes(panel, { pool, base_url });
  cataloguePanelRoutes(panel, pool);
  licensePanelRoutes(panel, pool);
  courseSessionPanelRoutes(panel, { pool, keyring, base_url });
  departmentPanelRoutes(panel, pool);
  employmentPanelRoutes(panel, pool);
  enrollmentPanelRoutes(panel, pool, verified_at);
  peoplePanelRoutes(panel, pool);
  erasurePanelRoutes(panel, { pool, keyring });
  personalFilePanelRoutes(panel, pool);
  rulePanelRoutes(panel, pool);
  groupPanelRoutes(panel, pool);
  groupChangePanelRoutes(panel, pool);
  placePanelRoutes(panel, pool);
  auditPanelRoutes(panel, { pool, keyring });
  certificatePanelRoutes(panel, pool, verified_at);
  evidencePackPanelRoutes(panel, { pool, keyring });
  myTrainingPanelRoutes(panel, pool, verified_at);
  myTeamPanelRoutes(panel, { pool, keyring, base_url });
  importPanelRoutes(panel, pool);
  scimPanelRoutes(panel, pool, base_url);
  unmatchedPanelRoutes(panel, pool);
  webhookPanelRoutes(panel, pool, webhooks);
  documentationPanelRoutes(panel);
  sandboxPanelRoutes(panel, { pool, keyring, base_url, node, version, sender: webhooks.sender, log: options.log });
  signInPanelRoutes(panel, { pool, keyring, base_url, node, version });
}

/** The contract of the application as it is mounted. Needs no database: mounting asks nothing of one. */
export async function readContract(base_url: string): Promise<Contract> {
  const pool: Pool = {
    role: "muster_app",
    bounds: { role: "muster_app", statement_timeout_ms: 0 },
    embedded: false,
    is_away: false,
    waiting: 0,
    connections: { open: 0, idle: 0, max: 0 },
    observer: null,
    heard: () => 0,
    connect: () => Promise.reject(new Error("the contract has no database")),
    close: () => Promise.resolve(),
  };
  // No secret is made or checked with it.
  const keyring = readKeyring("the contract needs no secret at all");
  const outbound: Outbound = {
    post: () => Promise.reject(new Error("the contract sends nothing")),
    close: () => Promise.resolve(),
  };
  const webhooks: WebhookOptions = {
    sender: { outbound, keyring, trusted_origins: new Set(), base_url },
    resolve: () => Promise.resolve([]),
    format_alias: "",
  };
  const identity_calls: GuardedFetch = {
    fetch: () => Promise.reject(new Error("the contract calls nobody")),
    trusted_origins: new Set(),
    close: () => Promise.resolve(),
  };
  const log = pino({ level: "silent" });
  const app = await buildApp({ base_url, trusted_proxies: [], pool, keyring, log, webhooks, identity_calls });
  await app.ready();
  await app.close();
  return app.contract();
}
