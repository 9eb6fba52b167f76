import type { Pool } from "./pool.ts";
import { withTenant, type About, type Db } from "./transaction.ts";

/** Carries out a repeatable request once: its result is stored in the transaction of the request. */
export type Once = {
  /** The result of an earlier try whose answer was lost; null: no earlier try has committed. */
  readonly committed: { readonly value: unknown } | null;
  /** Stores the result of this try within its transaction. Throws when another try has replaced this one. */
  keep(db: Db, value: unknown): Promise<void>;
};

/**
 * `withTenant` for a use case that must not happen twice and runs in one transaction. The result is stored as JSON together with
 * the changes, and a repeated request gets the stored result. So the result must be JSON and must not contain a secret.
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
    // `commit` does nothing here, because the result has to be stored before the commit.
    const value = await work({ ...db, commit: () => undefined });
    await once.keep(db, value);
    return value;
  };
  return withTenant(pool, tenant.id, keeping, about);
}
