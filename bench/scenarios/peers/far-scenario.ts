// A database one millisecond away, as in another building of a data centre: how many round trips a request needs, and what they
// cost.
import pg from "pg";
import { startApi, startHelper, type Helper } from "../../children.ts";
import { Closing } from "../../closing.ts";
import type { Traffic } from "../../load.ts";
import { allFaults, alternate, measure, middle, type Sample } from "../../measure.ts";
import { employeeNo } from "../../organisation.ts";
import type { Row } from "../../report.ts";
import { type Bench, pages, type Scenario } from "../../scenario.ts";
import { median } from "../../statistics.ts";
import { withPlaces } from "../scim-place.ts";
import type { FarAnswer, FarQuestion } from "./far-proxy.ts";
import { applyOrganisation, assignment, person, provisioned } from "./writes-scenario.ts";

const scim_code = "SCIM-FAR";
const people = 2_000;
const far_ms = 1;
/** Long enough to count the round trips from the time of a request. */
const counted_ms = 20;
const scim_more_ms_max = 6;
/** Long enough, because only one request runs at a time. */
const seconds_max = 2;
const pings_count = 100;

type Work = {
  name: string;
  status: number;
  headers: Record<string, string>;
  traffic: (first: number) => Traffic;
  trips_max: number | null;
};
type World = { bench: Bench; far: Bench["api"]; proxy: Helper<FarQuestion, FarAnswer>; url: string };

export const far_scenarios: Scenario[] = [{ name: "peers: far database", page: pages.peers, run: measureFar }];

function measureFar(bench: Bench): Promise<Row[]> {
  return withPlaces(bench, { [scim_code]: people }, async ({ [scim_code]: place }) => {
    const headers = await applyOrganisation(place!, people);
    const closing = new Closing();
    bench.closing.add(() => closing.close());
    try {
      const proxy = startHelper<FarQuestion, FarAnswer>("scenarios/peers/far-proxy.ts");
      closing.add(proxy.stop);
      const { database_url: url } = await proxy.ask({ kind: "start", database_url: place!.database.url });
      const far = await startApi({ env: { ...place!.env, DATABASE_URL: url }, dir: bench.dir, profile: false });
      closing.add(far.stop);
      const paths = [`/api/v1/users?employee_no=${employeeNo(7)}`];
      const works: Work[] = [
        { ...provisioned(place!), status: 201, trips_max: 5 },
        { ...person(headers), status: 201, trips_max: 4 },
        { ...assignment(headers, people), status: 201, trips_max: 3 },
        { name: "GET /users?employee_no=", status: 200, headers, traffic: () => ({ kind: "paths", paths }), trips_max: null },
      ];
      const world = { bench, far, proxy, url };
      const more_ms = { [far_ms]: await pingMore(world, far_ms), [counted_ms]: await pingMore(world, counted_ms) };
      const rows: Row[] = [];
      for (const work of works) rows.push(...(await measureWork(world, work, more_ms)));
      return rows;
    } finally {
      await closing.close();
    }
  });
}

/** How much longer a round trip takes, in ms, with a delay of `delay_ms`. */
async function pingMore({ proxy, url }: World, delay_ms: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ping = async () => {
    const took_ms: number[] = [];
    for (let count = 0; count < pings_count; count += 1) {
      const began_ms = performance.now();
      await client.query("select 1");
      took_ms.push(performance.now() - began_ms);
    }
    return median(took_ms);
  };
  await proxy.ask({ kind: "delay", delay_ms: 0 });
  const near_ms = await ping();
  await proxy.ask({ kind: "delay", delay_ms });
  const away_ms = await ping();
  await client.end();
  return away_ms - near_ms;
}

async function measureWork({ bench, far, proxy }: World, work: Work, more_ms: Record<number, number>): Promise<Row[]> {
  const { name, status, headers, traffic, trips_max } = work;
  const job = { headers, connections: 1, seconds: Math.min(bench.options.seconds, seconds_max) };
  // Number 0 is used for the recording.
  let first = 1;
  const side = (delay_ms: number) => async () => {
    await proxy.ask({ kind: "delay", delay_ms });
    const sample = await measure(bench.load, far, { ...job, traffic: traffic(first) }, status);
    first = Math.max(first, sample.next_pair);
    return sample;
  };
  const samples = await alternate(bench.options.rounds, side(0), side(far_ms));
  const counted = await alternate(1, side(0), side(counted_ms));
  const more = (both: { floor: Sample[]; ours: Sample[] }) => middle(both.ours, "p50_ms") - middle(both.floor, "p50_ms");
  const trips = more(counted) / more_ms[counted_ms]!;
  const paid_ms = (more(samples) / more_ms[far_ms]!) * far_ms;
  const is_scim = name.startsWith("SCIM");
  const faults = [...allFaults(samples), ...allFaults(counted)];
  return [
    {
      scenario: `${name} with the database ${far_ms} ms away, p50 over p50 without`,
      floor: `${middle(samples.floor, "p50_ms").toFixed(1)} ms p50 without`,
      ours: `${middle(samples.ours, "p50_ms").toFixed(1)} ms p50`,
      result: `+ ${paid_ms.toFixed(1)} ms`,
      target: is_scim ? `≤ + ${scim_more_ms_max} ms` : "",
      met: faults.length > 0 ? false : is_scim ? paid_ms <= scim_more_ms_max : null,
      notes: [
        ...faults,
        `one request at a time; the proxy made a round trip ${more_ms[far_ms]!.toFixed(2)} ms longer, and the result is that of ${far_ms} ms`,
      ],
    },
    {
      scenario: `${name}: round trips to the database that a request waits for`,
      floor: "",
      ours: trips.toFixed(1),
      result: trips.toFixed(1),
      target: trips_max === null ? "" : `≤ ${trips_max}`,
      met: faults.length > 0 ? false : trips_max === null ? null : Math.round(trips) <= trips_max,
      notes: [`by how much longer a request takes with the database ${counted_ms} ms away`],
    },
  ];
}
