import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import type { Mailing } from "../mail/write-mail.ts";
import { previewReminder, testReminder } from "./example.ts";
import { ChangeReminderSettingsRequest, ReminderLanguage, ReminderPreview, ReminderSettings, ReminderTest } from "./schema.ts";
import { changeReminderSettings, readReminderSettings } from "./settings.ts";

const tag = "Settings";
const answers = { 200: { description: "What learners are reminded of, and when.", schema: ReminderSettings } };

export function reminderPanelRoutes(panel: FastifyInstance, options: Mailing & { pool: Pool }): void {
  const { pool } = options;
  panelRoute(panel, {
    method: "GET",
    url: "/reminders",
    roles: it,
    operation: { id: "readReminderSettings", tag, summary: "See what learners are reminded of", answers, problems: [] },
    handle: async ({ caller }) => ({ body: await readReminderSettings(pool, caller) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/reminders",
    roles: it,
    operation: {
      id: "changeReminderSettings",
      tag,
      summary: "Change what learners are reminded of",
      description: "A change holds from the next morning on. What was assigned before `assigned` was switched on is not told of.",
      answers,
    },
    body: ChangeReminderSettingsRequest,
    handle: async ({ caller, body }) => ({ body: await changeReminderSettings(pool, caller, body) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/reminders/preview",
    roles: it,
    operation: {
      id: "previewReminder",
      tag,
      summary: "Read an example of a reminder",
      description: "With one line of each kind, about invented courses.",
      answers: { 200: { description: "The mail.", schema: ReminderPreview } },
    },
    query: ReminderLanguage,
    handle: async ({ caller, query }) => ({ body: await previewReminder(options, caller, query.language) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/reminders/test",
    roles: it,
    operation: {
      id: "testReminder",
      tag,
      summary: "Mail the example of a reminder to oneself",
      answers: { 200: { description: "To whom it was written.", schema: ReminderTest } },
      problems: [],
    },
    handle: async ({ caller }) => ({ body: await testReminder(options, caller) }),
  });
}
