// Compares the API with a bare Fastify handler (floor.ts) that sends the statements which the API was recorded to send.
import { startHelper, type Server } from "./children.ts";
import type { FloorPlan, FloorRoute } from "./floor.ts";
import type { Traffic } from "./load.ts";
import { alternate, measure, type Sample } from "./measure.ts";
import type { Exchange } from "./record.ts";
import { concurrency, type Bench } from "./scenario.ts";

/** Starts a floor with one route, and measures it and the API in turn. */
export async function beside(
  bench: Bench,
  route: FloorRoute,
  floor_traffic: Traffic,
  our_traffic: Traffic,
  connections = concurrency,
  expected_status = 200,
): Promise<{ floor: Sample[]; ours: Sample[] }> {
  const { options, headers, load } = bench;
  const helper = startHelper<FloorPlan, { url: string }>("floor.ts", options.profile ? bench.dir : null);
  try {
    const { url } = await helper.ask({ database_url: bench.database.url, connections: concurrency, routes: [route] });
    const floor: Server = { url, pid: helper.pid, stop: helper.stop };
    const job = { headers, connections, seconds: options.seconds };
    return await alternate(
      options.rounds,
      () => measure(load, floor, { ...job, traffic: floor_traffic }, 200),
      () => measure(load, bench.api, { ...job, traffic: our_traffic }, expected_status),
    );
  } finally {
    await helper.stop();
  }
}

/** The statements that the API sends for a GET. It is requested twice, because the first answer may take extra statements. */
export async function heardFor({ recorder, headers }: Bench, path: string): Promise<Exchange[]> {
  await recorder.record({ method: "GET", path, headers });
  return recorder.record({ method: "GET", path, headers });
}

/** Splits the statements into those of admission and those of the operation. */
export function splitAdmission(heard: readonly Exchange[]): [Exchange[], Exchange[]] {
  const place = heard.findIndex(({ text }) => text.includes("infra.admit_together("));
  if (place < 0) throw new Error("the request was not admitted by infra.admit_together");
  return [heard.slice(0, place + 1), heard.slice(place + 1)];
}

export function floorRoute(path: string, heard: readonly Exchange[], key?: string): FloorRoute {
  const prepared = heard.filter(({ name }) => name !== null);
  const statements = prepared.map(({ name, text, values }) => ({ name: name!, text, values }));
  const replaced = statements.flatMap(({ values }, statement) =>
    values.flatMap((bound, value) => (key !== undefined && bound === key ? [{ statement, value }] : [])),
  );
  if (key !== undefined && replaced.length === 0) throw new Error("no statement asks for the key");
  return { path, statements, replaced, answer_column: answerColumn(prepared.at(-1)!) };
}

/** The column that holds the answer: the longest text of the row. */
function answerColumn({ row }: Exchange): number {
  const lengths = Object.values(row ?? {}).map((value) => (typeof value === "string" ? value.length : -1));
  return lengths.indexOf(Math.max(...lengths));
}

export function statementsNote(heard: readonly Exchange[]): string {
  const prepared = heard.filter(({ name }) => name !== null).length;
  return `statements per request: floor ${prepared}, ours ${prepared} and one that names the tenant, which travels with the last`;
}

export function pathsOf(paths: string[]): Traffic {
  return { kind: "paths", paths };
}
