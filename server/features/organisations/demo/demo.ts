import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { nameNorm } from "../../../platform/text.ts";
import { applyOrganisation, type Applied } from "../apply/apply.ts";
import { contractors, courses, departments, groups, learning_paths, licenses, rules } from "./catalogue.ts";
import { liveOn } from "./lives.ts";
import { drawing, first_names, job_titles, last_names, pick } from "./names.ts";
import { demo_scopes, sandboxOrganisation } from "./sandbox.ts";
import { sourceOf } from "../file/document.ts";
import type { Entry, OrganisationFile } from "../file/schema.ts";
import { countTenants } from "../sql.ts";

/** The data that the terminal shows of the demo organisation and its sandbox. */
export type Demo = DemoClient & {
  client_id: string;
  /** A department and a course for first requests. */
  department_name: string;
  course_code: string;
  sandbox: DemoClient;
};

/** How many people to generate. */
export type Size = { employees: number; contractor_people: number };

type DemoClient = { tenant_code: string; client_name: string; secret: string };

const seed = 20_260_202;
/** How many people the demo organisation has. */
const demo_size: Size = { employees: 268, contractor_people: 32 };
const time_zone = "Europe/Warsaw";
/** How long ago the demo organisation was created. All people were employed before that day, and all other data are younger. */
export const founded_days_ago = 365;
const employed_days_min = founded_days_ago + 30;

export type LoadOptions = {
  pool: Pool;
  keyring: Keyring;
  now: Temporal.Instant;
  /** Awaited before the commit; if it rejects, nothing is stored. */
  kept_once?: Promise<unknown>;
};

/** Fills an empty database with the demo organisation and its sandbox; returns null if there is an organisation already. */
export async function loadDemo({ pool, keyring, now, kept_once }: LoadOptions): Promise<Demo | null> {
  if ((await countTenants(pool)) > 0) return null;
  const file = demoOrganisation(now.toZonedDateTimeISO(time_zone).toPlainDate().toString());
  const { organisation, clients } = await applyOrganisation(
    {
      pool,
      keyring,
      at: now.subtract({ hours: 24 * founded_days_ago }),
      beforeCommit: async (db, context) => {
        await liveOn(db, { ...context, now }, file.people!);
        await kept_once;
      },
    },
    sourceOf(file),
  );
  const sandbox = await applyOrganisation({ pool, keyring }, sourceOf(sandboxOrganisation));
  return {
    ...shown(organisation.code, clients[0]!),
    client_id: clients[0]!.client_id,
    department_name: "Logistyka Północ",
    course_code: "FORKLIFT-01",
    sandbox: shown(sandbox.organisation.code, sandbox.clients[0]!),
  };
}

function shown(tenant_code: string, { name, secret }: Applied["clients"][number]): DemoClient {
  return { tenant_code, client_name: name, secret: secret! };
}

/** The demo's organisation file. Dates are relative to `today`; everything else is always the same. */
export function demoOrganisation(today: string, size = demo_size): OrganisationFile {
  const day = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString();
  return {
    organisation: { code: "DEMO", name: "Muster Demo Works", kind: "live", time_zone },
    // Enough for an identity provider, and for running all examples of the guides one after the other.
    contract: { rate: { per_minute: 1_500, burst: 1_500, per_day: 1_000_000 } },
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
    people: demoPeople(day, size),
    admins: [
      { email: "it@demo.example", name: "Demo IT", role: "it_admin" },
      { email: "training@demo.example", name: "Demo Training", role: "training_admin" },
      { email: "compliance@demo.example", name: "Demo Compliance", role: "compliance_officer" },
    ],
    clients: [
      {
        name: "HR sync",
        scopes: [...demo_scopes],
        methods: ["api_key", "oauth2"],
        webhook_hosts: ["hooks.demo.example", "*.hr.demo.example"],
      },
    ],
  };
}

function demoPeople(day: (days: number) => string, { employees, contractor_people }: Size): Entry<"people">[] {
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
      employment_start_date: day(-Math.floor(employed_days_min + draw() * 4_000)),
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
