// Scenarios whose floor is a bare Fastify handler (floor.ts) with the statements that the API was recorded to send.
import { beside, floorRoute, heardFor, pathsOf, splitAdmission, statementsNote } from "../beside.ts";
import { middle, type Sample } from "../measure.ts";
import { employeeNo } from "../organisation.ts";
import type { Row } from "../report.ts";
import { concurrency, ratioRow, type Scenario } from "../scenario.ts";

const page_size = 500;
/** The number of different addresses in a load. */
const addresses_count = 2_000;
const deep_page_ms_max = 40;

const look_up = "GET /users?employee_no=";
const page = `GET /users?limit=${page_size}`;

export const http_scenarios: Scenario[] = [
  {
    name: look_up,
    async run(bench) {
      const probe = employeeNo(7);
      const heard = await heardFor(bench, `/api/v1/users?employee_no=${probe}`);
      const numbers = Array.from({ length: addresses_count }, () =>
        employeeNo(Math.floor(Math.random() * bench.organisation.people)),
      );
      const samples = await beside(
        bench,
        floorRoute("/floor", heard, probe),
        pathsOf(numbers.map((number) => `/floor?key=${number}`)),
        pathsOf(numbers.map((number) => `/api/v1/users?employee_no=${number}`)),
      );
      const alone = await beside(
        bench,
        floorRoute("/floor", splitAdmission(heard)[1], probe),
        pathsOf(numbers.map((number) => `/floor?key=${number}`)),
        pathsOf(numbers.map((number) => `/api/v1/users?employee_no=${number}`)),
      );
      return [
        ratioRow(look_up, 0.75, samples, [statementsNote(heard)]),
        ratioRow(`${look_up}, floor of the look-up alone`, 0.5, alone),
      ];
    },
  },
  {
    name: page,
    async run(bench) {
      const path = `/api/v1/users?limit=${page_size}`;
      const heard = await heardFor(bench, path);
      const [, bare_statements] = splitAdmission(heard);
      const ours = pathsOf([path]);
      const bare = await beside(bench, floorRoute("/floor", bare_statements), pathsOf(["/floor"]), ours);
      const admitted = await beside(bench, floorRoute("/floor", heard), pathsOf(["/floor"]), ours);
      return [
        ratioRow(`${page}, floor without admission`, 0.9, bare, [statementsNote(heard)]),
        ratioRow(`${page}, floor with admission`, null, admitted),
      ];
    },
  },
  {
    name: "GET /users, the last page",
    async run(bench) {
      const offset = bench.organisation.people - page_size;
      const path = `/api/v1/users?limit=${page_size}&offset=${offset}`;
      const [, statements] = splitAdmission(await heardFor(bench, path));
      const rows: Row[] = [];
      for (const connections of [1, 4]) {
        const samples = await beside(bench, floorRoute("/floor", statements), pathsOf(["/floor"]), pathsOf([path]), connections);
        rows.push(
          deepPageRow(
            `GET /users at offset ${offset.toLocaleString("en-US")}, concurrency ${connections}`,
            connections === 1,
            samples,
          ),
        );
      }
      return rows;
    },
  },
  {
    name: "GET /departments, not modified",
    async run(bench) {
      const heard = await heardFor(bench, "/api/v1/departments");
      const answer = await fetch(`${bench.api.url}/api/v1/departments`, { headers: bench.headers });
      await answer.arrayBuffer();
      const conditional = { ...bench, headers: { ...bench.headers, "if-none-match": answer.headers.get("etag") ?? "" } };
      const samples = await beside(
        conditional,
        floorRoute("/floor", heard),
        pathsOf(["/floor"]),
        pathsOf(["/api/v1/departments"]),
        concurrency,
        304,
      );
      return [ratioRow("GET /departments, 304 beside a floor that sends the body", null, samples, [statementsNote(heard)])];
    },
  },
  {
    name: "401 without credentials",
    async run(bench) {
      const anonymous = { ...bench, headers: { "x-tenant-code": bench.organisation.code } };
      const path = "/api/v1/users";
      const heard = await bench.recorder.record({ method: "GET", path, headers: anonymous.headers, status: 401 });
      const samples = await beside(
        anonymous,
        floorRoute("/floor", heard),
        pathsOf(["/floor"]),
        pathsOf([path]),
        concurrency,
        401,
      );
      return [ratioRow("401 without credentials, beside the look at the address's block", null, samples)];
    },
  },
];

function deepPageRow(scenario: string, has_target: boolean, samples: { floor: Sample[]; ours: Sample[] }): Row {
  const [floor_ms, ours_ms] = [middle(samples.floor, "p95_ms"), middle(samples.ours, "p95_ms")];
  const row = ratioRow(scenario, null, samples);
  return {
    ...row,
    floor: `${floor_ms.toFixed(1)} ms p95`,
    ours: `${ours_ms.toFixed(1)} ms p95`,
    result: `${ours_ms.toFixed(1)} ms p95, ${middle(samples.ours, "p50_ms").toFixed(1)} ms median`,
    target: has_target ? `≤ ${deep_page_ms_max} ms p95` : "",
    met: row.met === false ? false : has_target ? ours_ms <= deep_page_ms_max : null,
  };
}
