import { openDatabase, type TestDatabase } from "../database.ts";
import { checkEvents } from "../events.ts";
import { createOrganisation, type OrganisationFileInput, type TestOrganisation } from "./organisation.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../server.ts";

/** An organisation that assigns courses, on a server of its own, with functions to read its tables. */
export type TrainingOrganisation = {
  database: TestDatabase;
  server: TestServer;
  organisation: TestOrganisation;
  /** A client with every scope for enrollments. */
  api: Api;
  /** Stops the clock at an instant, even an earlier one. */
  at(instant: string): Promise<void>;
  /** Bodies of the events of a type, in the order of their transactions. */
  events(type: string): Promise<any[]>;
  /** The audit rows of clients. */
  audit(): Promise<{ operation: string; target_id: string; changes: any; personal: any }[]>;
  /** For each licence, its counter and the number of seats that are really held. */
  seats(): Promise<Record<string, { used: number; held: number }>>;
  close(): Promise<void>;
};

/** The clock stands at 8:00 in Warsaw on this day until a test moves it. */
export const first_instant = "2026-02-02T07:00:00Z";

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

/** An organisation with people P1, P2 … `count`, and one client. */
export async function openTraining(file: OrganisationFileInput, count = 3, connections_max = 4): Promise<TrainingOrganisation> {
  const database = await openDatabase();
  await database.clock.freeze(first_instant);
  const organisation = await createOrganisation(database, {
    contract: { rate },
    departments: [{ name: "Logistyka Północ", code: "LN" }],
    people: Array.from({ length: count }, (_, index) => ({
      employee_no: `P${index + 1}`,
      first_name: "Anna",
      last_name: `Number ${index + 1}`,
      email: `p${index + 1}@acme.example`,
      department: "LN",
    })),
    clients: [{ name: "HR sync", scopes: ["enrollments:write", "compliance:read", "users:write"] }],
    ...file,
  });
  const server = await startServer(database, { connections_max });
  const query = async (text: string) => (await database.superuser.query(text)).rows;
  return {
    database,
    server,
    organisation,
    api: apiOf(server, byKey(organisation.code, organisation.clients["HR sync"]!.secret)),
    async at(instant) {
      await database.clock.freeze(instant);
      // A bucket that was last used in the future has no tokens now.
      await database.superuser.query("delete from rate_bucket");
    },
    events: async (type) => {
      const rows = await database.superuser.query("select body from event where type = $1 order by xid, id", [type]);
      return rows.rows.map((row) => JSON.parse((row.body as Buffer).toString()));
    },
    audit: () =>
      query(
        "select operation, target_id, changes, personal from audit_log where actor_type = 'client' order by xid, id",
      ) as never,
    seats: async () => {
      const rows = await query(
        `select l.name, l.seats_used as used, (select count(*)::int from license_seat s where s.license_id = l.id and s.state = 'held') as held
         from license l`,
      );
      return Object.fromEntries(rows.map(({ name, used, held }) => [name, { used, held }]));
    },
    async close() {
      await server.close();
      try {
        await checkEvents(database);
      } finally {
        await database.close();
      }
    },
  };
}
