import { newId } from "../../../server/platform/ids.ts";
import { scormPackage } from "../../harness/packages/scorm.ts";
import { createAccount } from "../../harness/panel/panel.ts";
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

/** A package that no course uses. */
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

/** An enrollment of the caller in a course whose only item is a package. */
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

/** A learner who has started a cmi5 package of two AUs. */
async function underWay(place: PanelPlace) {
  const { database, organisation } = place;
  const account = await createAccount(database, organisation.tenant_id, "learner");
  const { id } = await enrolled({ ...place, account });
  const registration_id = newId();
  const au = { move_on: "Passed", mastery_score: null, launch_parameters: null, entitlement_key: null };
  const parts = [{ id: "urn:course:1", title: "Lesson" }];
  const items = [item.id, "ITEM-2"].map((one) => ({ ...item, id: one, au: { ...au, publisher_id: `urn:${one}`, parts } }));
  await database.superuser.query(
    `with v as (
      update content_version v set standard = 'cmi5', items = $4 from enrollment e
      join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
      where e.tenant_id = $1 and e.id = $2 and v.tenant_id = $1 and v.package_id::text = c.content->>'package_id'
      returning v.package_id
    ), s as (update enrollment set state = 'in_progress', started_at = now() where tenant_id = $1 and id = $2)
    insert into content_registration (tenant_id, id, enrollment_id, number, package_id, version, began_at, launch_id, launched_us)
    select $1, $3, $2, 1, package_id, 1, now(), gen_random_uuid(), 0 from v`,
    [organisation.tenant_id, id, registration_id, JSON.stringify(items)],
  );
  return { id, registration_id };
}

export const samples: Record<string, PanelSample> = {
  addPackage: { status: 201, make: async () => ({ query: { file_name: "lesson.zip" }, raw: zip }) },
  replacePackage: {
    status: 200,
    make: async (place) => ({ path: await kept(place), query: { file_name: "lesson.zip" }, raw: zip }),
  },
  removePackage: { status: 204, make: async (place) => ({ path: await kept(place) }) },
  getPackageProgress: {
    as: "training_admin",
    status: 200,
    async make(place) {
      const { id } = await underWay(place);
      return { path: { id } };
    },
  },
  waiveAu: {
    as: "training_admin",
    status: 200,
    async make(place) {
      const { id, registration_id } = await underWay(place);
      return { path: { id }, body: { registration_id, item: item.id, reason: "administrative" } };
    },
  },
  launchMyItem: { status: 200, make: async (place) => ({ path: await enrolledInItem(place) }) },
  launchMyCourse: { status: 200, make: async (place) => ({ path: await enrolled(place) }) },
};
