import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, first_instant, type TrainingOrganisation } from "../../../test/harness/organisation/enrollments.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { apiOf, byKey } from "../../../test/harness/server.ts";
import { CourseList } from "./schema.ts";

let training: TrainingOrganisation;

before(async () => {
  training = await openTraining({
    courses: [
      {
        code: "FORKLIFT-01",
        title: "Wózki widłowe",
        languages: ["pl", "en"],
        estimated_minutes: 90,
        validity: { value: 24, unit: "month" },
        renewal: { enabled: true, lead_days: 60, basis: "expiry" },
        default_due_days: 30,
      },
      { code: "FREE", title: "No licence at all" },
      { code: "OLD-01", title: "Retired, and its licence too", active: false },
      { code: "ENDED", title: "Licence ended yesterday" },
      { code: "LAST-DAY", title: "Licence ends today" },
      { code: "FIRST-DAY", title: "Licence begins today" },
      { code: "TOMORROW", title: "Licence begins tomorrow" },
      { code: "FIRE-01", title: "Fire warden 1" },
      { code: "FIRE-02", title: "Fire warden 2" },
      { code: "BOTH", title: "Alone and in a path" },
      { code: "PATH-ENDED", title: "In a path whose licence has ended" },
      { code: "SEVERAL", title: "Under several licences" },
    ],
    learning_paths: [
      { code: "PATH-FIRE", title: "Fire warden", courses: ["FIRE-01", "FIRE-02", "BOTH"] },
      { code: "PATH-OLD", title: "Retired path", courses: ["FIRE-01"], active: false },
      { code: "PATH-PAST", title: "Past", courses: ["PATH-ENDED"] },
    ],
    licenses: [
      { name: "Forklift", courses: ["FORKLIFT-01"], seats_total: 50, valid_until: "2026-12-31" },
      { name: "Ended", courses: ["ENDED", "OLD-01"], valid_until: "2026-02-01" },
      { name: "Last day", courses: ["LAST-DAY"], valid_until: "2026-02-02" },
      { name: "First day", courses: ["FIRST-DAY"], valid_from: "2026-02-02" },
      { name: "Tomorrow", courses: ["TOMORROW"], valid_from: "2026-02-03" },
      { name: "Fire path", paths: ["PATH-FIRE"], valid_until: "2027-12-31" },
      { name: "Both", courses: ["BOTH"], seats_total: 5 },
      { name: "Past path", paths: ["PATH-PAST"], valid_until: "2025-12-31" },
      { name: "Several, full", courses: ["SEVERAL"], seats_total: 0, valid_until: "2026-03-31" },
      { name: "Several, later", courses: ["SEVERAL"], seats_total: 5, valid_until: "2026-09-30" },
      { name: "Several, sooner", courses: ["SEVERAL"], seats_total: 5, valid_until: "2026-06-30" },
      { name: "Several, ended", courses: ["SEVERAL"], valid_until: "2026-01-31" },
    ],
  });
});
after(() => training.close());

async function catalogue(query = ""): Promise<Record<string, any>> {
  const { status, body } = await training.api.get(`/api/v1/course-catalog${query}`);
  assert.equal(status, 200);
  matchesSchema(CourseList, body);
  return Object.fromEntries(body.courses.map((course: any) => [course.code, course]));
}

test("a course says all that the page about records promises, in compact JSON", async () => {
  const { text, body } = await training.api.get("/api/v1/course-catalog?q=WOZKI");
  assert.equal(text, JSON.stringify(body));
  const [{ id, license, updated_at, ...course }] = body.courses;
  assert.deepEqual(course, {
    code: "FORKLIFT-01",
    title: "Wózki widłowe",
    type: "course",
    languages: ["pl", "en"],
    assignable: true,
    unassignable_reason: null,
    mandatory: true,
    estimated_minutes: 90,
    recurrence: "validity",
    validity: { value: 24, unit: "month" },
    renewal: { enabled: true, lead_days: 60, basis: "expiry" },
    expiring_soon_days: 60,
    grace_days: 0,
    default_due_days: 30,
    path_codes: [],
  });
  const { id: license_id, ...terms } = license;
  assert.deepEqual(terms, { model: "seats", seats_total: 50, seats_used: 0, seats_free: 50, valid_until: "2026-12-31" });
  assert.match(`${id}${license_id}${updated_at}`, /^[0-9a-f-]{72}\d{4}-.*Z$/);
});

test("a course is not assignable for the first reason that applies: inactive, license_expired, path_only", async () => {
  const courses = await catalogue();
  const reasons = Object.fromEntries(Object.values(courses).map((course) => [course.code, course.unassignable_reason]));
  assert.deepEqual(reasons, {
    BOTH: null,
    ENDED: "license_expired",
    "FIRE-01": "path_only",
    "FIRE-02": "path_only",
    "FIRST-DAY": null,
    "FORKLIFT-01": null,
    FREE: null,
    "LAST-DAY": null,
    "OLD-01": "inactive",
    "PATH-ENDED": "license_expired",
    "PATH-FIRE": null,
    "PATH-OLD": "inactive",
    "PATH-PAST": "license_expired",
    SEVERAL: null,
    TOMORROW: "license_expired",
  });
  for (const course of Object.values(courses)) assert.equal(course.assignable, course.unassignable_reason === null);
  assert.equal(courses["PATH-FIRE"].type, "learning_path");
  assert.deepEqual(courses["FIRE-01"].path_codes, ["PATH-FIRE"]);
});

test("a licence holds on the organisation's calendar, to the last minute of its last day", async () => {
  await training.at("2026-02-02T22:59:59Z");
  const before = await catalogue();
  await training.at("2026-02-02T23:00:00Z");
  const behind = await catalogue();
  await training.at(first_instant);
  assert.deepEqual([before["LAST-DAY"].unassignable_reason, behind["LAST-DAY"].unassignable_reason], [null, "license_expired"]);
  assert.deepEqual([before["TOMORROW"].unassignable_reason, behind["TOMORROW"].unassignable_reason], ["license_expired", null]);
});

test("a course whose licence begins or ends is among the changes since that midnight", async () => {
  await training.database.superuser.query(
    "update course set updated_at = '2026-01-01'; update license set updated_at = '2026-01-01'",
  );
  const since = async (instant: string) => Object.keys(await catalogue(`?updated_since=${instant}`)).sort();
  assert.deepEqual(await since("2026-02-01T23:00:00Z"), ["ENDED", "FIRST-DAY", "OLD-01"]);
  assert.deepEqual(await since("2026-02-01T23:00:00.001Z"), []);
});

test("the licence shown is the one that would be used now", async () => {
  const courses = await catalogue();
  assert.equal(courses["FREE"].license, null);
  assert.equal(courses["ENDED"].license, null);
  assert.equal(courses["SEVERAL"].license.valid_until, "2026-06-30");
  assert.equal(courses["BOTH"].license.seats_total, 5);
  assert.deepEqual(
    { ...courses["FIRE-01"].license, id: null },
    { id: null, model: "unlimited", seats_total: null, seats_used: 0, seats_free: null, valid_until: "2027-12-31" },
  );
  assert.equal(courses["FIRE-01"].license.id, courses["PATH-FIRE"].license.id);
});

test("the catalogue is filtered by assignable, active and words, and paged in the order of the codes", async () => {
  const codes = async (query: string) => Object.keys(await catalogue(query));
  assert.deepEqual(await codes("?assignable=true"), [
    "BOTH",
    "FIRST-DAY",
    "FORKLIFT-01",
    "FREE",
    "LAST-DAY",
    "PATH-FIRE",
    "SEVERAL",
  ]);
  assert.deepEqual(await codes("?assignable=false&active=true"), [
    "ENDED",
    "FIRE-01",
    "FIRE-02",
    "PATH-ENDED",
    "PATH-PAST",
    "TOMORROW",
  ]);
  assert.deepEqual(await codes("?active=false"), ["OLD-01", "PATH-OLD"]);
  assert.deepEqual(await codes("?q=fire"), ["FIRE-01", "FIRE-02", "PATH-FIRE"]);
  assert.deepEqual(await codes("?limit=2&offset=3"), ["FIRE-02", "FIRST-DAY"]);
  const first = await training.api.get("/api/v1/course-catalog?limit=7");
  const second = await training.api.get(`/api/v1/course-catalog?limit=7&cursor=${first.body.pagination.next_cursor}`);
  assert.equal(first.body.pagination.total, 15);
  assert.equal(second.body.courses[0].code, "LAST-DAY");
});

test("a catalogue that has not changed is not sent again", async () => {
  const first = await training.api.get("/api/v1/course-catalog");
  const again = await training.api.get("/api/v1/course-catalog", { headers: { "if-none-match": first.headers.get("etag")! } });
  assert.equal(again.status, 304);
  assert.equal(again.text, "");
});

test("parameters that cannot be read are refused with their names", async () => {
  for (const [query, code] of [
    ["assignable=perhaps", "INVALID_TYPE"],
    ["limit=501", "OUT_OF_RANGE"],
    ["limit=0", "OUT_OF_RANGE"],
    ["offset=-1", "OUT_OF_RANGE"],
  ]) {
    const { status, body } = await training.api.get(`/api/v1/course-catalog?${query}`);
    assert.equal(status, 422);
    assert.deepEqual([body.errors[0].parameter, body.errors[0].code], [query!.split("=")[0], code]);
  }
});

test("another organisation's courses are not seen", async () => {
  const { createOrganisation } = await import("../../../test/harness/organisation/organisation.ts");
  const other = await createOrganisation(training.database, {
    organisation: { code: "OTHER" },
    courses: [{ code: "THEIRS", title: "Theirs" }],
    clients: [{ name: "reader", scopes: ["compliance:read"] }],
  });
  const api = apiOf(training.server, byKey("OTHER", other.clients["reader"]!.secret));
  const { body } = await api.get("/api/v1/course-catalog");
  assert.deepEqual(
    body.courses.map((course: any) => course.code),
    ["THEIRS"],
  );
  assert.equal("THEIRS" in (await catalogue()), false);
});
