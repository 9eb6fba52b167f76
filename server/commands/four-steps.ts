/** What the four steps are shown with: an organisation, a client of it, and something to assign. */
export type FourSteps = { base_url: string; tenant_code: string; secret: string; department_name: string; course_code: string };

/**
 * The four steps of an integration as `curl` lines that can be pasted: read the reference lists, synchronise a person, assign
 * a course, read it back. The guide in docs/guides/integration.md holds the same lines, and a test runs them.
 */
export function fourSteps(steps: FourSteps): { title: string; line: string }[] {
  const { base_url, tenant_code, secret, department_name, course_code } = steps;
  const curl = `curl -sS -H "X-Tenant-Code: ${tenant_code}" -H "X-API-Key: ${secret}"`;
  const post = `${curl} -H "Content-Type: application/json"`;
  const person = {
    employee_no: "90001",
    first_name: "Ada",
    last_name: "Example",
    email: "ada.example@people.example",
    department_name,
  };
  return [
    {
      title: "Read the reference lists",
      line: `${curl} "${base_url}/api/v1/departments" "${base_url}/api/v1/contractors" "${base_url}/api/v1/course-catalog?assignable=true"`,
    },
    { title: "Synchronise a person", line: `${post} "${base_url}/api/v1/users" -d '${JSON.stringify(person)}'` },
    {
      title: "Assign a course",
      line: `${post} "${base_url}/api/v1/enrollments" -d '${JSON.stringify({ employee_no: person.employee_no, course_code })}'`,
    },
    { title: "Read it back", line: `${curl} "${base_url}/api/v1/enrollments?employee_no=${person.employee_no}"` },
  ];
}
