import { pngOf } from "../../harness/png.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";
import { courseOf } from "./rules.ts";

const attribute = async ({ panel }: PanelPlace, tag: string) => {
  const key = `a${tag.toLowerCase().replace(/[^a-z0-9]/g, "_")}`;
  await panel.post("/settings/attributes", { key, type: "string" });
  return { path: { key } };
};

/** Each call sends another value, so that it changes something. */
let changed = 0;
let shade = 0;

const schedule = {
  assigned: true,
  due_soon_days: 30,
  due_soon_also: [7, 1],
  overdue_every_days: 7,
  overdue_times: 3,
  expiring_days: 60,
  expiring_also: [],
};

const own_text = { kind: "due_soon", language: "en" };

export const samples: Record<string, PanelSample> = {
  setLogo: {
    status: 204,
    make: async () => ({ raw: { media_type: "image/png", bytes: pngOf(16, 16, [(shade += 1), 0, 0, 255]) } }),
  },
  removeLogo: {
    status: 204,
    async make({ database, organisation }) {
      await database.superuser.query(
        "insert into organisation_logo (tenant_id, bytes, sha256, updated_at) values ($1, $2, sha256($2), now()) on conflict do nothing",
        [organisation.tenant_id, pngOf(16, 16)],
      );
      return {};
    },
  },
  readLogo: {
    as: "anonymous",
    status: 204,
    make: async () => ({ query: { tenant_code: "NOBODY-HERE" } }),
  },
  changeSettings: { status: 200, make: async (_, tag) => ({ body: { name: `ACME ${tag}` } }) },
  previewCertificate: {
    status: 200,
    changes_nothing: "it draws an example",
    make: async () => ({ body: { certificate_title: "Diploma" } }),
  },
  addAttribute: {
    status: 200,
    make: async (_, tag) => ({ body: { key: `b${tag.toLowerCase().replace(/[^a-z0-9]/g, "_")}`, type: "number" } }),
  },
  changeAttribute: { status: 200, make: async (place, tag) => ({ ...(await attribute(place, tag)), body: { type: "number" } }) },
  previewRetention: {
    status: 200,
    make: async () => ({ body: { request_log: 14 } }),
    changes_nothing: "it counts what would go",
  },
  changeRetention: {
    status: 200,
    make: async () => ({ body: { mails: 31 + (changed++ % 700) } }),
  },
  changeReminderSettings: {
    status: 200,
    make: async () => ({ body: { due_soon_days: 1 + (changed++ % 90) } }),
  },
  previewReminder: { status: 200, make: async () => ({ query: { language: "pl" } }) },
  testReminder: {
    status: 200,
    make: async () => ({}),
    changes_nothing: "it writes a mail to the caller",
  },
  setCourseReminders: {
    status: 200,
    make: async (place, tag) => ({ path: { course_id: await courseOf(place, tag) }, body: schedule }),
  },
  resetCourseReminders: {
    status: 200,
    async make(place, tag) {
      const course_id = await courseOf(place, tag);
      await place.panel.call("PUT", `/reminders/courses/${course_id}`, { body: schedule });
      return { path: { course_id } };
    },
  },
  previewReminderReach: {
    status: 200,
    make: async () => ({ body: { schedule } }),
    changes_nothing: "it counts who would be reminded",
  },
  setReminderText: {
    status: 200,
    make: async () => ({
      path: own_text,
      body: { subject: `Soon ${changed++}`, text: "Dear {first_name}", line: "{course_title}" },
    }),
  },
  resetReminderText: {
    status: 200,
    make: async ({ panel }) => {
      const body = { subject: `Soon ${changed++}`, text: "Dear {first_name}", line: "{course_title}" };
      await panel.call("PUT", "/reminders/texts/due_soon/en", { body });
      return { path: own_text };
    },
  },
  previewReminderText: {
    status: 200,
    make: async () => ({ body: { ...own_text, subject: "Soon", text: "Dear {first_name}", line: "{course_title}" } }),
    changes_nothing: "it shows a mail that is not written",
  },
  testReminderText: {
    status: 200,
    make: async () => ({ body: { ...own_text, subject: "Soon", text: "Dear {first_name}", line: "{course_title}" } }),
    changes_nothing: "it writes a mail to the caller",
  },
  changeDigestSettings: {
    status: 200,
    make: async () => ({ body: { managers: true, hour: changed++ % 24 } }),
  },
  previewDigest: { status: 200, make: async () => ({ query: { kind: "manager", language: "pl" } }) },
  testDigest: {
    status: 200,
    make: async () => ({ body: { kind: "administrator" } }),
    changes_nothing: "it writes a mail to the caller",
  },
  markMyNoticesRead: {
    status: 200,
    make: async () => ({ body: { through: "2026-01-01T00:00:00Z" } }),
    changes_nothing: "it notes what the caller has read, which is nobody's concern",
  },
  chooseMails: {
    status: 200,
    make: async ({ panel }) => ({ body: { digests: !(await panel.get("/my/mails")).body.digests } }),
  },
  removeAttribute: { status: 200, make: attribute },
};
