// Ten connections change the members of three groups at the same time, as a provider does that synchronises a company's groups.
import type { Sent } from "../../load.ts";
import { middle } from "../../measure.ts";
import { whole, type Row } from "../../report.ts";
import { type Bench, concurrency, pages, type Scenario } from "../../scenario.ts";
import { createGroup, listPeople } from "../scim-members.ts";
import { urns, withPlaces, type ScimPlace } from "../scim-place.ts";
import { seedMembers } from "../scim-seed.ts";
import { measureCost, middleCost, processorsOf, type Costly } from "./cost.ts";

const code = "SCIM-TEN";
const people = 20_000;
const groups_count = 3;
const members_count = 1_000;
/** How many people are added and removed on each connection before it starts again. */
const people_each = 300;
const per_second_min = 800;

export const ten_writers_scenarios: Scenario[] = [
  { name: "peers: SCIM PATCH of one member, ten at once", page: pages.peers, run: measureTen },
];

function measureTen(bench: Bench): Promise<Row[]> {
  return withPlaces(bench, { [code]: people }, async ({ [code]: place }) => {
    const requests = await changesOf(place!);
    const { options, headers, api } = place!;
    const samples: Costly[] = [];
    for (let round = 0; round <= options.rounds; round += 1) {
      const job = { headers, connections: concurrency, seconds: options.seconds };
      const sample = await measureCost(place!, api, { ...job, traffic: { kind: "shared out", requests } }, 204);
      if (round > 0) samples.push(sample);
    }
    return [rowOf(samples)];
  });
}

/** Each person is added to a group and removed from it; the groups are used in turn. */
async function changesOf(place: ScimPlace): Promise<Sent[]> {
  const groups: string[] = [];
  for (let number = 0; number < groups_count; number += 1) {
    const id = await createGroup(place, `Group ${number}`);
    await seedMembers(place.database.superuser, id, members_count);
    groups.push(id);
  }
  const newcomers = await listPeople(place, members_count, people_each * concurrency);
  return newcomers.flatMap((newcomer, turn) => {
    const path = `${place.root}/Groups/${groups[turn % groups_count]!}`;
    const operations = [
      { op: "add", path: "members", value: [{ value: newcomer }] },
      { op: "remove", path: `members[value eq "${newcomer}"]` },
    ];
    return operations.map((operation) => {
      const body = JSON.stringify({ schemas: [urns.patch], Operations: [operation] });
      return { method: "PATCH" as const, path, body };
    });
  });
}

function rowOf(samples: readonly Costly[]): Row {
  const per_second = middle(samples, "per_second");
  const faults = [...new Set(samples.flatMap((sample) => sample.faults))];
  return {
    scenario: `SCIM PATCH of one member, ${concurrency} at once on ${groups_count} groups of ${whole(members_count)}`,
    floor: "",
    ours: `${whole(per_second)}/s`,
    result: `${whole(per_second)}/s, ${middle(samples, "p50_ms").toFixed(1)} ms median, ${middle(samples, "p95_ms").toFixed(1)} ms p95`,
    target: `≥ ${per_second_min}/s`,
    met: faults.length === 0 && per_second >= per_second_min,
    notes: [
      ...faults,
      `processor time of the server process and of PostgreSQL per request: ${processorsOf(samples)}`,
      `bytes of WAL per request: ${whole(middleCost(samples, "wal_bytes"))}`,
    ],
  };
}
