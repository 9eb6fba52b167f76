import { Type, type Static } from "typebox";
import { Closed, Id, Instant, Name, Nullable, OneOf } from "../../platform/http/schema.ts";
import { Flag } from "../compliance/flag/status-schema.ts";
import { EnrollmentSource } from "../enrollments/schema.ts";
import { WorkerType } from "../people/schema.ts";

/** The most columns of a report. */
export const columns_max = 30;
/** The most rows of a file. A PDF has fewer, because people read it page by page. */
export const rows_max = 100_000;
export const pdf_rows_max = 2_000;
/** The most groups that are shown one by one; the largest. */
export const groups_max = 200;
/** Rows that the editor shows as a preview. */
export const preview_rows = 50;
/** The most reports of an organisation. */
export const reports_max = 200;
/** The most days that a filter looks ahead. */
const days_ahead_max = 366;

export const subject_names = ["people", "enrollments", "compliance", "certificates", "licenses"] as const;
export type SubjectName = (typeof subject_names)[number];
export const formats = ["csv", "xlsx", "pdf"] as const;
export type Format = (typeof formats)[number];

const ColumnName = Type.String({ pattern: "^[a-z_]{1,40}$", example: "employee_no" });
const Days = Type.Integer({ minimum: 0, maximum: days_ahead_max });

export const ReportFilters = Closed({
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Part of a name or number." })),
  department_id: Type.Optional(Id),
  include_subdepartments: Type.Optional(Type.Boolean()),
  worker_type: Type.Optional(WorkerType),
  contractor_id: Type.Optional(Id),
  manager_id: Type.Optional(Id),
  include_indirect_reports: Type.Optional(Type.Boolean()),
  course_code: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  status: Type.Optional(Type.String({ pattern: "^[a-z_]{1,40}$", description: "Of what the subject's rows are." })),
  source: Type.Optional(EnrollmentSource),
  compliance_flag: Type.Optional(Flag),
  overdue: Type.Optional(Type.Boolean()),
  due_within_days: Type.Optional({ ...Days, description: "Due from the day on which the report is read, so many days ahead." }),
  ends_within_days: Type.Optional({ ...Days, description: "The same of the last day of validity." }),
});

const members = {
  subject: OneOf(subject_names),
  columns: Type.Array(ColumnName, { minItems: 1, maxItems: columns_max, uniqueItems: true }),
  filters: ReportFilters,
  group_by: Nullable(ColumnName, { description: "Then the report is the number of rows of each group." }),
  chart: OneOf(["none", "bars"], { description: "Of the groups." }),
};

export const ReportDefinition = Closed(members);
export type ReportDefinition = Static<typeof ReportDefinition>;

export const ReportInput = Closed(
  { name: Name, is_shared: Type.Boolean(), definition: ReportDefinition },
  { $id: "ReportInput" },
);
export type ReportInput = Static<typeof ReportInput>;

export const Report = Closed(
  {
    id: Id,
    name: Name,
    is_shared: Type.Boolean(),
    definition: Closed(members, { $id: "ReportDefinition" }),
    owner: Nullable(Closed({ id: Id, name: Type.String() }), { description: "null: the owner's account is gone." }),
    is_own: Type.Boolean({ description: "Whether the caller may change it." }),
    updated_at: Instant,
  },
  { $id: "Report" },
);
export const ReportList = Closed({ reports: Type.Array(Report) }, { $id: "ReportList" });
export const ReportParams = Type.Object({ id: Type.String() });

export const TimeZone = Type.Optional(
  Type.String({
    maxLength: 64,
    pattern: "^[A-Za-z0-9_+/-]+$",
    description: "IANA name of the reader's time zone; left out, or unknown: the organisation's.",
  }),
);

const Named = Closed({ name: ColumnName, title: Type.String() });

export const ReportSubjects = Closed(
  {
    subjects: Type.Array(
      Closed({
        name: OneOf(subject_names),
        title: Type.String(),
        columns: Type.Array(Closed({ ...Named.properties, groups: Type.Boolean() })),
        filters: Type.Array(Type.String()),
        statuses: Type.Array(Closed({ value: Type.String(), title: Type.String() })),
      }),
    ),
  },
  { $id: "ReportSubjects" },
);

export const ReportPreview = Closed(
  {
    titles: Type.Array(Type.String(), { description: "Headings of the columns, in the reader's language." }),
    rows: Type.Array(Type.Array(Type.String()), { description: `The first ${preview_rows}, as the reader writes them.` }),
    rows_total: Type.Integer({ description: `Rows of the report; more than ${rows_max} are not counted.` }),
    is_cut: Type.Boolean({ description: `Whether there are more than ${rows_max} rows, which no file has.` }),
    groups: Type.Array(Closed({ title: Type.String(), rows: Type.Integer() }), {
      description: `The ${groups_max} largest; empty where nothing is grouped.`,
    }),
    other_rows: Type.Integer({ description: "Rows of further groups." }),
  },
  { $id: "ReportPreview" },
);

export const ReportPreviewRequest = Closed({ definition: ReportDefinition, time_zone: TimeZone });
export const ReportFileQuery = Type.Object({ format: OneOf(formats, { default: "csv" }), time_zone: TimeZone });
