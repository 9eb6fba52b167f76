// Matches the columns of a file with fields of a person: by the names that the server knows, by the panel's labels, and by the
// usual names of HR systems in English and Polish.

import { optional_fields } from "../../api/person-fields.ts";

/** An attribute that the organisation has defined. */
export type Attribute = { key: string; label?: string | null };

/** The column names that the server knows, beside `attributes.<key>`. */
export const fields = [
  "employee_no",
  "first_name",
  "last_name",
  "email",
  "department_name",
  "worker_type",
  "contractor_name",
  "manager_employee_no",
  ...optional_fields.map(({ name }) => name),
  "active",
] as const;
export type Field = (typeof fields)[number];

/** Other names of each field, without accents, blanks and punctuation. */
const other_names: Readonly<Record<Field, readonly string[]>> = {
  employee_no: [
    "employeenumber",
    "employeeid",
    "personnelnumber",
    "personnelno",
    "staffnumber",
    "staffid",
    "payrollnumber",
    "numerpracownika",
    "nrpracownika",
    "numerewidencyjny",
    "nrewidencyjny",
    "nrewid",
    "numerkadrowy",
    "idpracownika",
  ],
  first_name: ["firstname", "givenname", "forename", "imie", "imiona"],
  last_name: ["lastname", "surname", "familyname", "nazwisko"],
  email: ["emailaddress", "mail", "workemail", "adresemail", "emailsluzbowy", "poczta"],
  department_name: ["department", "departmentname", "unit", "orgunit", "dzial", "jednostkaorganizacyjna", "komorkaorganizacyjna"],
  worker_type: ["workertype", "employment", "employmenttype", "typzatrudnienia", "formazatrudnienia", "zatrudnienie"],
  contractor_name: ["contractor", "contractorname", "company", "companyname", "firma", "nazwafirmy", "wykonawca"],
  manager_employee_no: [
    "manager",
    "managerid",
    "managernumber",
    "managerno",
    "supervisor",
    "supervisorid",
    "reportsto",
    "przelozony",
    "przelozona",
    "numerprzelozonego",
    "nrprzelozonego",
    "kierownik",
  ],
  job_title: ["jobtitle", "position", "title", "job", "role", "stanowisko"],
  language: ["language", "preferredlanguage", "jezyk"],
  employment_start_date: ["startdate", "hiredate", "employedfrom", "employmentstart", "datazatrudnienia", "zatrudnionyod"],
  employment_end_date: ["enddate", "leavedate", "terminationdate", "employeduntil", "datazwolnienia", "zatrudnionydo"],
  active: ["isactive", "aktywny", "aktywna", "czyaktywny"],
};

/** The server's name for each column of the header; null: none matches. Each name is used once. */
export function matchColumns(header: readonly string[], attributes: readonly Attribute[]): (string | null)[] {
  const given = new Set<string>();
  return header.map((name) => {
    const found = nameFor(name, attributes);
    if (found === null || given.has(found)) return null;
    given.add(found);
    return found;
  });
}

function nameFor(name: string, attributes: readonly Attribute[]): string | null {
  const text = name.trim();
  if (isServersName(text, attributes)) return text;
  const plain = plainOf(text);
  if (plain === "") return null;
  const field = fields.find((one) => plainOf(one) === plain || other_names[one].includes(plain));
  if (field) return field;
  const attribute = attributes.find(({ key, label }) => [key, label ?? ""].some((one) => plainOf(one) === plain));
  return attribute ? attributeName(attribute) : null;
}

/** Whether the server reads a column of this name itself. */
export function isServersName(name: string, attributes: readonly Attribute[]): boolean {
  const known = ["department_id", "contractor_id", "manager_id", ...fields, ...attributes.map(attributeName)];
  return known.includes(name);
}

export function attributeName({ key }: Attribute): string {
  return `attributes.${key}`;
}

function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ł", "l")
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
