import { randomBytes } from "node:crypto";
import pg from "pg";
import { listMigrations, migrate } from "../../../server/platform/db/migrate.ts";
import type { Connection } from "../../../server/platform/db/pool.ts";

/** A database on the server with the schema of an earlier version. */
export type EarlierDatabase = {
  connection: Connection & { kind: "server" };
  superuser: pg.Client;
  /** Applies the migrations up to a number; left out: all migrations of this version. */
  upgrade(last_number?: number): Promise<void>;
  close(): Promise<void>;
};

/** Creates a database with the migrations up to a number. */
export async function openEarlier(last_number: number): Promise<EarlierDatabase> {
  const name = `muster_upgrade_${randomBytes(6).toString("hex")}`;
  const url = new URL(process.env["TEST_DATABASE_URL"]!);
  const maintenance = new pg.Client({ connectionString: url.href });
  await maintenance.connect();
  await maintenance.query(`create database ${name}`);
  url.pathname = `/${name}`;
  const connection = { kind: "server", url: url.href } as const;
  const upgrade = (last: number) =>
    migrate(
      connection,
      listMigrations().filter(({ number }) => number <= last),
    );
  await upgrade(last_number);
  const superuser = new pg.Client({ connectionString: url.href });
  await superuser.connect();
  return {
    connection,
    superuser,
    async upgrade(last = Infinity) {
      await upgrade(last);
    },
    async close() {
      await superuser.end();
      await maintenance.query(`drop database ${name} with (force)`);
      await maintenance.end();
    },
  };
}
