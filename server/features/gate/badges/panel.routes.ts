import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { PanelCaller } from "../../../platform/context.ts";
import { languageOf } from "../../../platform/http/language.ts";
import { administrators, it, learners, panelRoute, readers, training } from "../../../platform/http/panel-route.ts";
import { Download } from "../../../platform/http/route.ts";
import { isPersonSeen } from "../../people/seen/sql.ts";
import { noBadge } from "../errors.ts";
import { changeGateSettings, endBadges, issueBadge, readGateCheck, readGateSettings, type BadgeOptions } from "./issue.ts";
import { printBadge } from "./print.ts";
import { Badge, BadgeParams, ChangeGateSettings, GateCheck, GateSettings } from "./schema.ts";

const tag = "Gate";
const issued = { 201: { description: "The badge.", schema: Badge } };
const printed = { 201: { description: "The badge as PDF.", schema: Type.String(), media_type: "application/pdf" } };

/** Routes of badges: one's own or another person's, on screen or on paper; and the data to verify them. */
export function badgePanelRoutes(panel: FastifyInstance, options: BadgeOptions): void {
  issuingRoutes(panel, options);
  checkingRoutes(panel, options);
}

function issuingRoutes(panel: FastifyInstance, options: BadgeOptions): void {
  const { pool } = options;
  const problems = [noBadge];
  const isSeen = ({ caller, params }: { caller: PanelCaller; params: { id: string } }) =>
    isPersonSeen(pool, caller.tenant.id, { user_id: params.id });
  panelRoute(panel, {
    method: "POST",
    url: "/my/badge",
    roles: learners,
    operation: { id: "issueMyBadge", tag, summary: "Have a badge of one's own", answers: issued, problems },
    handle: async ({ caller }) => ({ status: 201, body: await issueBadge(options, caller, caller.account.id) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/badge/pdf",
    roles: learners,
    operation: { id: "printMyBadge", tag, summary: "Print a badge of one's own", answers: printed, problems },
    handle: ({ caller, request }) => print(options, caller, request, caller.account.id),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/people/:id/badge",
    roles: readers,
    departments: isSeen,
    operation: { id: "issueBadge", tag, summary: "Issue a badge of a person", answers: issued, problems },
    params: BadgeParams,
    handle: async ({ caller, params }) => ({ status: 201, body: await issueBadge(options, caller, params.id) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/people/:id/badge/pdf",
    roles: readers,
    departments: isSeen,
    operation: { id: "printBadge", tag, summary: "Print a badge of a person", answers: printed, problems },
    params: BadgeParams,
    handle: ({ caller, params, request }) => print(options, caller, request, params.id),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/people/:id/badge",
    roles: training,
    departments: isSeen,
    operation: {
      id: "endBadges",
      tag,
      summary: "End all badges of a person",
      description: "Each gate refuses them from its next synchronisation on.",
      answers: { 204: { description: "They have ended.", schema: null } },
    },
    params: BadgeParams,
    async handle({ caller, params }) {
      await endBadges(options, caller, params.id);
      return { status: 204, body: null };
    },
  });
}

async function print(options: BadgeOptions, caller: PanelCaller, request: FastifyRequest, person_id: string) {
  const badge = await issueBadge(options, caller, person_id);
  const stream = await printBadge(badge, { language: languageOf(request, null), zone: caller.tenant.time_zone });
  return {
    status: 201 as const,
    body: new Download("application/pdf", stream),
    headers: { "content-disposition": 'attachment; filename="badge.pdf"', "cache-control": "no-store" },
  };
}

function checkingRoutes(panel: FastifyInstance, options: BadgeOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/gate/check",
    roles: administrators,
    operation: {
      id: "readGateCheck",
      tag,
      summary: "Read what verifies badges without a network",
      answers: { 200: { description: "Keys, badges that have ended, and works.", schema: GateCheck } },
    },
    handle: async ({ caller }) => ({ body: await readGateCheck(options, caller) }),
  });
  const answers = { 200: { description: "How long badges are valid.", schema: GateSettings } };
  panelRoute(panel, {
    method: "GET",
    url: "/gate/settings",
    roles: it,
    operation: { id: "readGateSettings", tag: "Settings", summary: "See how long badges are valid", answers, problems: [] },
    handle: async ({ caller }) => ({ body: await readGateSettings(options, caller) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/gate/settings",
    roles: it,
    operation: {
      id: "changeGateSettings",
      tag: "Settings",
      summary: "Change how long badges are valid",
      description: "Badges that were issued before keep their end.",
      answers,
    },
    body: ChangeGateSettings,
    handle: async ({ caller, body }) => ({ body: await changeGateSettings(options, caller, body) }),
  });
}
