import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import test from "node:test";
import pg from "pg";
import { askSlowestAgain } from "./asker.ts";
import { startHelper } from "./children.ts";
import { serve, type FloorPlan } from "./floor.ts";
import { load } from "./load.ts";
import { faultsOf, ratioOf, type Sample } from "./measure.ts";
import { readOptions } from "./options.ts";
import { organisationFile } from "./organisation.ts";
import { pairOf } from "./pairs.ts";
import { scriptOf, type Recorded } from "./pgbench.ts";
import { topSelfTimes } from "./profiles/functions.ts";
import type { Exchange } from "./record.ts";
import { failedRow, renderMarkdown, renderTable, type Row } from "./report.ts";
import { ratioRow } from "./scenario.ts";
import type { FarAnswer, FarQuestion } from "./scenarios/peers/far-proxy.ts";
import { median, pairedRatios, percentile } from "./statistics.ts";

const url = process.env["TEST_DATABASE_URL"];

test("the median and percentiles are values that were measured", () => {
  assert.equal(median([5, 1, 3]), 3);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  assert.equal(percentile(hundred, 95), 95);
  assert.equal(percentile([7], 99), 7);
  assert.ok(Number.isNaN(percentile([], 50)));
});

test("a ratio compares the two sides of one round, and never of different ones", () => {
  // The machine was twice as slow in the second round, but ours was half of the floor in all rounds.
  assert.deepEqual(pairedRatios([100, 50, 100], [50, 25, 50]), [0.5, 0.5, 0.5]);
  assert.throws(() => pairedRatios([1, 2], [1]), RangeError);
  const found = ratioOf({ floor: [sample(100), sample(50), sample(80)], ours: [sample(50), sample(40), sample(60)] });
  assert.deepEqual(found, { ratio: 0.75, least: 0.5, most: 0.8 });
});

test("an answer of another status fails the scenario, however fast it was", () => {
  assert.deepEqual(faultsOf({ completed: 2, statuses: { "200": 2 }, errors: 0 }, 200), []);
  assert.match(faultsOf({ completed: 2, statuses: { "200": 1, "429": 1 }, errors: 0 }, 200)[0]!, /1 answers were 429/);
  assert.match(faultsOf({ completed: 0, statuses: {}, errors: 0 }, 200)[0]!, /nothing/);
  assert.match(faultsOf({ completed: 1, statuses: { "200": 1 }, errors: 3 }, 200)[0]!, /3 connections/);
  const samples = { floor: [sample(10)], ours: [{ ...sample(100), faults: ["2 answers were 500 instead of 200"] }] };
  const row = ratioRow("x", 0.5, samples);
  assert.equal(row.met, false);
  assert.match(row.notes[0]!, /500/);
});

test("tables name what was missed", () => {
  const rows: Row[] = [
    { scenario: "fast | one", floor: "10/s", ours: "9/s", result: "0.90", target: "≥ 0.75", met: true, notes: ["a note"] },
    { scenario: "slow", floor: "10/s", ours: "1/s", result: "0.10", target: "≥ 0.75", met: false, notes: [] },
    { scenario: "other", floor: "", ours: "", result: "not measured", target: "", met: null, notes: [] },
  ];
  const lines = renderTable(rows).split("\n");
  assert.match(lines[0]!, /^Scenario +Floor +Ours +Result +Target +Met$/);
  assert.match(lines[2]!, /yes$/);
  assert.match(lines[3]!, /a note/);
  assert.match(lines[4]!, /NO$/);
  const markdown = renderMarkdown(rows);
  assert.match(markdown, /\| fast \\\| one \| 10\/s \| 9\/s \|/);
  assert.match(markdown, /^- fast \| one: a note\.$/m);
});

test("a scenario that fails is a row that meets nothing, and says why in one line", () => {
  const row = failedRow("POST /x", new Error("3 requests failed\n    at line 1"));
  assert.deepEqual([row.scenario, row.result, row.met, row.notes], ["POST /x", "failed", false, ["3 requests failed"]]);
});

test("options are refused with a reason", () => {
  assert.equal(readOptions([]).people, 100_000);
  assert.deepEqual(readOptions(["users", "--rounds", "2"]).filters, ["users"]);
  assert.throws(() => readOptions(["--people", "3"]), /--people must be a whole number from 1000/);
  assert.throws(() => readOptions(["--seconds", "fast"]), /--seconds/);
  assert.throws(() => readOptions(["--people", "1000", "--write"]), /--write needs an unprofiled run/);
});

test("no pair of person and course comes twice", () => {
  const people = 50;
  const courses = { first: 4, count: 6 };
  const seen = new Set<string>();
  for (let k = 0; k < people * courses.count; k += 1) {
    const { person, course } = pairOf(k, people, courses);
    assert.ok(person >= 0 && person < people && course >= 4 && course < 10);
    seen.add(`${person} ${course}`);
  }
  assert.equal(seen.size, people * courses.count);
});

test("the organisation has as many people as were asked for, with numbers of their own", () => {
  const file = organisationFile({ code: "BENCH", people: 1_000 });
  assert.equal(new Set(file.people.map((person) => person.employee_no)).size, 1_000);
  assert.equal(new Set(file.people.map((person) => person.email)).size, 1_000);
  assert.equal(file.departments.length, 200);
  assert.equal(file.courses.length, 40);
});

const person_ids = ["01990000-0000-7000-8000-00000000000a", "01990000-0000-7000-8000-00000000000b"] as const;
const made_ids = ["01990000-0000-7000-8000-0000000000aa", "01990000-0000-7000-8000-0000000000bb"] as const;
const later_ids = ["01990000-0001-7000-8000-0000000000aa", "01990000-0001-7000-8000-0000000000bb"] as const;

/** Two recorded requests that differ in person, course and the id that the program generated. */
function recordedPair(made: readonly [string, string]): [Recorded, Recorded] {
  const [one, other] = ([0, 1] as const).map((place): Recorded => {
    const employee_no = String(1_000_001 + place);
    const course_code = String(2_001 + place);
    const exchanges: Exchange[] = [
      said("select * from infra.admit_together($1)", ["127.0.0.1"], null),
      { ...said("begin", [], null), name: null },
      { ...said("select set_config('app.tenant', $1, true)", ["t"], null), name: null },
      said("select id from person where no = $1", [employee_no], { id: person_ids[place] }),
      said(
        "insert into e values ($1, $2, $3, $4::uuid, $5)",
        [made[place], person_ids[place], course_code, null, place === 0 ? "{}" : "{ }"],
        null,
      ),
      said("insert into a values ($1, $2, $3)", [made[place], "api", Buffer.from("hi")], null),
      said("insert into j values ($1::jsonb)", [JSON.stringify([{ id: made[place], person_id: person_ids[place] }])], null),
      { ...said("commit", [], null), name: null },
    ];
    return { exchanges, employee_no, course_code };
  });
  return [one!, other!];
}

test("pgbench runs the recorded transaction, its values coming from where ours came from", () => {
  const { text, variables } = scriptOf(...recordedPair(made_ids));
  assert.match(
    text,
    /\\startpipeline\nbegin;\nselect set_config\('app.tenant', :v1_1, true\);\n\\endpipeline\nselect id from person where no = :employee_no \\gset s2_\n/,
  );
  const made = madeIn(text);
  assert.ok(text.includes(`insert into e values (${made}, :s2_id, :course_code, null::uuid, :v3_5);`), text);
  assert.ok(text.includes(`insert into a values (${made}, :v4_2, :v4_3);`), text);
  const document = `:v5_1_0::text || ${made}::text || :v5_1_2::text || :s2_id::text || :v5_1_4::text`;
  assert.ok(text.includes(`insert into j values ((${document})::jsonb);\ncommit;`), text);
  const of_document = { v5_1_0: '[{"id":"', v5_1_2: '","person_id":"', v5_1_4: '"}]' };
  assert.deepEqual(variables, { v1_1: "t", v3_5: "{}", v4_2: "api", v4_3: "\\x6869", ...of_document });
  assert.ok(!text.includes("admit"));
});

test("two scripts make different ids, so that both can run in one database", () => {
  const [made, later] = [made_ids, later_ids].map((ids) => madeIn(scriptOf(...recordedPair(ids)).text));
  assert.notEqual(made, later);
});

/** The expression in a script that generates an id. */
function madeIn(script: string): string {
  return /\('0199[^)]+\)\)::uuid/.exec(script)![0];
}

test("peers are pinned exactly, and their lockfile names no download host", () => {
  const dir = path.join(import.meta.dirname, "scenarios", "peers", "jackson");
  const [manifest, lock] = ["package.json", "package-lock.json"].map((name) => readFileSync(path.join(dir, name), "utf8"));
  const { dependencies } = JSON.parse(manifest!) as { dependencies: Record<string, string> };
  assert.deepEqual(dependencies, { "@boxyhq/saml-jackson": "26.2.0" });
  const { packages } = JSON.parse(lock!) as {
    packages: Record<string, { dependencies?: object; resolved?: string; integrity?: string }>;
  };
  assert.deepEqual(packages[""]!.dependencies, dependencies);
  const installed = Object.entries(packages).filter(([name]) => name !== "");
  assert.ok(installed.length > 100, `saw only ${installed.length} packages`);
  for (const [name, { resolved, integrity }] of installed) assert.ok(resolved === undefined && integrity !== undefined, name);
});

test(
  "the far database makes a round trip longer, and passes on what is sent",
  { skip: url ? false : "needs a PostgreSQL server" },
  async () => {
    const proxy = startHelper<FarQuestion, FarAnswer>("scenarios/peers/far-proxy.ts");
    try {
      const { database_url } = await proxy.ask({ kind: "start", database_url: url! });
      await proxy.ask({ kind: "delay", delay_ms: 40 });
      const client = new pg.Client({ connectionString: database_url });
      try {
        await client.connect();
        const began_ms = performance.now();
        const { rows } = await client.query<{ n: number }>("select 1 as n");
        assert.ok(performance.now() - began_ms >= 39);
        assert.deepEqual(rows, [{ n: 1 }]);
      } finally {
        await client.end();
      }
    } finally {
      await proxy.stop();
    }
  },
);

test("connections share a list out between them, each its own part", async () => {
  const seen: string[] = [];
  const server = createServer((request, reply) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => reply.writeHead(204).end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const requests = ["/a", "/b"].map((at) => ({ method: "PATCH" as const, path: at, body: "{}" }));
    const job = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers: {}, connections: 2, seconds: 1 };
    const { statuses, completed } = await load({ ...job, traffic: { kind: "shared out", requests } });
    assert.deepEqual(statuses, { "204": completed });
    assert.deepEqual(new Set(seen), new Set(["PATCH /a", "PATCH /b"]));
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("the slowest pages of each group are requested in further rounds, and all their requests count", async () => {
  const seen: string[] = [];
  const server = createServer((request, reply) => {
    seen.push(request.url!);
    reply.end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const pages = ["/a", "/b", "/c", "/d"].map((at, place) => ({
      url: `http://127.0.0.1:${port}${at}`,
      group: place === 3 ? "alone" : "together",
    }));
    const rounds = { rounds: 3, requests_a_round: 2, further: { pages: 1, rounds: 5 } };
    const durations_ms = await askSlowestAgain(pages, {}, rounds);
    const counts = durations_ms.map((some) => some.length);
    assert.deepEqual(
      counts.slice(0, 3).toSorted((one, other) => one - other),
      [6, 6, 16],
    );
    assert.equal(counts[3], 16);
    const warming = 2;
    const asked = ["/a", "/b", "/c", "/d"].map((at) => seen.filter((one) => one === at).length);
    assert.deepEqual(
      asked,
      counts.map((count) => count + warming),
    );
    const first_ms = durations_ms.slice(0, 3).map((some) => percentile(some.slice(0, 6), 95));
    assert.equal(counts[first_ms.indexOf(Math.max(...first_ms))], 16);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("a profile's shares leave idle time out", () => {
  const node = (id: number, functionName: string, url = "") => ({ id, callFrame: { functionName, url, lineNumber: 4 } });
  const nodes = [node(1, "(idle)"), node(2, "read", "file:///home/x/server/a.ts"), node(3, "(program)")];
  const top = topSelfTimes({ nodes, samples: [1, 2, 2, 3], timeDeltas: [1_000, 30, 45, 25] }, 5);
  assert.deepEqual(top, [
    { name: "read (server/a.ts:5)", share: 0.75 },
    { name: "(program)", share: 0.25 },
  ]);
});

test(
  "the floor answers what the statements say, and the load counts its answers",
  { skip: url ? false : "needs a PostgreSQL server" },
  async () => {
    const floor = await serve(planOf(url!));
    try {
      const answer = await fetch(`${floor.url}/floor?key=42`);
      assert.equal(answer.status, 200);
      assert.equal(await answer.text(), "no 42");
      const job = { url: floor.url, headers: {}, connections: 2, seconds: 1 };
      const result = await load({ ...job, traffic: { kind: "paths", paths: ["/floor?key=1", "/floor?key=2"] } });
      assert.ok(result.completed > 0);
      assert.deepEqual(result.statuses, { "200": result.completed });
      assert.ok(result.p50_ms <= result.p95_ms);
      const missed = await load({ ...job, traffic: { kind: "pairs", first: 0, people: 10, courses: { first: 0, count: 2 } } });
      assert.deepEqual(Object.keys(missed.statuses), ["404"]);
      assert.ok(missed.next_pair >= missed.completed);
    } finally {
      await floor.close();
    }
  },
);

function planOf(database_url: string): FloorPlan {
  const statements = [
    { name: "first", text: "select 1", values: [] },
    { name: "second", text: "select 7 as n, 'no ' || $1::text as page", values: ["0"] },
  ];
  return {
    database_url,
    connections: 2,
    routes: [{ path: "/floor", statements, replaced: [{ statement: 1, value: 0 }], answer_column: 1 }],
  };
}

function said(text: string, values: unknown[], row: Record<string, unknown> | null): Exchange {
  return { name: "m", text, values, row, packet: 1 };
}

function sample(per_second: number): Sample {
  return { per_second, p50_ms: 1, p95_ms: 2, p99_ms: 3, cpu_us: null, faults: [] };
}
