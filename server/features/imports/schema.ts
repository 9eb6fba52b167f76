import { Type } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";

const formats = ["csv", "ndjson"] as const;
export type FileFormat = (typeof formats)[number];
/** Media types of a file; for plain bytes, `format` names the format. */
export const file_formats: Readonly<Record<string, FileFormat | null>> = {
  "text/csv": "csv",
  "application/x-ndjson": "ndjson",
  "application/octet-stream": null,
};

const FileFormatName = OneOf(formats, { named: "ImportFormat" });

export const max_deactivate_percent_default = 5;

export const ImportQuery = Type.Object({
  dry_run: Type.Boolean({ default: false, description: "Tells what would happen, and changes nothing." }),
  deactivate_missing: Type.Boolean({
    default: false,
    description:
      "The file lists all people: active people who are not in it are deactivated, people in it who have left come back, unless their row says that the employment has ended, or their company's contract has; such a row creates no new person either. People who are managed by SCIM, or were created after the upload, stay.",
  }),
  max_deactivate_percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: max_deactivate_percent_default,
    description:
      "With `deactivate_missing`: if more of the active people would be deactivated, the whole import fails and changes nothing.",
  }),
});

/** Query parameters besides the options. Programs whose HTTP library does not know CSV send plain bytes. */
export const UploadQuery = Type.Object({
  ...ImportQuery.properties,
  format: Type.Optional({
    ...FileFormatName,
    description: "With `application/octet-stream`: what the file is. Default: csv. The other media types say it themselves.",
  }),
});

export const ImportParams = Type.Object({ id: Type.String({ description: "The import's id." }) });

const ImportError = Closed({
  pointer: Type.String({ description: "The field, as in a request's body.", example: "#/department_name" }),
  code: Type.String({ example: "UNKNOWN_DEPARTMENT" }),
  detail: Type.String({ example: "no department in use has this name" }),
});

const ImportRow = Closed({
  row: Nullable(Type.Integer(), { description: "The line on which the row begins; null for people who are not in the file." }),
  employee_no: Nullable(Type.String()),
  full_name: Nullable(Type.String(), {
    description: "First and last name: the person's, or what the row says of a new one; null where neither is known.",
  }),
  action: OneOf(["create", "update", "deactivate", "invalid"] as const, { named: "ImportAction" }),
  changes: Type.Unsafe<Record<string, unknown[]>>({
    type: "object",
    additionalProperties: { type: "array", items: {}, minItems: 2, maxItems: 2, description: "Before and after." },
    description: "By field; empty for a new person.",
  }),
  effects: Closed({
    enrollments_assigned: Type.Array(Type.String(), { description: "Course codes." }),
    enrollments_cancelled: Type.Array(Type.String(), { description: "Course codes." }),
  }),
  errors: Type.Array(ImportError),
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const Import = Closed(
  {
    id: Id,
    kind: OneOf(["users"] as const, { named: "ImportKind" }),
    format: FileFormatName,
    dry_run: Type.Boolean(),
    status: OneOf(["receiving", "queued", "running", "finished", "failed"] as const, {
      named: "ImportStatus",
      description: "failed: nothing of the file was carried out, unless `rows_done` is greater than 0.",
    }),
    failure: Nullable(
      Closed(
        {
          line: Nullable(Type.Integer(), { description: "The line that is to blame; null: the file as a whole." }),
          detail: Type.String(),
        },
        { $id: "ImportFailure" },
      ),
    ),
    created_at: Instant,
    finished_at: Nullable(Instant),
    rows_done: count("Progress: rows of the file that are done."),
    counts: Closed({
      rows: count("Rows of the file; 0 until it has been read."),
      create: count("People created."),
      update: count("People changed."),
      unchanged: count("Rows that say what is so already."),
      deactivate: count("People deactivated: those not in the file, and those whose row says so."),
      invalid: count("Rows that could not be taken. They hold up no other one."),
    }),
    guard: Closed({
      max_deactivate_percent: Type.Integer(),
      tripped: Type.Boolean({
        description:
          "Whether a file that lists all people would have deactivated more people than it may: people who are missing in it, and those whose row says so.",
      }),
    }),
    report_url: Type.String({
      description: "Every row that is not unchanged, as CSV; kept for 30 days, or as many as the organisation has set.",
    }),
    rows_preview: Type.Array(ImportRow, { description: "The first 100 of them." }),
  },
  {
    $id: "PeopleImport",
    example: {
      id: "019a6000-1111-7222-8333-444455556666",
      kind: "users",
      format: "csv",
      dry_run: true,
      status: "finished",
      failure: null,
      created_at: "2026-02-02T06:00:00.000Z",
      finished_at: "2026-02-02T06:00:04.310Z",
      rows_done: 1_240,
      counts: { rows: 1_240, create: 12, update: 44, unchanged: 1_179, deactivate: 3, invalid: 2 },
      guard: { max_deactivate_percent: 5, tripped: false },
      report_url: "/api/v1/imports/019a6000-1111-7222-8333-444455556666/report.csv",
      rows_preview: [
        {
          row: 17,
          employee_no: "10042",
          full_name: "Anna Kowalska",
          action: "update",
          changes: { department_name: ["Logistyka Północ", "Utrzymanie ruchu"] },
          effects: { enrollments_assigned: ["LOTO-01"], enrollments_cancelled: ["FORKLIFT-01"] },
          errors: [],
        },
      ],
    },
  },
);
