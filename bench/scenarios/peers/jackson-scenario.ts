// SCIM compared with SAML-Jackson as a store, on the same PostgreSQL with the same durability and the same number of connections:
// creating, looking up, and a page of 100. SAML-Jackson stores documents with an index; it has no events, audit, limits,
// row-level security or request log.
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { request } from "undici";
import { pathsOf } from "../../beside.ts";
import { startHelper, type Server } from "../../children.ts";
import { Closing } from "../../closing.ts";
import { openBenchDatabase } from "../../database.ts";
import type { Traffic } from "../../load.ts";
import { alternate } from "../../measure.ts";
import type { Row } from "../../report.ts";
import { type Bench, concurrency, pages, ratioRow, type Scenario } from "../../scenario.ts";
import { userBody, withPlaces, type ScimPlace } from "../scim-place.ts";
import { userNameOf } from "../scim-seed.ts";
import { databaseNotes, measureCost } from "./cost.ts";
import type { JacksonAnswer, JacksonPlan } from "./jackson-server.ts";

const code = "SCIM-JACKSON";
/** The number of people in both; SAML-Jackson is filled through its own API. */
const people = 10_000;
const page_size = 100;
const ratios_min = { create: 1.3, look_up: 1.5, page: 1.2 };
const asked_count = 1_000;
const install_ms_max = 300_000;
const manifest_dir = path.join(import.meta.dirname, "jackson");
const name = "SCIM beside SAML-Jackson";

type Peer = { server: Server; root: string; headers: Record<string, string>; bench: Bench };

export const jackson_scenarios: Scenario[] = [
  { name: "peers: SCIM beside SAML-Jackson (jackson)", page: pages.peers, run: measureBeside },
];

async function measureBeside(bench: Bench): Promise<Row[]> {
  const module_dir = path.join(bench.dir, "jackson");
  const reason = await install(module_dir);
  if (reason !== null)
    return [{ scenario: name, floor: "", ours: "", result: "not measured", target: "", met: null, notes: [reason] }];
  return withPlaces(bench, { [code]: people }, async ({ [code]: place }) => {
    const closing = new Closing();
    bench.closing.add(() => closing.close());
    try {
      const peer = await startPeer(place!, module_dir, closing);
      return [await look(place!, peer), await page(place!, peer), await create(place!, peer)];
    } finally {
      await closing.close();
    }
  });
}

/** Installs the packages of its lock file. Returns the error, or null. */
async function install(dir: string): Promise<string | null> {
  mkdirSync(dir);
  for (const file of ["package.json", "package-lock.json"]) copyFileSync(path.join(manifest_dir, file), path.join(dir, file));
  // No install script of its 400 packages runs, because none is needed for PostgreSQL.
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  try {
    await promisify(execFile)("npm", args, { cwd: dir, timeout: install_ms_max, shell: process.platform === "win32" });
    return null;
  } catch (error) {
    return `npm could not install it: ${(error as Error).message.trim().split("\n").at(-1)!}`;
  }
}

async function startPeer(place: ScimPlace, module_dir: string, closing: Closing): Promise<Peer> {
  const database = await openBenchDatabase(place.database.url);
  closing.add(() => database.close());
  const helper = startHelper<JacksonPlan, JacksonAnswer>("scenarios/peers/jackson-server.ts");
  closing.add(helper.stop);
  const plan = { module_dir, database_url: database.url, connections: concurrency, page_size };
  const { url, root, secret } = await helper.ask(plan);
  const headers = { authorization: `Bearer ${secret}` };
  const peer = { server: { url, pid: helper.pid, stop: helper.stop }, root, headers, bench: { ...place, database } };
  await fill(peer);
  await database.superuser.query("vacuum analyze");
  await database.superuser.query("checkpoint");
  return peer;
}

async function fill({ server, root, headers }: Peer): Promise<void> {
  let number = 1;
  const work = async () => {
    for (let own = number++; own <= people; own = number++) {
      const answer = await request(`${server.url}${root}/Users`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: userBody(userNameOf(own)),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 201) throw new Error(`SAML-Jackson answered ${answer.statusCode}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

function look(place: ScimPlace, peer: Peer): Promise<Row> {
  const filters = Array.from({ length: asked_count }, () => {
    const user_name = userNameOf(1 + Math.floor(Math.random() * people));
    return `/Users?filter=${encodeURIComponent(`userName eq "${user_name}"`)}`;
  });
  const traffic = (root: string) => () => pathsOf(filters.map((filter) => root + filter));
  return compare(place, peer, "userName eq", ratios_min.look_up, traffic, 200, []);
}

function page(place: ScimPlace, peer: Peer): Promise<Row> {
  const pages = Array.from({ length: people / page_size }, (_, place_of_page) => 1 + place_of_page * page_size);
  const traffic = (root: string) => () => pathsOf(pages.map((first) => `${root}/Users?startIndex=${first}&count=${page_size}`));
  return compare(place, peer, `a page of ${page_size}`, ratios_min.page, traffic, 200, [
    `it is set to send pages of ${page_size}; its default is 50 whatever is asked for, and what it says of the total is never more than a page`,
  ]);
}

function create(place: ScimPlace, peer: Peer): Promise<Row> {
  const body = userBody("newcomer{n}@bench.example");
  const traffic = (root: string) => (first: number) => ({ kind: "numbered", first, path: `${root}/Users`, body }) as const;
  return compare(place, peer, "POST /Users", ratios_min.create, traffic, 201, []);
}

async function compare(
  place: ScimPlace,
  peer: Peer,
  work: string,
  least: number,
  traffic: (root: string) => (first: number) => Traffic,
  status: number,
  notes: readonly string[],
): Promise<Row> {
  const side = (bench: Bench, server: Server, root: string, headers: Record<string, string>) => {
    let first = 0;
    return async () => {
      const job = { headers, connections: concurrency, seconds: place.options.seconds, traffic: traffic(root)(first) };
      const sample = await measureCost(bench, server, job, status);
      first = sample.next_pair;
      return sample;
    };
  };
  const theirs = side(peer.bench, peer.server, peer.root, peer.headers);
  const samples = await alternate(place.options.rounds, theirs, side(place, place.api, place.root, place.headers));
  return ratioRow(`${name}: ${work}`, least, samples, [...notes, ...databaseNotes(samples)]);
}
