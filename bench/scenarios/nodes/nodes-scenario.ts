// The cost of the proxy in front of the nodes: requests through ops/haproxy/haproxy-nodes.cfg with its map, compared with
// requests directly to the API.
import { findFreePort } from "../../../test/harness/machine/cluster.ts";
import { needsHaproxy, startNodesProxy } from "../../../test/harness/machine/haproxy.ts";
import { pathsOf } from "../../beside.ts";
import { allFaults, alternate, measure, middle } from "../../measure.ts";
import { employeeNo } from "../../organisation.ts";
import type { Row } from "../../report.ts";
import { pages, type Bench, type Scenario } from "../../scenario.ts";
import { median, pairedRatios } from "../../statistics.ts";

const name = "nodes: GET /users?employee_no= through HAProxy against direct";
const ratio_max = 1.15;
/** The number of other organisations in the map. */
const mapped = 10_000;
const addresses_count = 2_000;
const expected_status = 200;

export const nodes_scenarios: Scenario[] = [{ name, page: pages.nodes, run: throughHaproxy }];

/** One request after the other on a keep-alive connection, because the time of a single request is compared. */
async function throughHaproxy(bench: Bench): Promise<Row[]> {
  const lacking = needsHaproxy();
  if (lacking !== false) return [{ ...empty, result: `not measured: ${lacking}` }];
  const { options, headers, load, api, organisation } = bench;
  const port = Number(new URL(api.url).port);
  const others = Array.from({ length: mapped }, (_, at) => `ORG-${at} n2\n`).join("");
  const proxy = await startNodesProxy(await findFreePort(), { n1: port, n2: port }, `${organisation.code} n1\n${others}`, {
    plain: true,
  });
  bench.closing.add(() => proxy.close());
  const paths = Array.from({ length: addresses_count }, () => {
    return `/api/v1/users?employee_no=${employeeNo(Math.floor(Math.random() * organisation.people))}`;
  });
  const job = { headers, connections: 1, seconds: options.seconds, traffic: pathsOf(paths) };
  const samples = await alternate(
    options.rounds,
    () => measure(load, api, job, expected_status),
    () => measure(load, { ...api, url: proxy.plain_url }, job, expected_status),
  );
  const times = (side: typeof samples.floor) => side.map(({ p50_ms }) => p50_ms);
  const ratios = pairedRatios(times(samples.floor), times(samples.ours));
  const [ratio, faults] = [median(ratios), allFaults(samples)];
  const shown = (side: typeof samples.floor) => `${middle(side, "p50_ms").toFixed(2)} ms`;
  return [
    {
      ...empty,
      floor: shown(samples.floor),
      ours: shown(samples.ours),
      result: `${ratio.toFixed(2)} × (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
      met: faults.length === 0 && ratio <= ratio_max,
      notes: [
        ...faults,
        `median of one request after the other, without TLS on either side, with ${mapped.toLocaleString("en-US")} entries in the map`,
        `95th percentile: direct ${middle(samples.floor, "p95_ms").toFixed(2)} ms, through HAProxy ${middle(samples.ours, "p95_ms").toFixed(2)} ms`,
      ],
    },
  ];
}

const empty: Row = { scenario: name, floor: "", ours: "", result: "", target: `≤ ${ratio_max} ×`, met: null, notes: [] };
