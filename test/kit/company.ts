// The product with its worker, and a company whose HR vendor uses the SDKs.
import pino from "pino";
import { importJobs } from "../../server/features/imports/import.job.ts";
import type { OrganisationFile } from "../../server/features/organisations/file/schema.ts";
import { startJobs } from "../../server/platform/jobs/run.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { freePorts } from "../harness/ports.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../harness/server.ts";

export type Company = {
  database: TestDatabase;
  organisation: TestOrganisation;
  server: TestServer;
  api: Api;
  /** An instant before all events. */
  begun_at: string;
  /** The environment of a client's program. */
  env: Record<string, string>;
  /** The same environment, with the address of a receiver of its own. */
  receiverOf(name: string): { env: Record<string, string>; port: number };
  peopleFile(prefix: string, count: number): string;
  people(): Promise<number>;
  close(): Promise<void>;
};

const rate = { per_minute: 1_000_000, burst: 1_000_000, per_day: 2_000_000_000 };
const receivers_max = 4;

/** The courses of the company, and which of them need a licence. */
type Catalogue = Pick<OrganisationFile, "courses" | "learning_paths" | "licenses">;

const two_courses: Catalogue = { courses: ["FORKLIFT-01", "FIRE-01"].map((code) => ({ code, title: code })) };

export async function openCompany(catalogue = two_courses): Promise<Company> {
  const begun_at = new Date().toISOString();
  const database = await openDatabase();
  const organisation = await createOrganisation(database, {
    contract: { rate },
    attributes: [{ key: "cost_center", type: "string" }],
    departments: [{ name: "Logistyka Północ", code: "LN" }],
    ...catalogue,
    clients: [
      {
        name: "HR sync",
        scopes: ["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage", "scim"],
        webhook_hosts: ["localhost"],
        rate,
      },
    ],
  });
  const ports = await freePorts(receivers_max);
  const server = await startServer(database, { trusted_origins: ports.map((port) => `http://localhost:${port}`) });
  const log = pino({ level: "silent" });
  const pool = database.pool("muster_worker", 4);
  const jobs = await startJobs(importJobs({ pool, minimums: {} }), { pool, log, onRun: () => undefined });
  const { secret, client_id } = organisation.clients["HR sync"]!;
  const env = { BASE_URL: server.url, TENANT_CODE: organisation.code, SECRET: secret, CLIENT_ID: client_id };
  const known = new Map<string, number>();
  return {
    database,
    organisation,
    server,
    api: apiOf(server, byKey(organisation.code, secret)),
    begun_at,
    env,
    receiverOf(name) {
      const port = known.get(name) ?? ports[known.size]!;
      known.set(name, port);
      return { port, env: { ...env, PORT: String(port), TARGET_URL: `http://localhost:${port}/hook` } };
    },
    peopleFile(prefix, count) {
      const rows = Array.from({ length: count }, (_, index) => {
        const number = `${prefix}${index + 1}`;
        return `${number},Żaneta,Number ${index + 1},${number.toLowerCase()}@acme.example,logistyka polnoc`;
      });
      return `employee_no,first_name,last_name,email,department_name\n${rows.join("\n")}\n`;
    },
    people: async () => Number((await database.superuser.query("select count(*) from person")).rows[0]!.count),
    async close() {
      await jobs.stop();
      await server.close();
      await database.close();
    },
  };
}
