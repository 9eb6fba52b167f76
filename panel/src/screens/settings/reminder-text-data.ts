import type { components } from "../../api/schema.d.ts";

export type ReminderTexts = components["schemas"]["ReminderTexts"];
export type ReminderTextRow = ReminderTexts["texts"][number];

export const reminder_texts_key = ["reminder-texts"];
