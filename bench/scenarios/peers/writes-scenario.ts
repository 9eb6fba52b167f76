// How many people and assignments are written per second, and the cost of one, compared with the cheapest write of the same
// facts: one insert of the body. It has a database of its own, so that later scenarios find the people that they expect.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "../../children.ts";
import type { Traffic } from "../../load.ts";
import { alternate, middle } from "../../measure.ts";
import { courseCode, employeeNo, organisationFile, unlicensed_count } from "../../organisation.ts";
import { whole, type Row } from "../../report.ts";
import { type Bench, concurrency, pages, type Scenario } from "../../scenario.ts";
import { userBody, withPlaces, type ScimPlace } from "../scim-place.ts";
import { walRow } from "./bare-scenario.ts";
import { paths } from "./bare-floor.ts";
import { withBare } from "./bare-table.ts";
import { costNotes, faultsOfBoth, measureCost, sentNote, type BothCostly } from "./cost.ts";

const per_second_min = 800;
const assignment_wal_bytes_max = 6_000;
const scim_code = "SCIM-WRITES";
const code = "WRITES";

/** One kind of write: the numbered requests and their path. */
type Write = {
  name: string;
  path: string;
  body: string;
  headers: Record<string, string>;
  /** Requests with bodies numbered from `first` on. */
  traffic: (first: number) => Traffic;
};

export const writes_scenarios: Scenario[] = [{ name: "peers: rates and cost of writes", page: pages.peers, run: measureWrites }];

function measureWrites(bench: Bench): Promise<Row[]> {
  const { people } = bench.options;
  return withPlaces(bench, { [scim_code]: people }, async ({ [scim_code]: place }) => {
    const headers = await applyOrganisation(place!, people);
    return withBare(place!, null, async (floor) => {
      const rows: Row[] = [];
      for (const write of [assignment(headers, people), person(headers), provisioned(place!)]) {
        const samples = await measureWrite(place!, floor, write);
        rows.push(await rateRow(place!, write, samples));
        if (write.name === "POST /enrollments")
          rows.push(walRow(`${write.name}: WAL of a request`, assignment_wal_bytes_max, samples));
      }
      return rows;
    });
  });
}

/** Loads an organisation whose people are not managed by an identity provider. Returns its client's headers. */
export async function applyOrganisation({ dir, env, database }: Bench, people: number): Promise<Record<string, string>> {
  const file = path.join(dir, `${code}.json`);
  writeFileSync(file, JSON.stringify(organisationFile({ code, people })));
  const { stdout } = await runCommand(["org", "apply", file, "--json"], env);
  const { clients } = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as { clients: { secret: string }[] };
  await database.superuser.query("vacuum analyze");
  await database.superuser.query("checkpoint");
  return { "x-tenant-code": code, "x-api-key": clients[0]!.secret };
}

export function assignment(headers: Record<string, string>, people: number): Write {
  // One course is reserved for the recorded request.
  const body = JSON.stringify({ employee_no: employeeNo(0), course_code: courseCode(0) });
  const courses = { first: 1, count: unlicensed_count - 1 };
  const traffic = (first: number): Traffic => ({ kind: "pairs", first, people, courses });
  return { name: "POST /enrollments", path: "/api/v1/enrollments", body, headers, traffic };
}

export function person(headers: Record<string, string>): Write {
  const body = JSON.stringify({
    employee_no: "N{n}",
    first_name: "Anna",
    last_name: "Kowalska",
    email: "n{n}@bench.example",
    department_name: "Department 7 Północ",
    worker_type: "internal_payroll",
    job_title: "Forklift operator",
    employment_start_date: "2026-02-02",
    attributes: { cost_center: "PL-4410", shift: "B" },
  });
  return numbered("POST /users", "/api/v1/users", headers, body);
}

export function provisioned({ root, headers }: ScimPlace): Write {
  return numbered("SCIM POST /Users", `${root}/Users`, headers, userBody("newcomer{n}@bench.example"));
}

function numbered(name: string, at: string, headers: Record<string, string>, body: string): Write {
  return { name, path: at, body, headers, traffic: (first) => ({ kind: "numbered", first, path: at, body }) };
}

async function measureWrite(bench: Bench, floor: Bench["api"], { body, headers, traffic }: Write): Promise<BothCostly> {
  const { rounds, seconds } = bench.options;
  const job = { headers, connections: concurrency, seconds };
  // Number 0 is used for the recording.
  const next = { floor: 1, ours: 1 };
  const bare = (first: number): Traffic => ({ kind: "numbered", first, path: paths.write, body });
  return alternate(
    rounds,
    async () => {
      const sample = await measureCost(bench, floor, { ...job, traffic: bare(next.floor) }, 201);
      next.floor = sample.next_pair;
      return sample;
    },
    async () => {
      const sample = await measureCost(bench, bench.api, { ...job, traffic: traffic(next.ours) }, 201);
      next.ours = sample.next_pair;
      return sample;
    },
  );
}

async function rateRow({ recorder }: Bench, { name, path: at, body, headers }: Write, samples: BothCostly): Promise<Row> {
  const asked = JSON.parse(body.replaceAll("{n}", "0")) as object;
  const heard = await recorder.record({ method: "POST", path: at, headers, body: asked, status: 201 });
  const [floor, ours] = [middle(samples.floor, "per_second"), middle(samples.ours, "per_second")];
  const faults = faultsOfBoth(samples);
  return {
    scenario: `${name}, beside one insert`,
    floor: `${whole(floor)}/s`,
    ours: `${whole(ours)}/s`,
    result: `${whole(ours)}/s, ${middle(samples.ours, "p95_ms").toFixed(1)} ms p95, ${(ours / floor).toFixed(2)} of the floor`,
    target: `≥ ${per_second_min}/s`,
    met: faults.length === 0 && ours >= per_second_min,
    notes: [...faults, sentNote(heard), ...costNotes(samples)],
  };
}
