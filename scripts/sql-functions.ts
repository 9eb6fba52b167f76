// The present text of each SQL function and procedure, one file for each: the result of all migrations.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { openEmbedded } from "../server/platform/db/embedded/open.ts";
import { prepareDatabase } from "../server/platform/db/embedded/prepared.ts";
import { migrate } from "../server/platform/db/migrate.ts";

/** Texts by file path from the project's root. All migrations are applied to an empty embedded database. */
export async function readSqlFunctions(): Promise<Record<string, string>> {
  const data_dir = mkdtempSync(path.join(tmpdir(), "muster-functions-"));
  try {
    const embedded = await openEmbedded(data_dir, prepareDatabase);
    try {
      const place = { host: embedded.host, port: embedded.port, user: "postgres", database: "postgres" };
      await migrate({ kind: "embedded", ...place });
      return await readAll(new pg.Client(place));
    } finally {
      await embedded.close();
    }
  } finally {
    rmSync(data_dir, { recursive: true, force: true });
  }
}

async function readAll(client: pg.Client): Promise<Record<string, string>> {
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; text: string }>(
      `select n.nspname || '.' || p.proname as name, string_agg(rtrim(pg_get_functiondef(p.oid), E'\n'), E'\\n' order by p.oid) as text
       from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'infra') and p.prokind in ('f', 'p')
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       group by 1
       order by 1`,
    );
    return Object.fromEntries(rows.map(({ name, text }) => [`migrations/functions/${name}.sql`, `${mark}\n${text}\n`]));
  } finally {
    await client.end();
  }
}

const mark = "-- Made by `npm run generate` from the migrations; a change is a new migration with `create or replace`.";
