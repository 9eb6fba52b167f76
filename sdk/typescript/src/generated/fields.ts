// Made by `npm run generate` from openapi.json; do not edit.

/** The fields of a person that a column can hold. */
export const personFields: Readonly<Record<string, "text" | "date" | "boolean">> = {
  employee_no: "text",
  first_name: "text",
  last_name: "text",
  email: "text",
  worker_type: "text",
  department_name: "text",
  department_id: "text",
  contractor_name: "text",
  contractor_id: "text",
  manager_employee_no: "text",
  manager_id: "text",
  job_title: "text",
  language: "text",
  employment_start_date: "date",
  employment_end_date: "date",
  active: "boolean",
};
