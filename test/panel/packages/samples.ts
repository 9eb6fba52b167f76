import { newId } from "../../../server/platform/ids.ts";
import { scormPackage } from "../../harness/packages/scorm.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

const zip = { media_type: "application/zip", bytes: scormPackage("1.2") };
const item = {
  id: "ITEM-1",
  title: "Lesson",
  href: "content/index.html",
  speaks: true,
  passing_score: null,
  launch_data: null,
  time_limit_action: null,
  max_time_allowed: null,
  completion_threshold: null,
};

/** A package that is there, of no course. */
async function kept({ database, organisation }: PanelPlace): Promise<{ id: string }> {
  const id = newId();
  await database.superuser.query(
    `with p as (
      insert into content_package (tenant_id, id, title, version, created_at, updated_at) values ($1, $2, 'Lesson', 1, now(), now())
      returning tenant_id, id
    )
    insert into content_version (tenant_id, package_id, number, standard, items, file_name, sha256, begun_us, uploaded_by_name, uploaded_at)
    select tenant_id, id, 1, 'scorm_1.2', $3, 'lesson.zip', sha256('PK'), 0, 'Ola', now() from p`,
    [organisation.tenant_id, id, JSON.stringify([item])],
  );
  return { id };
}

/** An enrollment of the caller in a course whose content is a package. */
async function enrolled(place: PanelPlace): Promise<{ id: string }> {
  const { database, organisation, account } = place;
  const { id } = await kept(place);
  const { rows } = await database.superuser.query(
    `with c as (
      insert into course (tenant_id, id, code, code_norm, title, title_norm, type, content)
      select $1, gen_random_uuid(), $3, lower($3), 'Lesson', 'lesson', 'course', jsonb_build_object('kind', 'package', 'package_id', $2::text)
      returning tenant_id, id
    )
    insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, source, mandatory, assigned_at, attempts_allowed)
    select tenant_id, gen_random_uuid(), $4, id, 2026, 'admin', true, now(), 3 from c
    returning id`,
    [organisation.tenant_id, id, `PACK-${id}`, account.id],
  );
  return { id: rows[0].id as string };
}

/** An enrollment of the caller in a course of which a package is the only item. */
async function enrolledInItem(place: PanelPlace): Promise<{ id: string; item_id: string }> {
  const { database, organisation } = place;
  const { id: package_id } = await kept(place);
  const { id } = await enrolled(place);
  const item_id = newId();
  const common = { id: item_id, title: "Lesson", required: true, opens: "at_once", after: null };
  await database.superuser.query(
    `with c as (
      update course c set content = '{"kind": "items", "version": 1}' from enrollment e
      where e.tenant_id = $1 and e.id = $2 and c.tenant_id = e.tenant_id and c.id = e.course_id
      returning c.tenant_id, c.id
    )
    insert into course_item_list (tenant_id, course_id, version, items, created_at) select tenant_id, id, 1, $3, now() from c`,
    [organisation.tenant_id, id, JSON.stringify([{ ...common, kind: "package", package_id }])],
  );
  return { id, item_id };
}

export const samples: Record<string, PanelSample> = {
  listPackages: { status: 200, make: async () => ({}) },
  addPackage: { status: 201, make: async () => ({ query: { file_name: "lesson.zip" }, raw: zip }) },
  replacePackage: {
    status: 200,
    make: async (place) => ({ path: await kept(place), query: { file_name: "lesson.zip" }, raw: zip }),
  },
  removePackage: { status: 204, make: async (place) => ({ path: await kept(place) }) },
  launchMyItem: { status: 200, make: async (place) => ({ path: await enrolledInItem(place) }) },
  launchMyCourse: { status: 200, make: async (place) => ({ path: await enrolled(place) }) },
};
