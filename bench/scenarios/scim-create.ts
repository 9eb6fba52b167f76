// Creates people over ten concurrent requests.
import { measure, middle, type Sample } from "../measure.ts";
import type { Row } from "../report.ts";
import { concurrency } from "../scenario.ts";
import { userBody, type ScimPlace } from "./scim-place.ts";

const per_second_min = 150;

export async function createUsers(place: ScimPlace): Promise<Row[]> {
  return [
    await measureCreation(place, "SCIM POST /Users", "new", "Welder"),
    await measureCreation(place, "SCIM POST /Users, with a rule that assigns a course", "newcomer", "Newcomer"),
  ];
}

async function measureCreation(place: ScimPlace, scenario: string, prefix: string, title: string): Promise<Row> {
  const { load, api, headers, options, root } = place;
  const samples: Sample[] = [];
  const body = userBody(`${prefix}{n}@bench.example`, title);
  let first = 0;
  for (let round = 0; round <= options.rounds; round += 1) {
    const traffic = { kind: "numbered" as const, first, path: `${root}/Users`, body };
    const sample = await measure(load, api, { headers, connections: concurrency, seconds: options.seconds, traffic }, 201);
    first = sample.next_pair;
    if (round > 0) samples.push(sample);
  }
  const per_second = middle(samples, "per_second");
  const faults = [...new Set(samples.flatMap((sample) => sample.faults))];
  return {
    scenario,
    floor: "",
    ours: `${Math.round(per_second)}/s`,
    result: `${Math.round(per_second)}/s, ${middle(samples, "p95_ms").toFixed(1)} ms p95`,
    target: `≥ ${per_second_min}/s`,
    met: faults.length === 0 && per_second >= per_second_min,
    notes: [
      ...faults,
      `a pool of ${concurrency} connections; processor time of the server process per request: ${Math.round(middle(samples, "cpu_us"))} µs`,
    ],
  };
}
