import pg from "pg";
import type { Pool } from "./pool.ts";
import { within } from "../within.ts";
import { poolAnswers } from "./pool-answers.ts";

/** Whether the database answers, and how far the clock of this process is from the database's clock. */
export type Pulse = { ok: true; clock_skew_ms: number } | { ok: false };

export type Probe = {
  pulse(): Promise<Pulse>;
  close(): Promise<void>;
};

const answer_max_ms = 1_500;
/** A pulse younger than this is reused: more frequent calls get the last one. */
const pulse_kept_ms = 1_000;

const question = "select extract(epoch from clock_timestamp())::double precision * 1000 as now_ms";

/**
 * Asks whether the database answers, and whether the pool gets answers from it. With the URL of a PostgreSQL server, the clock is
 * read over a separate connection, so that it does not wait for other requests. The embedded database has one session that a long
 * transaction may hold. There `url` is null: a call returns the last result and starts the next check.
 */
export function createProbe(pool: Pool, url: string | null, kept_ms = pulse_kept_ms): Probe {
  const own = url === null ? null : ownConnection(url);
  const readSkew = async (): Promise<number> => {
    const started_ms = Date.now();
    const now_ms = await (own ? own.ask() : askPool(pool));
    return Math.round((started_ms + Date.now()) / 2 - now_ms);
  };
  const ask = async (): Promise<Pulse> => {
    const [clock_skew_ms, answers] = await Promise.all([readSkew(), own ? poolAnswers(pool) : true]);
    return answers ? { ok: true, clock_skew_ms } : { ok: false };
  };
  let last: Pulse | null = null;
  let last_at_ms = 0;
  let running: Promise<Pulse> | null = null;
  const look = () =>
    (running ??= within(ask(), answer_max_ms)
      .catch((): Pulse => ({ ok: false }))
      .then((pulse) => {
        last = pulse;
        last_at_ms = performance.now();
        running = null;
        return pulse;
      }));
  return {
    async pulse() {
      if (last && performance.now() - last_at_ms < kept_ms) return last;
      const next = look();
      return own || !last ? next : last;
    },
    async close() {
      await running;
      await own?.close();
    },
  };
}

/** One connection, opened at the first use and replaced when it is lost. */
function ownConnection(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: answer_max_ms,
    query_timeout: answer_max_ms,
    application_name: "muster_probe",
    allowExitOnIdle: true,
  });
  pool.on("error", () => undefined);
  return {
    async ask(): Promise<number> {
      const { rows } = await pool.query<{ now_ms: number }>(question);
      return rows[0]!.now_ms;
    },
    close: () => pool.end(),
  };
}

async function askPool(pool: Pool): Promise<number> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ now_ms: number }>(question);
    client.release();
    return rows[0]!.now_ms;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
