// One look-up compared with the smallest possible look-up: the total cost of authentication, limits, row-level security, checks
// and the request log.
import { floorRoute, heardFor, pathsOf, splitAdmission } from "../../beside.ts";
import type { Server } from "../../children.ts";
import { alternate, middle } from "../../measure.ts";
import { employeeNo } from "../../organisation.ts";
import type { Exchange } from "../../record.ts";
import { whole, type Row } from "../../report.ts";
import { type Bench, concurrency, pages, ratioRow, type Scenario } from "../../scenario.ts";
import { paths, type LookUp } from "./bare-floor.ts";
import { fillBare, withBare } from "./bare-table.ts";
import { databaseNotes, faultsOfBoth, measureCost, middleCost, processorsOf, sentNote, type BothCostly } from "./cost.ts";

const look_up = "GET /users?employee_no=";
const ratio_min = 0.5;
const api_us_max = 260;
const pg_us_max = 260;
const wal_bytes_max = 250;
/** The number of different people in the load. */
const asked_count = 2_000;

export const bare_scenarios: Scenario[] = [{ name: "peers: bare look-up (bare1)", page: pages.peers, run: measureBare }];

async function measureBare(bench: Bench): Promise<Row[]> {
  const { headers, api, organisation } = bench;
  const probe = employeeNo(7);
  const pathOf = (number: string) => `/api/v1/users?employee_no=${number}`;
  const heard = await heardFor(bench, pathOf(probe));
  return withBare(bench, lookUpOf(heard, probe), async (floor) => {
    const answer = await fetch(api.url + pathOf(probe), { headers });
    await fillBare(bench.database.superuser, organisation.people, probe, await answer.text());
    const numbers = Array.from({ length: asked_count }, () => employeeNo(Math.floor(Math.random() * organisation.people)));
    const ours = numbers.map(pathOf);
    const alone = await compare(
      bench,
      floor,
      numbers.map((number) => `${paths.look_up}?key=${number}`),
      ours,
    );
    const row = await compare(
      bench,
      floor,
      numbers.map((number) => `${paths.row}?key=${number}`),
      ours,
    );
    return [
      ratioRow(`${look_up}, beside the look-up alone in a bare handler (bare1)`, ratio_min, alone, [
        sentNote(heard),
        ...databaseNotes(alone),
      ]),
      ratioRow(`${look_up}, beside one row of the same bytes by primary key`, null, row, databaseNotes(row)),
      processorRow(alone),
      walRow(`${look_up}: WAL of a request`, wal_bytes_max, alone),
    ];
  });
}

/** The last statement that the API was recorded to send, without admission. */
function lookUpOf(heard: readonly Exchange[], probe: string): LookUp {
  const { statements, replaced, answer_column } = floorRoute("/", splitAdmission(heard)[1], probe);
  const [only] = statements;
  if (statements.length !== 1 || replaced.length !== 1) throw new Error("the look-up is not one statement with one key");
  return { text: only!.text, values: only!.values, key: replaced[0]!.value, answer_column: answer_column as number };
}

function compare(bench: Bench, floor: Server, floor_paths: string[], our_paths: string[]): Promise<BothCostly> {
  const { options, headers, api } = bench;
  const job = { headers, connections: concurrency, seconds: options.seconds };
  return alternate(
    options.rounds,
    () => measureCost(bench, floor, { ...job, traffic: pathsOf(floor_paths) }, 200),
    () => measureCost(bench, api, { ...job, traffic: pathsOf(our_paths) }, 200),
  );
}

function processorRow(samples: BothCostly): Row {
  const [api_us, pg_us] = [middle(samples.ours, "cpu_us"), middleCost(samples.ours, "pg_cpu_us")];
  return {
    scenario: `${look_up}: processor time of a request, API + PostgreSQL`,
    floor: processorsOf(samples.floor),
    ours: processorsOf(samples.ours),
    result: processorsOf(samples.ours),
    target: `≤ ${api_us_max} + ${pg_us_max} µs`,
    met: faultsOfBoth(samples).length === 0 && api_us <= api_us_max && pg_us <= pg_us_max,
    notes: ["all processes of PostgreSQL, those in the background included"],
  };
}

export function walRow(scenario: string, bytes_max: number, samples: BothCostly): Row {
  const [floor, ours] = [middleCost(samples.floor, "wal_bytes"), middleCost(samples.ours, "wal_bytes")];
  return {
    scenario,
    floor: `${whole(floor)} B`,
    ours: `${whole(ours)} B`,
    result: `${whole(ours)} B`,
    target: `≤ ${whole(bytes_max)} B`,
    met: faultsOfBoth(samples).length === 0 && ours <= bytes_max,
    notes: [
      `without the images of whole pages that the first change after a checkpoint logs; with them ${whole(middleCost(samples.ours, "wal_bytes_in_all"))} B`,
    ],
  };
}
