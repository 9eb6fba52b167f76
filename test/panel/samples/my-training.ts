import { createOrganisation } from "../../harness/organisation/organisation.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

const contents = {
  document: { kind: "document" as const, text: "Keep the doors shut." },
  quiz: { kind: "quiz" as const, questions: [{ text: "Doors?", options: ["shut", "open"], correct: [0] }] },
};

/** An enrollment of the caller in a course with this content. */
async function enrolled({ database, organisation, account }: PanelPlace, kind: keyof typeof contents) {
  const code = `MY-${kind}`.toUpperCase();
  await createOrganisation(database, {
    organisation: { code: organisation.code },
    courses: [{ code, title: code, content: contents[kind] }],
  });
  const { rows } = await database.superuser.query(
    `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
    select tenant_id, gen_random_uuid(), $2, id, 2026, 'admin', true, now(), 3 from course where tenant_id = $1 and code = $3
    returning id`,
    [organisation.tenant_id, account.id, code],
  );
  return { id: rows[0].id as string };
}

export async function certified({ database, organisation, account }: Pick<PanelPlace, "database" | "organisation" | "account">) {
  const courses = [{ code: "CERTIFIED", title: "Bezpieczeństwo: żółć" }];
  await createOrganisation(database, { organisation: { code: organisation.code }, courses });
  const { rows } = await database.superuser.query(
    `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issued_at, valid_from)
    select tenant_id, i, code || '-2026-' || lpad(('x' || right(i::text, 8))::bit(32)::bigint::text, 10, '0'), regexp_replace(upper(right(i::text, 12)), '(....)(....)(....)', '\\1-\\2-\\3'), $2, c.id, 2026, 'course', now(), '2026-01-01'
    from course c, gen_random_uuid() i
    where tenant_id = $1 and code = 'CERTIFIED'
    returning id, number`,
    [organisation.tenant_id, account.id],
  );
  return { id: rows[0].id as string, number: rows[0].number as string };
}

export const samples: Record<string, PanelSample> = {
  openMyCourse: { status: 200, make: async (place) => ({ path: await enrolled(place, "document") }) },
  startMyCourse: { status: 204, make: async (place) => ({ path: await enrolled(place, "document") }) },
  acknowledgeMyCourse: { status: 200, make: async (place) => ({ path: await enrolled(place, "document") }) },
  answerMyCourse: { status: 200, make: async (place) => ({ path: await enrolled(place, "quiz"), body: { answers: [[0]] } }) },
  printMyCertificate: { status: 200, make: async (place) => ({ path: await certified(place) }) },
};
