import { type Static, Type, type TSchema } from "typebox";
import { CursorPagination } from "../../platform/http/cursor.ts";
import { Closed, Code, DateOnly, Id, Instant, Name, Nullable, OneOf, pageParameters, line } from "../../platform/http/schema.ts";
import {
  AnyContent,
  content_members,
  Course,
  CourseType,
  Instructions,
  Languages,
  Recurrence,
  RenewalBasis,
  SeatUnit,
  ValidityUnit,
} from "../courses/schema.ts";

const days_max = 3_650;
const items_max = 100;
const covered_max = 1_000;
const seats_max = 2_000_000_000;

const Title = line(255);
const Days = Type.Integer({ minimum: 0, maximum: days_max });

/** An object or null in one schema. A union would report each fault twice: in the object, and that the value is not null. */
function ObjectOrNull<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: ["object", "null"] });
}

// Members that the organisation file defines with defaults. Here they have none: a change keeps what is left out, and a new
// record gets its defaults where it is created.
const catalogue_change = {
  title: Type.Optional(Title),
  active: Type.Optional(Type.Boolean()),
  mandatory: Type.Optional(Type.Boolean()),
  default_due_days: Type.Optional(Nullable(Days)),
};

const course_members = {
  ...catalogue_change,
  languages: Type.Optional(Languages),
  recurrence: Type.Optional(Recurrence),
  estimated_minutes: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }))),
  validity: Type.Optional(ObjectOrNull(Closed({ value: Type.Integer({ minimum: 1, maximum: 1_200 }), unit: ValidityUnit }))),
  renewal: Type.Optional(
    Closed({
      enabled: Type.Optional(Type.Boolean()),
      lead_days: Type.Optional(Nullable(Days)),
      basis: Type.Optional(Nullable(RenewalBasis)),
      fixed_on: Type.Optional(
        Nullable(Type.String({ pattern: "^[0-9]{2}-[0-9]{2}$", description: "A day of the calendar, MM-DD." })),
      ),
      min_days: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 366 }))),
    }),
  ),
  issues_certificates: Type.Optional(Nullable(Type.Boolean(), { description: "null: where the course has a validity." })),
  expiring_soon_days: Type.Optional(Days),
  grace_days: Type.Optional(Days),
  attempts_allowed: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  pass_score: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
  content: Type.Optional(
    // One object type for all kinds, so that a fault is reported at its member. Which members a kind has is checked afterwards.
    ObjectOrNull(
      Closed({
        kind: OneOf(["link", "document", "quiz", "package"]),
        url: Type.Optional(content_members.link.url),
        text: Type.Optional(content_members.document.text),
        questions: Type.Optional(content_members.quiz.questions),
        package_id: Type.Optional(content_members.package.package_id),
      }),
    ),
  ),
  instructions: Type.Optional(Nullable(Instructions)),
  results_by_managers: Type.Optional(Type.Boolean({ description: "Managers may record results of their people." })),
};

export const CourseCreate = Closed({ code: Code, ...course_members, title: Title });
export const CourseChange = Closed(course_members);

const Items = Type.Array(Closed({ course_id: Id, mandatory: Type.Boolean() }), {
  minItems: 1,
  maxItems: items_max,
  description: "Courses in their order.",
});

export const PathCreate = Closed({
  code: Code,
  title: Title,
  mandatory: Type.Optional(Type.Boolean()),
  default_due_days: catalogue_change.default_due_days,
  items: Items,
});
export const PathChange = Closed({ ...catalogue_change, items: Type.Optional(Items) });

export const CatalogueParams = Closed({ id: Type.String({ maxLength: 64 }) });

const count = Type.Integer({ minimum: 0 });
const Part = { id: Id, code: Type.String(), title: Type.String(), active: Type.Boolean() };
const validity_days = { valid_from: Nullable(DateOnly), valid_until: Nullable(DateOnly) };
const seats = { seats_total: Nullable(count), seats_used: count };

/** A course or path with all details that an administrator sees. */
export const CourseDetail = Closed(
  {
    course: Course,
    active: Type.Boolean(),
    attempts_allowed: Type.Integer({ minimum: 1 }),
    pass_score: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    issues_certificates: Type.Boolean(),
    certificates_wanted: Nullable(Type.Boolean({ description: "null: they are issued where there is a validity." })),
    renewal_fixed_on: Nullable(Type.String()),
    renewal_min_days: Nullable(Type.Integer()),
    content: Nullable(AnyContent),
    instructions: Nullable(Instructions),
    results_by_managers: Type.Boolean({ description: "Managers may record results of their people." }),
    items: Type.Array(Closed({ ...Part, mandatory: Type.Boolean() }), { description: "Of a path, in their order." }),
    paths: Type.Array(Closed(Part), { description: "That contain it." }),
    rules: Type.Array(Closed({ id: Id, name: Type.String(), active: Type.Boolean() })),
    groups: Type.Array(Closed({ id: Id, name: Type.String() })),
    licenses: Type.Array(
      Closed({
        id: Id,
        name: Type.String(),
        ...seats,
        ...validity_days,
        via_path: Nullable(Type.String({ description: "Its code." })),
      }),
    ),
    enrollments: Closed({
      assigned: count,
      in_progress: count,
      completed: count,
      failed: count,
      cancelled: count,
      withdrawn: count,
    }),
  },
  { $id: "CourseDetail" },
);

export const LicenseRecord = Closed(
  {
    id: Id,
    name: Type.String(),
    ...seats,
    seats_free: Nullable(count),
    seat_unit: SeatUnit,
    release: OneOf(["unstarted", "always", "never"]),
    ...validity_days,
    state: OneOf(["in_force", "to_come", "ended"]),
    items: Type.Array(Closed({ id: Id, code: Type.String(), title: Type.String(), type: CourseType }), {
      description: "What it covers; the first hundred.",
    }),
    items_total: count,
    updated_at: Instant,
  },
  { $id: "License" },
);

export const LicenseList = Closed({ pagination: CursorPagination, licenses: Type.Array(LicenseRecord) }, { $id: "LicenseList" });
export const LicenseQuery = Closed({
  ...pageParameters(100, 50),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  state: Type.Optional(OneOf(["in_force", "to_come", "ended"])),
});

const license_members = {
  seats_total: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: seats_max }), { description: "null: without a limit." }),
  ),
  valid_from: Type.Optional(Nullable(DateOnly)),
  valid_until: Type.Optional(Nullable(DateOnly)),
  seat_unit: Type.Optional(SeatUnit),
  release: Type.Optional(OneOf(["unstarted", "always", "never"])),
};
const Covered = Type.Array(Id, { minItems: 1, maxItems: covered_max, description: "Courses and learning paths that it covers." });

export const LicenseCreate = Closed({ name: Name, ...license_members, items: Covered });
export const LicenseChange = Closed({ name: Type.Optional(Name), ...license_members, items: Type.Optional(Covered) });

export const SeatList = Closed(
  {
    pagination: CursorPagination,
    seats: Type.Array(
      Closed({
        id: Id,
        person_id: Id,
        full_name: Nullable(Type.String()),
        employee_no: Nullable(Type.String()),
        enrollment_id: Nullable(Id, { description: "Where seats are of enrollments." }),
        course_title: Nullable(Type.String()),
        taken_at: Instant,
      }),
      { description: "Held seats, those taken last first." },
    ),
  },
  { $id: "SeatList" },
);
export const SeatQuery = Closed(pageParameters(100, 50));
