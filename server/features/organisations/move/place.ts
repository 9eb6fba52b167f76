import type { Pool } from "../../../platform/db/pool.ts";
import { openSession, type Session } from "../../../platform/db/moving/session.ts";
import { withInfrastructure } from "../../../platform/db/transaction.ts";
import { findEpoch } from "../transfer/transfer-sql.ts";

/** A node in a move. */
export type Place = {
  name: string;
  /** The URL of its API. */
  url: string;
  /** The connection string, which the server of the other node uses, too. */
  database_url: string;
  session: Session;
  /** Acts as muster_owner, and may use organisations that are being moved (`enters_moved`). */
  pool: Pool;
};

/** An organisation, the node that has it, and the node to which it moves. */
export type Moving = { code: string; tenant_id: string; source: Place; target: Place };

/** Makes a sample request at both nodes: a call of the API's process, and a short transaction. The budget measures its time. */
export async function askBoth({ source, target }: Moving): Promise<void> {
  await Promise.all(
    [source, target].map(async ({ url, pool }) => {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(answer_max_ms) });
      await answer.arrayBuffer();
      await withInfrastructure(pool, findEpoch);
    }),
  );
}

const answer_max_ms = 2_000;

/** The application name of a move's sessions in PostgreSQL's views. */
export const session_name = "muster org move";

/** Runs work in a new session, because those of the move may be lost. */
export async function withNewSession<T>({ database_url }: Place, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession(database_url, session_name);
  try {
    return await work(session);
  } finally {
    await session.close().catch(() => undefined);
  }
}
