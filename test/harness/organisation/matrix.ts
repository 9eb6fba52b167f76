import assert from "node:assert/strict";
import { foldAll } from "../../../server/features/compliance/flag/fold.job.ts";
import { refreshPeople } from "../../../server/features/compliance/flag/refresh.ts";
import { severity_order, type Flag } from "../../../server/features/compliance/flag/status.ts";
import type { Context } from "../../../server/platform/context.ts";
import type { Pool } from "../../../server/platform/db/pool.ts";
import { withTenant } from "../../../server/platform/db/transaction.ts";
import { newId } from "../../../server/platform/ids.ts";
import type { Seeded } from "../../input/seeded.ts";
import { openTraining, type TrainingOrganisation } from "./enrollments.ts";

/** An organisation with a random history, and the expected content of its matrix, computed from all rows. */
export type MatrixOrganisation = TrainingOrganisation & {
  random: Seeded;
  /** Changes something random about a random person. */
  act(): Promise<void>;
  /** Folds the counters, as the job does. */
  fold(): Promise<void>;
  /** All people who have a row, in the order of names, with every flag. */
  people(): Promise<ModelPerson[]>;
  department_ids: string[];
  contractor_ids: string[];
};

export type ModelPerson = {
  id: string;
  employee_no: string;
  department_id: string | null;
  department_name: string;
  contractor_id: string | null;
  worker_type: string;
  flags: Record<string, Flag>;
};

export const course_codes = ["FIRE", "FORK", "GAS", "UNUSED"];
const department_names = ["Logistyka Północ", "Logistyka Południe", "Zarząd"];
const first_names = ["Anna", "Ewa", "Jan", "Łucja"];
const first_day = Date.parse("2026-02-02");

export async function openMatrix(random: Seeded, count = 16): Promise<MatrixOrganisation> {
  const training = await openTraining({
    departments: department_names.map((name, index) => ({ name, code: `D${index}` })),
    contractors: ["Alfa", "Beta"].map((name) => ({ name, code: name })),
    courses: course_codes.map((code) => ({
      code,
      title: code,
      ...(code === "FIRE" ? { validity: { value: 12, unit: "month" as const } } : {}),
    })),
    people: Array.from({ length: count }, (_, index) => {
      const contractor = random.chance(0.3) ? random.pick(["Alfa", "Beta"]) : null;
      return {
        employee_no: `P${index + 1}`,
        first_name: random.pick(first_names),
        last_name: random.pick(["Nowak", "Lis"]),
        email: `p${index + 1}@acme.example`,
        department: random.chance(0.9) ? random.pick(["D0", "D1", "D2"]) : null,
        worker_type: contractor === null ? ("internal_payroll" as const) : ("b2b_contractor" as const),
        contractor,
      };
    }),
  });
  const pool = training.database.pool("muster_app", 2);
  const ids = async (table: string) =>
    (await training.database.superuser.query<{ id: string }>(`select id from ${table} order by code_norm`)).rows.map(
      ({ id }) => id,
    );
  return {
    ...training,
    random,
    act: () => act(training, pool, random, count),
    fold: () => foldAll(training.database.pool("muster_worker", 1), new AbortController().signal),
    people: () => listPeople(training),
    department_ids: await ids("department"),
    contractor_ids: await ids("contractor"),
  };
}

async function act(
  { api, database, organisation }: TrainingOrganisation,
  pool: Pool,
  random: Seeded,
  count: number,
): Promise<void> {
  const employee_no = `P${random.below(count) + 1}`;
  const course_code = random.pick(course_codes.slice(0, 3));
  const { rows } = await database.superuser.query<{ id: string; now: string }>(
    "select id, to_timestamp(infra.now_us() / 1000000.0)::text as now from person where tenant_id = $1 and employee_no = $2",
    [organisation.tenant_id, employee_no],
  );
  const { id, now } = rows[0]!;
  const facts = (text: string, values: unknown[] = []) =>
    database.superuser.query(text, [organisation.tenant_id, id, ...values]).then(() => undefined);
  const soon = new Date(first_day + (random.below(60) + 30) * 86_400_000).toISOString().slice(0, 10);
  switch (random.below(7)) {
    case 0:
      await facts(
        "update enrollment set state = 'in_progress', started_at = now() where tenant_id = $1 and person_id = $2 and state = 'assigned'",
      );
      break;
    case 1:
      await facts(
        "update enrollment set due_date = '2026-01-10' where tenant_id = $1 and person_id = $2 and state <> 'completed'",
      );
      break;
    case 2:
      await facts(
        `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issuer, issued_at, valid_from, valid_until)
         select $1, $3::uuid, $3::uuid::text, upper(right($3::uuid::text, 20)), $2, id, 2026, 'external', 'them', now(), '2026-01-01', $4 from course
         where tenant_id = $1 and code = 'FIRE'`,
        [newId(), soon],
      );
      break;
    case 3:
      await facts(
        "update person set state = case state when 'invited' then 'suspended' else 'invited' end where tenant_id = $1 and id = $2",
      );
      break;
    case 4:
      await facts(
        "update person set department_id = (select id from department where tenant_id = $1 and code = $3) where tenant_id = $1 and id = $2",
        [random.pick(["D0", "D1", "D2"])],
      );
      break;
    default: {
      const { status, text } = await api.post("/api/v1/enrollments", { employee_no, course_code });
      assert.ok([201, 409, 422].includes(status), text);
    }
  }
  const context: Context = {
    tenant: { id: organisation.tenant_id, code: organisation.code, kind: "live", time_zone: "Europe/Warsaw", fiscal_month: 1 },
    actor: { type: "system", id: null, name: "test" },
    now: Temporal.Instant.from(now.replace(" ", "T")),
    request_id: null,
  };
  await withTenant(pool, organisation.tenant_id, (db) => refreshPeople(db, context, [id]));
}

async function listPeople({ database, organisation }: TrainingOrganisation): Promise<ModelPerson[]> {
  const { rows } = await database.superuser.query<ModelPerson>(
    `select p.id, p.employee_no, p.department_id, coalesce(d.name_norm, '') as department_name, p.contractor_id, p.worker_type,
       coalesce((
         select json_object_agg(c.code, s.status) from compliance_status s join course c on c.id = s.course_id where s.person_id = p.id
       ), '{}') as flags
     from person p left join department d on d.id = p.department_id
     where p.tenant_id = $1 and p.state in ('invited', 'active')
     order by p.full_name_norm collate "C", p.id`,
    [organisation.tenant_id],
  );
  return rows;
}

export type Filters = {
  department_id?: string;
  department_query?: string;
  course_code?: string;
  compliance_flag?: Flag;
  worker_type?: string;
  contractor_id?: string;
};

/** The expected answer of the matrix. */
export function modelOf(people: readonly ModelPerson[], filters: Filters) {
  const course = filters.course_code;
  const scope = people
    .filter((one) => filters.department_id === undefined || one.department_id === filters.department_id)
    .filter((one) => filters.department_query === undefined || one.department_name.includes(filters.department_query))
    .filter((one) => filters.worker_type === undefined || one.worker_type === filters.worker_type)
    .filter((one) => filters.contractor_id === undefined || one.contractor_id === filters.contractor_id)
    .filter((one) => course === undefined || course in one.flags)
    .map((one) => {
      const flags = course === undefined ? one.flags : { [course]: one.flags[course]! };
      return {
        employee_no: one.employee_no,
        flags,
        worst: severity_order.find((flag) => Object.values(flags).includes(flag)) ?? null,
      };
    });
  const counts = Object.fromEntries(severity_order.map((flag) => [flag, scope.filter(({ worst }) => worst === flag).length]));
  const shown = scope.filter(({ worst }) => filters.compliance_flag === undefined || worst === filters.compliance_flag);
  return { people: scope.length, counts, no_requirements: scope.filter(({ worst }) => worst === null).length, shown };
}
