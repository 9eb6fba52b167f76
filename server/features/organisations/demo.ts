import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { nameNorm } from "../../platform/text.ts";
import { record } from "../audit/record.ts";
import { refreshPeople } from "../compliance/refresh.ts";
import { assign } from "../enrollments/assign.ts";
import { applyOrganisation } from "./apply.ts";
import { contractors, courses, departments, groups, learning_paths, licenses, rules } from "./demo-catalogue.ts";
import { at, lifeOf, live } from "./demo-lives.ts";
import { drawing, first_names, job_titles, last_names, pick } from "./demo-names.ts";
import { sourceOf } from "./document.ts";
import type { Entry, OrganisationFile } from "./schema.ts";
import { countTenants } from "./sql.ts";

/** What the terminal shows of the demo organisation. */
export type Demo = {
  tenant_code: string;
  client_name: string;
  client_id: string;
  secret: string;
  /** A department and a course to try things with. */
  department_name: string;
  course_code: string;
};

const seed = 20_260_202;
const employees = 268;
const contractor_people = 32;
const time_zone = "Europe/Warsaw";

/** Fills an empty database with the demo organisation; null when there is an organisation already. */
export async function loadDemo(options: { pool: Pool; keyring: Keyring; now: Temporal.Instant }): Promise<Demo | null> {
  const { pool, keyring, now } = options;
  if ((await countTenants(pool)) > 0) return null;
  const file = demoOrganisation(now.toZonedDateTimeISO(time_zone).toPlainDate().toString());
  const beforeCommit = (db: Db, context: Context) => enrollSome(db, context, file.people!);
  const { organisation, clients } = await applyOrganisation({ pool, keyring, beforeCommit }, sourceOf(file));
  const { name, client_id, secret } = clients[0]!;
  return {
    tenant_code: organisation.code,
    client_name: name,
    client_id,
    secret: secret!,
    department_name: "Logistyka Północ",
    course_code: "FORKLIFT-01",
  };
}

/** The demo's organisation file, with dates around `today`; apart from them always the same. */
export function demoOrganisation(today: string): OrganisationFile {
  const day = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString();
  return {
    organisation: { code: "DEMO", name: "Muster Demo Works", kind: "live", time_zone },
    attributes: [
      { key: "cost_center", type: "string", label: "Cost centre" },
      { key: "shift", type: "string", label: "Shift" },
      { key: "locker", type: "number", label: "Locker" },
      { key: "first_aider", type: "boolean", label: "First aider" },
      { key: "languages", type: "string_array", label: "Languages" },
    ],
    departments,
    contractors: contractors(day),
    courses,
    learning_paths,
    licenses: licenses(day),
    groups,
    rules,
    people: demoPeople(day),
    admins: [
      { email: "it@demo.example", name: "Demo IT", role: "it_admin" },
      { email: "training@demo.example", name: "Demo Training", role: "training_admin" },
      { email: "compliance@demo.example", name: "Demo Compliance", role: "compliance_officer" },
    ],
    clients: [
      {
        name: "HR sync",
        scopes: ["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage"],
        methods: ["api_key", "oauth2"],
        webhook_hosts: ["hooks.demo.example", "*.hr.demo.example"],
      },
    ],
  };
}

function demoPeople(day: (days: number) => string): Entry<"people">[] {
  const draw = drawing(seed);
  const emails = new Set<string>();
  const in_use = departments.filter((department) => department.active !== false).map((department) => department.code);
  const companies = contractors(day).map((company) => company.code);
  return Array.from({ length: employees + contractor_people }, (_, index) => {
    const internal = index < employees;
    const department = pick(draw, in_use);
    const name = { first_name: pick(draw, first_names), last_name: pick(draw, last_names) };
    return {
      employee_no: internal ? String(10_001 + index) : `EXT-${String(index - employees + 1).padStart(4, "0")}`,
      ...name,
      email: emailOf(name, internal ? "demo.example" : "contractors.example", emails),
      department,
      job_title: pick(draw, job_titles[department.slice(0, 3)]!),
      language: pick(draw, ["pl", "pl", "pl", "de", "en", "uk"]),
      employment_start_date: day(-Math.floor(20 + draw() * 4_000)),
      ...(internal
        ? { attributes: attributesOf(draw, department) }
        : { worker_type: "b2b_contractor" as const, contractor: pick(draw, companies) }),
    };
  });
}

function emailOf(
  { first_name, last_name }: { first_name: string; last_name: string },
  domain: string,
  taken: Set<string>,
): string {
  const local = nameNorm(`${first_name}.${last_name}`).replace(/[^a-z.-]/g, "");
  for (let number = 1; ; number += 1) {
    const email = `${local}${number === 1 ? "" : number}@${domain}`;
    if (taken.has(email)) continue;
    taken.add(email);
    return email;
  }
}

function attributesOf(draw: () => number, department: string): NonNullable<Entry<"people">["attributes"]> {
  return {
    cost_center: `PL-${4_400 + departments.findIndex((one) => one.code === department)}`,
    shift: pick(draw, ["A", "B", "C"]),
    ...(draw() < 0.5 ? { locker: 1 + Math.floor(draw() * 400) } : {}),
    ...(draw() < 0.1 ? { first_aider: true } : {}),
    ...(draw() < 0.2 ? { languages: ["pl", pick(draw, ["de", "en", "uk", "cs"])] } : {}),
  };
}

/** How many people have what: seats are left in some licences, few in one, none in another. */
const enrolled: readonly [course_code: string, people: number][] = [
  ["FORKLIFT-01", 19],
  ["FORKLIFT-02", 2],
  ["HEIGHT-01", 6],
  ["FIRSTAID-01", 11],
  ["GDPR-01", 30],
  ["WELD-01", 3],
  ["PATH-FIRE", 8],
  ["PATH-LEAD", 4],
  ["BHP-01", 40],
  ["SEC-01", 20],
  ["COLD-01", 12],
];

/** Real enrollments: they take seats, set flags and write events like any other, some of them at instants of the past. */
async function enrollSome(db: Db, context: Context, people: readonly Entry<"people">[]): Promise<void> {
  const by = { type: context.actor.type, id: context.actor.id, name: context.actor.name };
  const batch_id = newId();
  const person_ids = new Set<string>();
  let next = 0;
  for (const [course_code, count] of enrolled) {
    for (let done = 0; done < count; done += 1) {
      const person = people[next++ % people.length]!;
      const { employee_no } = person;
      const life = lifeOf(context, course_code, done, person);
      const then = at(context, life);
      const enrollment = await assign(db, then, {
        person: { employee_no },
        course: { course_code },
        source: "import",
        by,
        batch_id,
      });
      const { id, user_id } = JSON.parse(enrollment) as { id: string; user_id: string };
      await record(db, then, {
        operation: "enrollment.assign",
        target_type: "enrollment",
        target_id: id,
        changes: { course_code: [null, course_code] },
        personal: { employee_no: [null, employee_no] },
        batch_id,
      });
      await live(db, context, id, life);
      person_ids.add(user_id);
    }
  }
  await refreshPeople(db, context, [...person_ids]);
}
