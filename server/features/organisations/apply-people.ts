import { newId } from "../../platform/ids.ts";
import { caseNorm } from "../../platform/text.ts";
import { insertPeople, listPersonRows, updatePeople, type PersonRow } from "../people/apply-sql.ts";
import { bringAbout, mentioned, type Kind, type Run } from "./bring-about.ts";
import type { Known } from "./known.ts";
import type { Entry } from "./schema.ts";

/** People that travel in one statement. */
const batch_size = 1_000;

const people: Kind<PersonRow> = {
  target_type: "person",
  personal: [
    "employee_no",
    "first_name",
    "last_name",
    "email",
    "login",
    "job_title",
    "attributes",
    "language",
    "employment_start_date",
    "employment_end_date",
  ],
  insert: insertPeople,
  update: updatePeople,
};

/** Brings people about in batches; `onProgress` hears how many are done. */
export async function applyPeople(
  run: Run,
  known: Known,
  entries: readonly Entry<"people">[],
  onProgress: (done: number) => void,
): Promise<void> {
  for (let start = 0; start < entries.length; start += batch_size) {
    const batch = entries.slice(start, start + batch_size);
    const rows = await listPersonRows(
      run.db,
      run.context.tenant.id,
      batch.map((entry) => entry.employee_no),
    );
    const standing = new Map(rows.map(({ managed_by: _, ...row }) => [caseNorm(row.employee_no), row]));
    await bringAbout(
      run,
      people,
      batch.map((entry) => {
        const stands = standing.get(caseNorm(entry.employee_no));
        return { stands, wanted: wantedPerson(known, entry, stands) };
      }),
    );
    onProgress(start + batch.length);
  }
}

function wantedPerson(known: Known, entry: Entry<"people">, stands: PersonRow | undefined): PersonRow {
  const { employee_no, first_name, last_name, email, login, worker_type, job_title, language } = entry;
  const { employment_start_date, employment_end_date } = entry;
  const base = stands ?? newPerson(entry);
  const wanted = {
    ...base,
    ...mentioned({ employee_no, first_name, last_name, email, login, worker_type, job_title, language }),
    ...mentioned({ employment_start_date, employment_end_date }),
    ...mentioned({
      department_id: idOf(known.departments, entry.department),
      contractor_id: idOf(known.contractors, entry.contractor),
    }),
    attributes: mergeAttributes(base.attributes, entry.attributes),
  };
  // A login that follows the address or number goes on following it.
  if (login === undefined && (!stands || stands.login === loginOf(stands))) wanted.login = loginOf(wanted);
  return wanted;
}

function newPerson({ employee_no, first_name, last_name }: Entry<"people">): PersonRow {
  return {
    id: newId(),
    employee_no,
    first_name,
    last_name,
    email: null,
    login: "",
    worker_type: "internal_payroll",
    department_id: null,
    contractor_id: null,
    job_title: null,
    attributes: {},
    language: null,
    employment_start_date: null,
    employment_end_date: null,
  };
}

function loginOf(person: Pick<PersonRow, "email" | "employee_no">): string {
  return (person.email ?? person.employee_no).toLowerCase();
}

function idOf(
  register: { find(code_or_name: string): { id: string }[] },
  reference: string | null | undefined,
): string | null | undefined {
  return reference && register.find(reference)[0]!.id;
}

/** Key by key; null removes one. */
function mergeAttributes(before: Record<string, unknown>, changes: Entry<"people">["attributes"] = {}): Record<string, unknown> {
  const merged = { ...before, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}
