// The place where SCIM is measured: a database of its own, dropped afterwards, so that its million people do not slow other
// scenarios; and an API of its own, whose memory is used by SCIM only.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { type Server, runCommand, startApi } from "../children.ts";
import { Closing } from "../closing.ts";
import { openBenchDatabase } from "../database.ts";
import { openRecorder } from "../record.ts";
import type { Bench } from "../scenario.ts";
import { pattern_number, seedUsers, userNameOf } from "./scim-seed.ts";

export const urns = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  enterprise: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
  group: "urn:ietf:params:scim:schemas:core:2.0:Group",
  patch: "urn:ietf:params:scim:api:messages:2.0:PatchOp",
} as const;

/** An organisation with an identity provider: a bench with the provider's credentials. */
export type ScimPlace = Bench & {
  tenant_id: string;
  /** `/scim/v2/<code>`. */
  root: string;
  /** Sends one request and returns the answer; throws if its status is not the expected one. */
  call(method: string, path: string, status: number, body?: object): Promise<{ body: any; took_ms: number }>;
};

/** Organisations of the given sizes, in one database with one API. */
export async function withPlaces<Result>(
  bench: Bench,
  sizes: Readonly<Record<string, number>>,
  work: (places: Record<string, ScimPlace>) => Promise<Result>,
): Promise<Result> {
  const closing = new Closing();
  bench.closing.add(() => closing.close());
  try {
    const database = await openBenchDatabase(bench.database.url);
    closing.add(() => database.close());
    const env: Record<string, string> = { ...bench.env, DATABASE_URL: database.url };
    await runCommand(["migrate"], env);
    const api = await startApi({ env, dir: bench.dir, profile: bench.options.profile });
    closing.add(api.stop);
    const recorder = await openRecorder(database.url, env["SECRET_KEY"]!);
    closing.add(() => recorder.close());
    const places: Record<string, ScimPlace> = {};
    for (const [code, people] of Object.entries(sizes)) {
      places[code] = await openPlace({ ...bench, database, env, api, recorder }, code, people);
    }
    return await work(places);
  } finally {
    await closing.close();
  }
}

async function openPlace(bench: Bench, code: string, people: number): Promise<ScimPlace> {
  const { superuser } = bench.database;
  const bearer = await apply(bench, code);
  const { rows } = await superuser.query<{ id: string }>("select id from tenant where code = $1", [code]);
  const root = `/scim/v2/${code}`;
  const headers = { authorization: `Bearer ${bearer}` };
  const place = {
    ...bench,
    organisation: { code, people },
    headers,
    root,
    tenant_id: rows[0]!.id,
    call: callerOf(bench.api, root, headers),
  };
  await place.call("POST", "/Users", 201, JSON.parse(userBody(userNameOf(Number(pattern_number)))) as object);
  console.log(`  ${code}: filling in ${people.toLocaleString("en-US")} people …`);
  await seedUsers(superuser, place.tenant_id, people);
  return place;
}

/**
 * Loads an organisation as an operator does; a rule assigns a course to people with the job title "Newcomer". Returns the client's
 * secret.
 */
async function apply({ dir, env }: Bench, code: string): Promise<string> {
  const file = path.join(dir, `${code}.json`);
  const rate = { per_minute: 1_000_000, burst: 1_000_000, per_day: 2_000_000_000 };
  const organisation = {
    organisation: { code, name: "Bench Provisioned", time_zone: "Europe/Warsaw" },
    contract: { rate },
    departments: Array.from({ length: 20 }, (_, place) => ({ name: `Department ${place}`, code: `D${place}` })),
    courses: [{ code: "WELCOME", title: "Welcome", default_due_days: 30 }],
    rules: [{ name: "Newcomers", when: { job_title: "Newcomer" }, assign: ["WELCOME"] }],
    clients: [{ name: "Provider", scopes: ["scim"] }],
  };
  writeFileSync(file, JSON.stringify(organisation));
  const { stdout } = await runCommand(["org", "apply", file, "--json"], env);
  const outcome = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as { clients: { secret: string }[] };
  return outcome.clients[0]!.secret;
}

/** The body with which a provider creates a user. */
export function userBody(user_name: string, title = "Welder"): string {
  return JSON.stringify({
    schemas: [urns.user, urns.enterprise],
    userName: user_name,
    externalId: `ext-${user_name}`,
    active: true,
    displayName: `Anna Kowalska (${user_name})`,
    name: { givenName: "Anna", familyName: "Kowalska", formatted: "Anna Kowalska" },
    emails: [{ value: user_name, type: "work", primary: true }],
    phoneNumbers: [{ value: "+48 123 456 789", type: "work" }],
    title,
    preferredLanguage: "pl",
    [urns.enterprise]: { department: "Department 7" },
  });
}

function callerOf(api: Server, root: string, headers: Record<string, string>): ScimPlace["call"] {
  return async (method, below, status, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = { "content-type": "application/scim+json" };
    const began_ms = performance.now();
    const answer = await fetch(api.url + root + below, { method, headers: { ...headers, ...(body ? type : {}) }, ...sent });
    const text = await answer.text();
    const took_ms = performance.now() - began_ms;
    if (answer.status !== status) throw new Error(`${method} ${below} was answered ${answer.status}: ${text.slice(0, 1_000)}`);
    return { body: text === "" ? null : (JSON.parse(text) as unknown), took_ms };
  };
}
