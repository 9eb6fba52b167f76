import assert from "node:assert/strict";
import { runImport } from "../../../server/features/imports/run-import.ts";
import type { Pool } from "../../../server/platform/db/pool.ts";
import { at, openEmployer, type Employer } from "./people.ts";
import type { Api, Reply } from "../server.ts";

/** An employer that sends files, and the worker that imports them. */
export type Importer = Employer & {
  pool: Pool;
  /** Sends a file, as CSV unless another type is given. */
  send: (text: string | Buffer, query?: string, media_type?: string, api?: Api) => Promise<Reply>;
  /** Sends a file, runs the import, and returns its record. */
  importFile: (text: string | Buffer, query?: string, media_type?: string) => Promise<any>;
  /** Runs an import as the job does. */
  run: (id: string, options?: { rows_max?: number; signal?: AbortSignal }) => Promise<void>;
  record: (id: string) => Promise<any>;
  /** The person with this employee number, or undefined. */
  person: (employee_no: string) => Promise<any>;
};

export const ndjson = "application/x-ndjson";

export async function openImporter(): Promise<Importer> {
  const employer = await openEmployer();
  const { api, database, acme } = employer;
  const pool = database.pool("muster_worker");
  const send: Importer["send"] = (text, query = "", media_type = "text/csv", as = api) =>
    as.call("POST", `/api/v1/imports/users${query && `?${query}`}`, {
      headers: { "content-type": media_type },
      body: text,
    });
  const run: Importer["run"] = (id, options = {}) =>
    runImport({ pool, signal: new AbortController().signal, ...options }, acme.tenant_id, id);
  const record = async (id: string) => {
    const reply = await api.get(`/api/v1/imports/${id}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  return {
    ...employer,
    pool,
    send,
    run,
    record,
    async importFile(text, query, media_type) {
      const reply = await send(text, query, media_type);
      assert.equal(reply.status, 202, reply.text);
      await run(reply.body.id);
      return record(reply.body.id);
    },
    async person(employee_no) {
      const { body } = await api.get(`/api/v1/users?employee_no=${encodeURIComponent(employee_no)}`);
      return body.users[0];
    },
  };
}

/** The person's present record. */
export async function again(api: Api, person: { id: string }): Promise<any> {
  return (await api.get(at(person))).body;
}

/** The counts of an import in which all others are 0. */
export const counts = (given: Record<string, number>) => ({
  rows: 0,
  create: 0,
  update: 0,
  unchanged: 0,
  deactivate: 0,
  invalid: 0,
  ...given,
});
