import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { it, panelRoute } from "../../../platform/http/panel-route.ts";
import type { Mailing } from "../../mail/write-mail.ts";
import { previewReminderText, testReminderText } from "../example.ts";
import { ReminderPreview, ReminderTest } from "../schema.ts";
import { ReminderTextDraft, ReminderTextInput, ReminderTextParams, ReminderTexts } from "./schema.ts";
import { readReminderTexts, resetReminderText, setReminderText } from "./texts.ts";

const tag = "Settings";
const answers = { 200: { description: "What reminders say.", schema: ReminderTexts } };

export function reminderTextPanelRoutes(panel: FastifyInstance, options: Mailing & { pool: Pool }): void {
  const { pool } = options;
  panelRoute(panel, {
    method: "GET",
    url: "/reminders/texts",
    roles: it,
    operation: { id: "listReminderTexts", tag, summary: "Read what reminders say", answers, problems: [] },
    handle: async ({ caller }) => ({ body: await readReminderTexts(pool, caller) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/reminders/texts/:kind/:language",
    roles: it,
    operation: {
      id: "setReminderText",
      tag,
      summary: "Set an own text of a reminder",
      description: "Plain text with fields in braces. A field that is not known, and markup, are refused by their name.",
      answers,
    },
    params: ReminderTextParams,
    body: ReminderTextInput,
    handle: async ({ caller, params, body }) => ({ body: await setReminderText(pool, caller, { ...params, ...body }) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/reminders/texts/:kind/:language",
    roles: it,
    operation: { id: "resetReminderText", tag, summary: "Have a reminder say the product's own text again", answers },
    params: ReminderTextParams,
    handle: async ({ caller, params }) => ({ body: await resetReminderText(pool, caller, params) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/reminders/texts/preview",
    roles: it,
    operation: {
      id: "previewReminderText",
      tag,
      summary: "Read a reminder with a text that is not saved yet",
      description: "About invented courses.",
      answers: { 200: { description: "The mail.", schema: ReminderPreview } },
    },
    body: ReminderTextDraft,
    handle: async ({ caller, body }) => ({ body: await previewReminderText(options, caller, body) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/reminders/texts/test",
    roles: it,
    operation: {
      id: "testReminderText",
      tag,
      summary: "Mail oneself a reminder with a text that is not saved yet",
      answers: { 200: { description: "To whom it was written.", schema: ReminderTest } },
    },
    body: ReminderTextDraft,
    handle: async ({ caller, body }) => ({ body: await testReminderText(options, caller, body) }),
  });
}
