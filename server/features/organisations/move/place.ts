import type { Pool } from "../../../platform/db/pool.ts";
import { openSession, type Session } from "../../../platform/db/moving/session.ts";

/** A node, as a move speaks with it. */
export type Place = {
  name: string;
  /** As its server is reached by that of the other node, too. */
  database_url: string;
  session: Session;
  /** Acts as muster_owner, and enters what is on the move (`enters_moved`). */
  pool: Pool;
};

/** An organisation, the node that has it, and the one that it goes to. */
export type Moving = { code: string; tenant_id: string; source: Place; target: Place };

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
