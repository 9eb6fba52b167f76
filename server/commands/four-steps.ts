/** What the four steps are shown with: an organisation, a client of it, and something to assign. */
type Shown = { base_url: string; tenant_code: string; department_name: string; course_code: string };

/** How the lines prove who calls. */
type Proof = { kind: "api_key"; secret: string } | { kind: "token"; token: string };

/**
 * The four steps of an integration as `curl` lines that can be pasted: read the reference lists, synchronise a person, assign
 * a course, read it back. docs/guides/integration.md holds the same lines, and a test runs them.
 */
export function fourSteps(steps: Shown, proof: Proof): { title: string; line: string }[] {
  const { base_url, tenant_code, department_name, course_code } = steps;
  const shown = proof.kind === "api_key" ? `X-API-Key: ${proof.secret}` : `Authorization: Bearer ${proof.token}`;
  const curl = `curl -sS -w '\\n' -H "X-Tenant-Code: ${tenant_code}" -H "${shown}"`;
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

/** The line that asks for a token and keeps it in the shell variable TOKEN. */
export function tokenLine(steps: { base_url: string; tenant_code: string; client_id: string; secret: string }): string {
  const { base_url, tenant_code, client_id, secret } = steps;
  return `TOKEN=$(curl -sS -u "${client_id}:${secret}" -H "X-Tenant-Code: ${tenant_code}" -d grant_type=client_credentials "${base_url}/api/v1/oauth/token" | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')`;
}
