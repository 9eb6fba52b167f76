// The files of a pack about all its people together: tables for spreadsheets, and the matrix as a page. They grow person by
// person.
import { csvLine } from "../../platform/files/csv.ts";
import type { Packed } from "../../platform/files/zip.ts";
import { escapeHtml } from "../../platform/http/html.ts";
import type { Language } from "../../platform/languages.ts";
import { flag_names } from "../compliance/flag/names.ts";
import type { PackAuditEntry, PackCourse } from "./content-sql.ts";
import { createKeptText, type KeptText } from "./kept-text.ts";
import type { PersonRecord } from "./person.ts";
import { words } from "./words/words.ts";

const person_heading = ["employee_no", "full_name", "department_name", "contractor_name"];
/** Marks a table as UTF-8 for spreadsheet programs. */
const byte_order_mark = "\uFEFF";

const headings = {
  "explanations.csv": [
    "employee_no",
    "full_name",
    "course_code",
    "status",
    "basis",
    "reason_codes",
    "explanation",
    "known_since",
  ],
  "certificates.csv": [
    "employee_no",
    "full_name",
    "course_code",
    "number",
    "status",
    "source",
    "issuer",
    "issued_at",
    "valid_from",
    "valid_until",
    "revoked_at",
    "revoke_reason",
    "evidence_sha256",
  ],
  "attempts.csv": [
    "employee_no",
    "full_name",
    "course_code",
    "enrollment_id",
    "attempt",
    "passed",
    "score",
    "started_at",
    "finished_at",
  ],
  "audit-entries.csv": [
    "seal_number",
    "seal",
    "occurred_at",
    "operation",
    "actor_type",
    "actor_name",
    "target_type",
    "target_id",
  ],
} as const;
type Cell = string | number | boolean | null | undefined;
type TableName = keyof typeof headings;

export type Tables = {
  addPerson(record: PersonRecord, folder: string): void;
  addAudit(entries: readonly PackAuditEntry[]): void;
  files(): Generator<Packed>;
};

type About = { as_of: string; as_of_day: string; from_day: string | null; language: Language; organisation: string };

export function createTables(courses: readonly PackCourse[], about: About): Tables {
  const csv = createKeptText();
  csv.add(byte_order_mark + csvLine([...person_heading, "in_scope", ...courses.map(({ code }) => code)]));
  const html = createKeptText();
  html.add(headOf(courses, about));
  const tables = new Map<TableName, KeptText>();
  for (const [name, heading] of Object.entries(headings) as [TableName, readonly string[]][]) {
    const table = createKeptText();
    table.add(byte_order_mark + csvLine(heading));
    tables.set(name, table);
  }
  const add = (name: TableName, cells: readonly Cell[]) => tables.get(name)!.add(csvLine(cells.map(textOf)));
  return {
    addPerson(record, folder) {
      const { person } = record;
      const facts = [person.employee_no, person.full_name, person.department_name, person.contractor_name].map(textOf);
      csv.add(csvLine([...facts, textOf(person.in_scope), ...record.courses.map(({ status }) => textOf(status))]));
      html.add(rowOf(record, folder, about.language));
      addRecords(record, facts.slice(0, 2), add);
    },
    addAudit(entries) {
      for (const { seq, seal, occurred_at, operation, actor_type, actor_name, target_type, target_id } of entries)
        add("audit-entries.csv", [seq, seal, occurred_at, operation, actor_type, actor_name, target_type, target_id]);
    },
    *files() {
      html.add("</tbody></table></div>\n</body></html>\n");
      yield { name: "matrix.csv", parts: csv.parts() };
      yield { name: "matrix.html", parts: html.parts() };
      for (const [name, table] of tables) yield { name, parts: table.parts() };
    },
  };
}

function addRecords(record: PersonRecord, who: readonly string[], add: (name: TableName, cells: readonly Cell[]) => void): void {
  const codes = new Map(record.courses.map(({ course }) => [course.id, course.code]));
  for (const { course, status, basis, reasons, known_since } of record.courses) {
    const why = [reasons.map(({ code }) => code).join(" "), reasons.map(({ detail }) => detail).join(" ")];
    add("explanations.csv", [...who, course.code, status, basis, ...why, known_since]);
  }
  for (const one of record.certificates) {
    const days = [one.issued_at, one.valid_from, one.valid_until, one.revoked_at, one.revoke_reason];
    add("certificates.csv", [
      ...who,
      codes.get(one.course_id),
      one.number,
      one.status,
      one.source,
      one.issuer,
      ...days,
      one.file?.sha256,
    ]);
  }
  for (const { course_id, enrollment_id, attempts } of record.enrollments)
    for (const { number, passed, score, started_at, finished_at } of attempts)
      add("attempts.csv", [...who, codes.get(course_id), enrollment_id, number, passed, score, started_at, finished_at]);
}

function textOf(value: Cell): string {
  return value === null || value === undefined ? "" : String(value);
}

const style = `body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #1d2430 }
h1 { font-size: 1.3rem } .table { overflow-x: auto }
table { border-collapse: collapse } th, td { border: 1px solid #cdd3dd; padding: .2rem .45rem; text-align: left; white-space: nowrap }
thead th { position: sticky; top: 0; background: #f0f2f7 } .OVERDUE { background: #fbdcd9; font-weight: 650 }
.EXPIRING_SOON { background: #fdf0cf } .COMPLIANT { background: #dff3e4 } .out { color: #5b626d }`;

function headOf(courses: readonly PackCourse[], { as_of, as_of_day, from_day, language, organisation }: About): string {
  const say = words[language];
  const titles = courses.map(({ code, title }) => `<th scope="col" title="${escapeHtml(title)}">${escapeHtml(code)}</th>`);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${say.matrix}: ${escapeHtml(organisation)}</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<h1>${say.matrix}: ${escapeHtml(organisation)}</h1>
<p>${say.as_of(as_of_day, as_of)}${from_day === null ? "" : ` ${say.from(from_day)}`}</p>
<p>${say.empty_cell}</p>
<div class="table"><table><thead><tr><th scope="col">${say.number}</th><th scope="col">${say.name}</th><th scope="col">${say.department}</th>${titles.join("")}</tr></thead><tbody>
`;
}

function rowOf({ person, full_name, courses }: PersonRecord, folder: string, language: Language): string {
  const say = words[language];
  const cells = courses.map(({ status }) =>
    status === null ? "<td></td>" : `<td class="${status}">${flag_names[language][status]}</td>`,
  );
  const belongs = [person.department_name, person.contractor_name].filter((name) => name !== null).join(" · ");
  const scope = person.in_scope ? escapeHtml(belongs) : `<span class="out">${say.out_of_scope}</span>`;
  const link = `<a href="${folder}/record.json">${escapeHtml(person.employee_no ?? "–")}</a>`;
  return `<tr><td>${link}</td><th scope="row">${escapeHtml(full_name)}</th><td>${scope}</td>${cells.join("")}</tr>\n`;
}
