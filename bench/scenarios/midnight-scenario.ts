// A midnight at which time changes a flag of every person in the organisation.
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Tenant } from "../../server/platform/context.ts";
import { runCommand, startHelper } from "../children.ts";
import { fillMatrix } from "./matrix-seed.ts";
import { expectedOf, midnight_courses, seedMidnight, type Expected } from "./midnight-seed.ts";
import type { Midnight, Turned } from "./midnight.ts";
import type { Row } from "../report.ts";
import type { Bench, Scenario } from "../scenario.ts";

const seconds_max = 60;

export const midnight_scenarios: Scenario[] = [{ name: "the midnight sweep", run: turnMidnight }];

async function turnMidnight(bench: Bench): Promise<Row[]> {
  const { superuser, url } = bench.database;
  const { code, people } = bench.organisation;
  await fillMatrix(superuser, code);
  const file = path.join(bench.dir, "midnight.json");
  writeFileSync(file, JSON.stringify({ organisation: { code }, courses: midnight_courses }));
  await runCommand(["org", "apply", file], bench.env);
  const tenant = await findTenant(bench);
  const day = Temporal.Now.zonedDateTimeISO(tenant.time_zone).toPlainDate().toString();
  await seedMidnight(superuser, tenant.id, day);

  const helper = startHelper<Midnight, Turned>("scenarios/midnight.ts", bench.options.profile ? bench.dir : null);
  try {
    const { done, seconds, peak_mib } = await helper.ask({ database_url: url, tenant, day });
    const found = await findChanges(bench, tenant, day);
    const expected = expectedOf(people);
    const is_right = done && JSON.stringify(found) === JSON.stringify(expected);
    const rate = Math.round(people / seconds).toLocaleString("en-US");
    return [
      {
        scenario: `midnight sweep of ${people.toLocaleString("en-US")} changes`,
        floor: "",
        ours: `${seconds.toFixed(1)} s`,
        result: `${seconds.toFixed(1)} s, ${rate} changes per second`,
        target: `≤ ${seconds_max} s`,
        met: is_right && seconds <= seconds_max,
        notes: [
          ...(is_right ? [] : [`not as expected: ${JSON.stringify({ done, ...found })} instead of ${JSON.stringify(expected)}`]),
          `${JSON.stringify(found)}, an event for each that has ended; the process held at most ${Math.round(peak_mib)} MiB`,
        ],
      },
    ];
  } finally {
    await helper.stop();
  }
}

async function findTenant({ database: { superuser }, organisation }: Bench): Promise<Tenant> {
  const { rows } = await superuser.query<Tenant>("select id, code, kind, time_zone, fiscal_month from tenant where code = $1", [
    organisation.code,
  ]);
  return rows[0]!;
}

/** The number of changes at the midnight, according to history and events. */
async function findChanges({ database: { superuser } }: Bench, tenant: Tenant, day: string): Promise<Expected> {
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime(tenant.time_zone).toInstant().toString();
  const { rows } = await superuser.query<Expected>(
    `select
       (select count(*)::int from compliance_history
        where tenant_id = $1 and changed_at = $2 and status = 'OVERDUE' and previous_status <> 'EXPIRING_SOON') as overdue,
       (select count(*)::int from event where tenant_id = $1 and created_at = $2 and type = 'compliance.expired') as ended,
       (select count(*)::int from compliance_history
        where tenant_id = $1 and changed_at = $2 and status = 'EXPIRING_SOON' and previous_status = 'COMPLIANT') as expiring`,
    [tenant.id, midnight],
  );
  return rows[0]!;
}
