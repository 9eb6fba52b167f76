/** The values in the four steps: an organisation, a client of it, a department and a course. */
type Shown = { base_url: string; tenant_code: string; department_name: string; course_code: string };

/** How the lines authenticate. */
type Proof = { kind: "api_key"; secret: string } | { kind: "token"; token: string };

export type Step = { title: string; lines: string[] };

/**
 * The four steps of an integration as lines to paste into a shell: read the reference lists, synchronise a person (look up,
 * create if missing, update what has changed), assign a course, read compliance. docs/guides/integration.md contains the same
 * lines, and a test runs them.
 */
export function fourSteps(steps: Shown, proof: Proof): Step[] {
  const { base_url, tenant_code, department_name, course_code } = steps;
  const shown = proof.kind === "api_key" ? `X-API-Key: ${proof.secret}` : `Authorization: Bearer ${proof.token}`;
  const curl = `curl -sS -w '\\n' -H "X-Tenant-Code: ${tenant_code}" -H "${shown}"`;
  const send = (method: "POST" | "PATCH", path: string, body: object) =>
    `${curl}${method === "POST" ? "" : ` -X ${method}`} -H "Content-Type: application/json" "${base_url}/api/v1/${path}" -d '${JSON.stringify(body)}'`;
  const person = {
    employee_no: "90001",
    first_name: "Ada",
    last_name: "Example",
    email: "ada.example@people.example",
    department_name,
  };
  const print = `printf '%s\\n' "$PERSON"`;
  return [
    {
      title: "Read the reference lists",
      lines: [
        `${curl} "${base_url}/api/v1/departments" "${base_url}/api/v1/contractors" "${base_url}/api/v1/course-catalog?assignable=true"`,
      ],
    },
    {
      title: "Synchronise a person: look up by employee number, create if missing, update what has changed",
      lines: [
        `PERSON=$(${curl} "${base_url}/api/v1/users?employee_no=${person.employee_no}"); ${print}`,
        `case "$PERSON" in *'"users":[]'*) PERSON=$(${send("POST", "users", person)}); ${print} ;; esac`,
        `PERSON_ID=$(${print} | sed -nE 's/.*"id":"([0-9a-f-]{36})","employee_no".*/\\1/p')`,
        send("PATCH", "users/$PERSON_ID", { job_title: "Order picker" }),
      ],
    },
    { title: "Assign a course", lines: [send("POST", "enrollments", { employee_no: person.employee_no, course_code })] },
    {
      title: "Read compliance",
      lines: [`${curl} "${base_url}/api/v1/compliance/matrix?course_code=${course_code}&compliance_flag=PENDING"`],
    },
  ];
}

/** The line that requests a token and stores it in the shell variable TOKEN. */
export function tokenLine(steps: { base_url: string; tenant_code: string; client_id: string; secret: string }): string {
  const { base_url, tenant_code, client_id, secret } = steps;
  return `TOKEN=$(curl -sS -u "${client_id}:${secret}" -H "X-Tenant-Code: ${tenant_code}" -d grant_type=client_credentials "${base_url}/api/v1/oauth/token" | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')`;
}
