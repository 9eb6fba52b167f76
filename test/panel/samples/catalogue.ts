import type { PanelPlace, PanelSample } from "../samples.ts";

let made = 0;

async function insert({ database, organisation }: PanelPlace, text: string): Promise<string> {
  made += 1;
  const { rows } = await database.superuser.query(text, [organisation.tenant_id, `sample-${made}`]);
  return rows[0].id;
}

const makeCourse = (place: PanelPlace, type = "course") =>
  insert(
    place,
    `insert into course (tenant_id, id, code, code_norm, title, title_norm, type, attempts_allowed)
    values ($1, gen_random_uuid(), $2, $2, $2, $2, '${type}', 3) returning id`,
  );
const makeLicense = (place: PanelPlace) =>
  insert(
    place,
    `insert into license (tenant_id, id, name, name_norm, model, seats_total)
    values ($1, gen_random_uuid(), $2, $2, 'seats', 3) returning id`,
  );

const of = (make: (place: PanelPlace) => Promise<string>, status: number, body?: unknown): PanelSample => ({
  status,
  make: async (place) => ({ path: { id: await make(place) }, ...(body === undefined ? {} : { body }) }),
});

export const samples: Record<string, PanelSample> = {
  getCourse: of(makeCourse, 200),
  changeCourse: of(makeCourse, 200, { title: "Renamed", grace_days: 7 }),
  createCourse: { status: 201, make: async (_, tag) => ({ body: { code: `COURSE-${tag}`, title: "A course" } }) },
  createPath: {
    status: 201,
    make: async (place, tag) => ({
      body: { code: `PATH-${tag}`, title: "A path", items: [{ course_id: await makeCourse(place), mandatory: true }] },
    }),
  },
  changePath: of((place) => makeCourse(place, "learning_path"), 200, { title: "Renamed" }),
  getLicense: of(makeLicense, 200),
  listLicenseSeats: of(makeLicense, 200),
  createLicense: {
    status: 201,
    make: async (place, tag) => ({ body: { name: `Licence ${tag}`, items: [await makeCourse(place)] } }),
  },
  changeLicense: of(makeLicense, 200, { seats_total: 9 }),
};
