// The cost of a request besides its time: processor time of the server and of PostgreSQL separately, and the growth of the
// write-ahead log.
import type pg from "pg";
import type { Server } from "../../children.ts";
import { postmasterOf } from "../../database.ts";
import type { LoadJob } from "../../load.ts";
import { allFaults, measure, middle, type Sample } from "../../measure.ts";
import { cpuSecondsOfTree } from "../../process.ts";
import type { Exchange } from "../../record.ts";
import { whole } from "../../report.ts";
import type { Bench } from "../../scenario.ts";
import { median } from "../../statistics.ts";

/** The cost of one request on average. */
export type Costly = Sample & {
  next_pair: number;
  /** Processor time of all processes of the PostgreSQL server; null if it is not known. */
  pg_cpu_us: number | null;
  /** Bytes without full page images, whose number depends on the time since the last checkpoint. */
  wal_bytes: number;
  /** Bytes with full page images. */
  wal_bytes_in_all: number;
};

export type BothCostly = { floor: Costly[]; ours: Costly[] };

/** Measures as `measure` does, and reads PostgreSQL's figures before and after. */
export async function measureCost(
  { load, database }: Pick<Bench, "load" | "database">,
  server: Server,
  job: Omit<LoadJob, "url">,
  expected_status: number,
): Promise<Costly> {
  const { superuser } = database;
  const postmaster_pid = await postmasterOf(superuser);
  const from = await walPosition(superuser);
  const cpu_before = cpuSecondsOfTree(postmaster_pid);
  const sample = await measure(load, server, job, expected_status);
  const cpu_after = cpuSecondsOfTree(postmaster_pid);
  const wal = await walSince(superuser, from);
  const { completed } = sample;
  return {
    ...sample,
    pg_cpu_us: cpu_before === null || cpu_after === null ? null : ((cpu_after - cpu_before) * 1e6) / completed,
    wal_bytes: wal.records / completed,
    wal_bytes_in_all: wal.all / completed,
  };
}

async function walPosition(superuser: pg.Pool): Promise<string> {
  await superuser.query("create extension if not exists pg_walinspect");
  const { rows } = await superuser.query<{ lsn: string }>("select pg_current_wal_flush_lsn() as lsn");
  return rows[0]!.lsn;
}

async function walSince(superuser: pg.Pool, from: string): Promise<{ all: number; records: number }> {
  const to = await walPosition(superuser);
  // Nothing was written, and pg_walinspect refuses an empty range.
  if (to === from) return { all: 0, records: 0 };
  const { rows } = await superuser.query<{ grown: number; images: number }>(
    `select pg_wal_lsn_diff($2, $1)::float as grown, coalesce(sum(fpi_size), 0)::float as images
     from pg_get_wal_stats($1, $2, false)`,
    [from, to],
  );
  const { grown, images } = rows[0]!;
  return { all: grown, records: grown - images };
}

type Cost = "pg_cpu_us" | "wal_bytes" | "wal_bytes_in_all";

export function middleCost(samples: readonly Costly[], member: Cost): number {
  return median(samples.map((sample) => sample[member] ?? Number.NaN));
}

/** "325 + 410 µs": the server's and PostgreSQL's. */
export function processorsOf(samples: readonly Costly[]): string {
  return `${whole(middle(samples, "cpu_us"))} + ${whole(middleCost(samples, "pg_cpu_us"))} µs`;
}

export function faultsOfBoth(samples: BothCostly): string[] {
  return allFaults(samples);
}

export function costNotes(samples: BothCostly): string[] {
  const server = (side: readonly Costly[]) => `${whole(middle(side, "cpu_us"))} µs`;
  const { floor, ours } = samples;
  return [
    `processor time of the server process per request: floor ${server(floor)}, ours ${server(ours)}`,
    ...databaseNotes(samples),
  ];
}

/** PostgreSQL's part only: rows that compare rates already have notes about the server process. */
export function databaseNotes({ floor, ours }: BothCostly): string[] {
  const spent = (side: readonly Costly[]) => `${whole(middleCost(side, "pg_cpu_us"))} µs`;
  const wal = (member: Cost) => `floor ${whole(middleCost(floor, member))}, ours ${whole(middleCost(ours, member))}`;
  return [
    `processor time of PostgreSQL per request: floor ${spent(floor)}, ours ${spent(ours)}`,
    `bytes of WAL per request: ${wal("wal_bytes")}, with the images of whole pages ${wal("wal_bytes_in_all")}`,
  ];
}

/** The statements that one request sends. */
export function sentNote(heard: readonly Exchange[]): string {
  const prepared = heard.filter(({ name }) => name !== null).length;
  const packets = new Set(heard.map(({ packet }) => packet)).size;
  return `ours sends ${prepared} statements beside the openings, in ${packets} packets`;
}
