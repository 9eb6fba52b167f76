import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import { languageOf } from "../../platform/http/language.ts";
import { Download, json } from "../../platform/http/route.ts";
import { previewCertificate } from "./certificate-preview.ts";
import { attributeExists, attributeInUse } from "./errors.ts";
import {
  AddAttributeRequest,
  CertificatePreviewRequest,
  ChangeAttributeRequest,
  ChangeSettingsRequest,
  OrganisationSettings,
} from "./settings-schema.ts";
import { addAttribute, changeAttribute, changeSettings, readSettings, removeAttribute } from "./settings.ts";

const tag = "Settings";
const AttributeKey = Type.Object({ key: Type.String({ maxLength: 64 }) });
const answers = { 200: { description: "The settings.", schema: OrganisationSettings } };

/** Settings of the organisation, and its custom attributes of people. */
export function settingsPanelRoutes(panel: FastifyInstance, pool: Pool, verified_at: (tenant_code: string) => string): void {
  panelRoute(panel, {
    method: "GET",
    url: "/settings",
    roles: it,
    operation: { id: "readSettings", tag, summary: "Read the settings", answers, problems: [] },
    handle: async ({ caller }) => ({ body: json(await readSettings(pool, caller)) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/settings",
    roles: it,
    operation: {
      id: "changeSettings",
      tag,
      summary: "Change the settings",
      description: "Another time zone moves no date; flags are recomputed for the day that it is there.",
      answers,
    },
    body: ChangeSettingsRequest,
    handle: async ({ caller, body }) => ({ body: json(await changeSettings(pool, caller, body)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/settings/certificate-preview",
    roles: it,
    operation: {
      id: "previewCertificate",
      tag,
      summary: "See what certificates would say",
      description: "An example as PDF, marked as one that proves nothing; what is left out is as it stands. Nothing is changed.",
      answers: { 200: { description: "The example.", schema: Type.String(), media_type: "application/pdf" } },
    },
    body: CertificatePreviewRequest,
    async handle({ caller, body, request }) {
      const how = { verified_at: verified_at(caller.tenant.code), language: languageOf(request, null) };
      const stream = await previewCertificate(pool, caller, body, how);
      return {
        body: new Download("application/pdf", stream),
        headers: { "content-disposition": 'attachment; filename="certificate-preview.pdf"' },
      };
    },
  });
  attributeRoutes(panel, pool);
}

function attributeRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/settings/attributes",
    roles: it,
    operation: { id: "addAttribute", tag, summary: "Define an attribute of people", answers, problems: [attributeExists] },
    body: AddAttributeRequest,
    handle: async ({ caller, body }) => ({ body: json(await addAttribute(pool, caller, body)) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/settings/attributes/:key",
    roles: it,
    operation: {
      id: "changeAttribute",
      tag,
      summary: "Give an attribute another label, or another type while nothing uses it",
      answers,
      problems: [attributeInUse],
    },
    params: AttributeKey,
    body: ChangeAttributeRequest,
    handle: async ({ caller, params, body }) => ({ body: json(await changeAttribute(pool, caller, params.key, body)) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/settings/attributes/:key",
    roles: it,
    operation: {
      id: "removeAttribute",
      tag,
      summary: "Remove an attribute that nothing uses",
      answers,
      problems: [attributeInUse],
    },
    params: AttributeKey,
    handle: async ({ caller, params }) => ({ body: json(await removeAttribute(pool, caller, params.key)) }),
  });
}
