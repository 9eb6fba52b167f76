import { version } from "../generated/operations.ts";
import { variables } from "./arguments.ts";

const environment = Object.entries(variables).map(([name, text]) => `  ${name.padEnd(25)}${text}`);

export const help = `muster-sync ${version}: an integration without a program.

  users sync FILE.csv          bring people in line with a file: shows a plan, asks, applies it
  enrollments assign FILE.csv  assign courses, a row each
  compliance export            the compliance matrix as CSV or NDJSON
  events tail                  events as JSON lines, as they happen
  webhooks listen --forward URL
                               events to a receiver on your machine, signed as deliveries are
  scim check URL               speak to the SCIM endpoint as an identity provider does
  doctor                       is everything in place? What to change if not

muster-sync users sync --help tells more of one of them, with examples.

Settings
${environment.join("\n")}

Everywhere
  --json     results as JSON, one object a line     --quiet    no remarks

How it ends
  0 done, or nothing to do     3 changes wait for your confirmation
  1 refused or failed          4 done, but some rows could not be taken
  2 the command or the file    75 not reachable or no room: try later
    is not as it must be       130 interrupted; the next run goes on from there
`;

export const helps: Readonly<Record<string, string>> = {
  "users sync": `muster-sync users sync FILE.csv [options]

Reads a file of people (commas, semicolons or tabs; UTF-8, UTF-16 (low byte first) or, when told, Windows-1250), has the service plan what it would change, shows
that, and applies it when you say yes. People are known by employee_no. Columns that have the names of fields need no mapping.

  --map FIELD=COLUMN            what a column is; again for each, or @map.json with an object of them
  --set FIELD=VALUE             the same value for all rows
  --ignore-other-columns        leave out columns that are no fields
  --encoding windows-1250       when the file is not UTF-8
  --deactivate-missing          the file lists everybody: who is not in it has left
  --max-deactivate-percent N    … but stop when more than so many would (5)
  --plan                        only show the plan (ends with 3 when there are changes)
  --yes, -y                     apply without asking, as cron does
  --show N                      rows of the plan that are shown (20)
  --report FILE                 every row that is not unchanged, as CSV
  --state FILE                  what an interrupted run leaves for the next one (FILE.csv.muster-sync.json)

Examples
  See what a file would change:
    muster-sync users sync people.csv --plan
  A Polish HR program's export, every night:
    muster-sync users sync kadry.csv --encoding windows-1250 --yes \\
      --map employee_no="Nr ewid." --map first_name="Imię" --map last_name="Nazwisko" --map email="E-mail" \\
      --map department_name="Dział" --ignore-other-columns --deactivate-missing --report /var/log/kadry.csv
  Interrupted? The same line again goes on where it was; each row is applied once.
`,
  "enrollments assign": `muster-sync enrollments assign FILE.csv [options]

Columns: employee_no (or user_id), course_code (or course_id), and if you like cycle_year and due_date. A row that cannot be taken is named
with its line and holds up no other one; who has the course already keeps it.

  --encoding windows-1250       when the file is not UTF-8
  --state FILE                  what an interrupted run leaves for the next one

Example
  printf 'employee_no,course_code\\n10042,FORKLIFT-01\\n' > courses.csv && muster-sync enrollments assign courses.csv
`,
  "compliance export": `muster-sync compliance export [options]

  --as-of YYYY-MM-DD            as it was on that day
  --course CODE  --department NAME  --flag OVERDUE
  --format csv|ndjson           a line for each person and course, or a person's row as JSON (with --json and no FILE)
  --out FILE, -o                instead of the terminal; a file that is there stays until the new one is whole

Example
  muster-sync compliance export --as-of 2026-01-31 --flag OVERDUE -o overdue.csv
`,
  "events tail": `muster-sync events tail [options]

  --type TYPE                   only these: course.completed, …
  --since INSTANT               from there, 30 days back at most; left out: from now
  --state FILE                  remember where it was, and go on from there; whatever was written to stdout counts as read
  --once                        end when there is nothing more

Example
  muster-sync events tail --type course.completed --since 2026-02-02T00:00:00Z --once | jq .data.user.employee_no
`,
  "webhooks listen": `muster-sync webhooks listen --forward http://localhost:9999/hook [options]

Reads the feed of events and sends each to your receiver with the headers and signatures of a delivery. No tunnel, no subscription. The
secret is printed; MUSTER_WEBHOOK_SECRET sets your own. A receiver that is down is waited for. Needs the scope webhooks:manage.

  --types a,b                   only these types
  --since INSTANT               from there; left out: from where the last run was, or from now
  --state FILE                  where it was, and the secret (.muster-sync-listen.json)

Example
  muster-sync webhooks listen --forward http://localhost:9999/hook --types course.completed,compliance.expired
`,
  "scim check": `muster-sync scim check https://…/scim/v2/TENANT_CODE [--write]

Reads what an identity provider reads first. --write also makes, deactivates and deletes a user of its own, muster-sync-<time>@muster-sync.invalid. The
secret of a client with the scope scim is in MUSTER_SCIM_TOKEN, or else in MUSTER_API_KEY.
`,
  doctor: `muster-sync doctor

Is the address reachable, the clock right, the secret good, which scopes and limits does the client have? Changes nothing.
`,
};
