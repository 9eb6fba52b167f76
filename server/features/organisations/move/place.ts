import type { Pool } from "../../../platform/db/pool.ts";
import { openSession, type Session } from "../../../platform/db/moving/session.ts";
import { withInfrastructure } from "../../../platform/db/transaction.ts";
import { findEpoch } from "../transfer/transfer-sql.ts";

/** A node, as a move speaks with it. */
export type Place = {
  name: string;
  /** Where its API is reached. */
  url: string;
  /** As its server is reached by that of the other node, too. */
  database_url: string;
  session: Session;
  /** Acts as muster_owner, and enters what is on the move (`enters_moved`). */
  pool: Pool;
};

/** An organisation, the node that has it, and the one that it goes to. */
export type Moving = { code: string; tenant_id: string; source: Place; target: Place };

/** What requests wait for at both nodes of a move: the API's process, and a short transaction. */
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

/** How the sessions of a move are named, for who looks at what runs in a database. */
export const session_name = "muster org move";

/** Does something with sessions of its own: those of the move may have been lost. */
export async function withNewSession<T>({ database_url }: Place, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession(database_url, session_name);
  try {
    return await work(session);
  } finally {
    await session.close().catch(() => undefined);
  }
}
