import { newQuestion, question_header, seen_header } from "../../features/health/seen.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { createPool, type Pool } from "../../platform/db/pool.ts";
import type { NodeEntry } from "../../platform/nodes.ts";
import { within } from "../../platform/within.ts";
import { saying } from "../doctor/finding.ts";
import { readFacts, type NodeFacts } from "./nodes-sql.ts";

/** How long a node's service, and its database, may take to answer. */
const answer_max_ms = 5_000;

/** A node with a pool of connections to its database. */
export type OpenNode = NodeEntry & { pool: Pool };

/** The state of a node. Values are null if the node has not answered; `faults` say why. */
export type NodeReport = {
  name: string;
  url: string;
  /** The version of its program; a node reports it only to a caller with the same SECRET_KEY. */
  version: string | null;
  facts: NodeFacts | null;
  faults: string[];
};

/** Runs work with the databases of nodes. Connections are opened at their first use, and closed after the work. */
export async function withNodes<T>(entries: readonly NodeEntry[], work: (nodes: OpenNode[]) => Promise<T>): Promise<T> {
  const nodes = entries.map((entry) => ({ ...entry, pool: openPool(entry.database_url) }));
  try {
    return await work(nodes);
  } finally {
    await Promise.all(nodes.map(({ pool }) => pool.close()));
  }
}

function openPool(url: string): Pool {
  return createPool({
    connection: { kind: "server", url },
    role: "muster_owner",
    connections_max: 2,
    statement_timeout_ms: answer_max_ms,
    reads_only: true,
    onIdleError: () => undefined,
  });
}

/** Queries service and database of all nodes concurrently, so that a silent node does not delay the others. */
export function lookAtAll(nodes: readonly OpenNode[], keyring: Keyring | null): Promise<NodeReport[]> {
  return Promise.all(nodes.map((node) => lookAt(node, keyring)));
}

async function lookAt({ name, url, pool }: OpenNode, keyring: Keyring | null): Promise<NodeReport> {
  const faults: string[] = [];
  const orNull = <T>(what: string, answer: Promise<T>): Promise<T | null> =>
    inTime(answer).catch((error: unknown) => {
      faults.push(`${what}: ${reasonOf(error)}`);
      return null;
    });
  const [version, facts] = await Promise.all([
    orNull(`the service at ${url}`, askVersion(url, keyring)),
    orNull("the database", readFacts(pool)),
  ]);
  return { name, url, version, facts, faults };
}

/** Rejects when a node takes too long. */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return within(answer, answer_max_ms, () => new Error(`no answer within ${answer_max_ms / 1_000} s`));
}

/** The message of an error, or of its cause. */
export function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return saying(cause ?? error);
}

async function askVersion(url: string, keyring: Keyring | null): Promise<string> {
  const headers: Record<string, string> = keyring === null ? {} : { [question_header]: newQuestion(keyring, Date.now()) };
  const answer = await fetch(`${url}/healthz`, { headers, signal: AbortSignal.timeout(answer_max_ms) });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  const seen = answer.headers.get(seen_header);
  return seen === null ? "?" : (JSON.parse(seen) as { version: string }).version;
}
