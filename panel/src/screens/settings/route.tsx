import { IconSettings } from "@tabler/icons-react";
import { roles, type Screen } from "../../app/screen.ts";

export const screens: Screen[] = [
  {
    path: "/settings",
    title: "shell:nav.settings",
    roles: roles.it,
    nav: { group: "organisation", order: 30, icon: IconSettings },
    texts: ["settings", "badge"],
    load: async () => (await import("./settings.tsx")).Settings,
  },
  {
    path: "/settings/retention",
    title: "settings:retention.title",
    roles: roles.it,
    texts: ["settings"],
    load: async () => (await import("./retention.tsx")).RetentionScreen,
  },
  {
    path: "/settings/reminders",
    title: "settings:reminders.title",
    roles: roles.it,
    texts: ["settings"],
    load: async () => (await import("./reminders.tsx")).RemindersScreen,
  },
  {
    path: "/settings/reminders/texts",
    title: "settings:reminder_texts.title",
    roles: roles.it,
    texts: ["settings"],
    load: async () => (await import("./reminder-texts.tsx")).ReminderTextsScreen,
  },
  {
    path: "/settings/reminders/courses",
    title: "settings:reminder_courses.title",
    roles: roles.it,
    texts: ["settings", "enrollments", "training"],
    load: async () => (await import("./reminder-courses.tsx")).ReminderCoursesScreen,
  },
  {
    path: "/settings/digests",
    title: "settings:digests.title",
    roles: roles.it,
    texts: ["settings"],
    load: async () => (await import("./digests.tsx")).DigestsScreen,
  },
];
