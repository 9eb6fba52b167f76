import type { Pool } from "./pool.ts";
import { withTenant, type About, type Db } from "./transaction.ts";

/** Carries out a request that a client may repeat once: its result is stored in its own transaction. */
export type Once = {
  /** The result of an earlier try of the request whose answer was lost; null: none has committed. */
  readonly committed: { readonly value: unknown } | null;
  /** Keeps the result of this try, within its transaction. Throws when another try has taken over meanwhile. */
  keep(db: Db, value: unknown): Promise<void>;
};

/**
 * `withTenant` for a use case that must not happen twice, in one transaction that does all of it. The result of the work is kept
 * as JSON with what it writes; a repetition gets the kept result. So the result must be JSON, and hold no secret.
 */
export async function withTenantOnce<T>(
  pool: Pool,
  caller: { tenant: { id: string }; once?: Once },
  work: (db: Db) => Promise<T>,
  about?: About,
): Promise<T> {
  const { once, tenant } = caller;
  if (once === undefined) return withTenant(pool, tenant.id, work, about);
  if (once.committed !== null) return once.committed.value as T;
  const keeping = async (db: Db) => {
    // The result is kept before the commit.
    const value = await work({ ...db, commit: () => undefined });
    await once.keep(db, value);
    return value;
  };
  return withTenant(pool, tenant.id, keeping, about);
}
