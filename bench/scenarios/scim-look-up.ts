// The look-up that a provider does before each change: its time in the database, and compared with bare handlers.
import { beside, floorRoute, heardFor, pathsOf, statementsNote } from "../beside.ts";
import type { Exchange } from "../record.ts";
import type { Row } from "../report.ts";
import { ratioRow } from "../scenario.ts";
import type { ScimPlace } from "./scim-place.ts";
import { userNameOf } from "./scim-seed.ts";
import { median, percentile } from "../statistics.ts";

const database_ms_max = 5;
const least_ratio = 0.6;
/** The number of people whom the load asks for, in a cycle. */
const asked_count = 2_000;
const explained_count = 300;

export async function lookUp(place: ScimPlace): Promise<Row[]> {
  const scenario = `SCIM userName eq over ${place.organisation.people.toLocaleString("en-US")} users`;
  const probe = userNameOf(777);
  const pathOf = (name: string) => `${place.root}/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`;
  const heard = (await heardFor(place, pathOf(probe))).filter(({ name }) => name !== null);
  const names = Array.from({ length: asked_count }, () => userNameOf(1 + Math.floor(Math.random() * place.organisation.people)));
  const page = heard.at(-1)!;
  const ours = pathsOf(names.map(pathOf));
  const bare = pathsOf(names.map((name) => `/floor?key=${encodeURIComponent(name)}`));
  const one = await beside(place, { ...floorRoute("/floor", [page], probe), answer_column: "all" }, bare, ours);
  const all = await beside(place, { ...floorRoute("/floor", heard, probe), answer_column: "all" }, bare, ours);
  return [
    databaseRow(scenario, await explain(place, heard, probe, names.slice(0, explained_count))),
    // As for `GET /users?employee_no=`: a bare handler sends the same statements, including admission.
    ratioRow(`${scenario}, beside a bare handler`, least_ratio, all, [statementsNote(heard)]),
    ratioRow(`${scenario}, beside a handler without admission`, null, one, [
      `statements per request: floor 1, ours ${heard.length}`,
    ]),
  ];
}

/** The planning and execution time of all statements of a request, for each of some user names. */
async function explain(
  { database, tenant_id }: ScimPlace,
  heard: readonly Exchange[],
  probe: string,
  names: readonly string[],
): Promise<number[][]> {
  const client = await database.superuser.connect();
  try {
    for (const [number, { text }] of heard.entries()) await client.query(`prepare asked_${number} as ${text}`);
    await client.query("select set_config('app.tenant', $1, false)", [tenant_id]);
    await client.query("set role muster_app");
    const taken_ms: number[][] = [];
    for (const name of names) {
      const of_request: number[] = [];
      for (const [number, { values }] of heard.entries()) {
        const literals = values.map((value) => literal(value === probe ? name : value));
        const given = literals.length === 0 ? "" : `(${literals.join(", ")})`;
        const { rows } = await client.query<{ "QUERY PLAN": { "Planning Time": number; "Execution Time": number }[] }>(
          `explain (analyze, timing off, format json) execute asked_${number}${given}`,
        );
        const [plan] = rows[0]!["QUERY PLAN"];
        of_request.push(plan!["Planning Time"] + plan!["Execution Time"]);
      }
      taken_ms.push(of_request);
    }
    return taken_ms;
  } finally {
    // The connection is not returned to the pool, because its role was changed.
    client.release(true);
  }
}

function literal(value: unknown): string {
  if (value === null) return "null";
  const text = Array.isArray(value) ? `{${value.map((item) => JSON.stringify(textOf(item))).join(",")}}` : textOf(value);
  return `'${text.replaceAll("'", "''")}'`;
}

function textOf(value: unknown): string {
  return Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : String(value);
}

function databaseRow(scenario: string, taken_ms: readonly number[][]): Row {
  const sums = taken_ms.map((of_request) => of_request.reduce((sum, ms) => sum + ms, 0));
  const p95_ms = percentile(sums, 95);
  const page_ms = median(taken_ms.map((of_request) => of_request.at(-1)!));
  return {
    scenario: `${scenario}, in the database`,
    floor: "",
    ours: `${p95_ms.toFixed(2)} ms p95`,
    result: `${p95_ms.toFixed(2)} ms p95, ${median(sums).toFixed(2)} ms median`,
    target: `< ${database_ms_max} ms p95`,
    met: p95_ms < database_ms_max,
    notes: [
      `planning and execution of all ${taken_ms[0]!.length} statements of a request, with admission, by EXPLAIN ANALYZE; the look-up alone ${page_ms.toFixed(2)} ms`,
    ],
  };
}
