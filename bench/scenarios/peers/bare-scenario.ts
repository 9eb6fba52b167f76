// One look-up beside the least that a look-up can be: what authentication, limits, the wall between organisations, checks and the log of
// requests cost together.
import { heardFor, pathsOf } from "../../beside.ts";
import { alternate, middle } from "../../measure.ts";
import { employeeNo } from "../../organisation.ts";
import { whole, type Row } from "../../report.ts";
import { concurrency, ratioRow, type Bench, type Scenario } from "../../scenario.ts";
import { fillBare, withBare } from "./bare-table.ts";
import { databaseNotes, faultsOfBoth, measureCost, middleCost, processorsOf, sentNote, type BothCostly } from "./cost.ts";

const look_up = "GET /users?employee_no=";
const ratio_min = 0.5;
const api_us_max = 260;
const pg_us_max = 260;
const wal_bytes_max = 250;
/** Different people that the load goes round. */
const asked_count = 2_000;

export const bare_scenarios: Scenario[] = [{ name: "peers: bare look-up by primary key (bare1)", run: measureBare }];

function measureBare(bench: Bench): Promise<Row[]> {
  const { options, headers, api, organisation } = bench;
  const probe = employeeNo(7);
  const pathOf = (number: string) => `/api/v1/users?employee_no=${number}`;
  return withBare(bench, async (floor) => {
    const heard = await heardFor(bench, pathOf(probe));
    const answer = await fetch(api.url + pathOf(probe), { headers });
    await fillBare(bench.database.superuser, organisation.people, probe, await answer.text());
    const numbers = Array.from({ length: asked_count }, () => employeeNo(Math.floor(Math.random() * organisation.people)));
    const job = { headers, connections: concurrency, seconds: options.seconds };
    const samples = await alternate(
      options.rounds,
      () => measureCost(bench, floor, { ...job, traffic: pathsOf(numbers.map((number) => `/?key=${number}`)) }, 200),
      () => measureCost(bench, api, { ...job, traffic: pathsOf(numbers.map(pathOf)) }, 200),
    );
    return [
      ratioRow(`${look_up}, beside a bare look-up by primary key (bare1)`, ratio_min, samples, [
        sentNote(heard),
        ...databaseNotes(samples),
      ]),
      processorRow(samples),
      walRow(`${look_up}: WAL of a request`, wal_bytes_max, samples),
    ];
  });
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
