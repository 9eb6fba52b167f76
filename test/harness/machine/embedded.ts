// Separate embedded databases, and processes that connect to them.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { TestContext } from "node:test";
import pg from "pg";
import { type Embedded, openEmbedded } from "../../../server/platform/db/embedded/open.ts";

export type DataDirectories = {
  folder: string;
  /** A data directory with an empty database. */
  copyOfBlank(name: string): string;
  remove(): void;
};

/** Creating a database takes seconds, so every data directory is a copy of one. */
export async function openDataDirectories(): Promise<DataDirectories> {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-embedded-"));
  const blank_dir = path.join(folder, "blank");
  await (await openEmbedded(blank_dir)).close();
  return {
    folder,
    copyOfBlank(name) {
      const data_dir = path.join(folder, name);
      cpSync(path.join(blank_dir, "database"), path.join(data_dir, "database"), { recursive: true });
      return data_dir;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

export function poolOf({ host, port }: Embedded): pg.Pool {
  return new pg.Pool({ host, port, user: "postgres", database: "postgres", max: 4 });
}

export async function clientOf(
  t: TestContext,
  { host, port }: Embedded,
  options: { pipeline?: boolean } = {},
): Promise<pg.Client> {
  const client = new pg.Client({ host, port, user: "postgres", database: "postgres", ...options });
  await client.connect();
  t.after(() => client.end());
  return client;
}

type Fixture = {
  child: ChildProcessByStdio<Writable, Readable, null>;
  /** The next line of output; null: it has ended. */
  line(): Promise<string | null>;
  ended: Promise<number | null>;
};

/** Starts a process of server/platform/db/embedded/embedded.fixture.ts. */
export function start(t: TestContext, ...args: string[]): Fixture {
  const fixture = path.join(import.meta.dirname, "../../../server/platform/db/embedded/embedded.fixture.ts");
  const child = spawn(process.execPath, [fixture, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return { child, ended, line: async () => (await lines.next()).value ?? null };
}

export function socketPathOf({ host, port }: Embedded): string {
  return path.join(host, `.s.PGSQL.${port}`);
}
