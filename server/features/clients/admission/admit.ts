// Admits requests of one client that wait at the same moment by one statement. They share its round trip, the lock of the
// bucket's row and the commit. A request is only judged by a statement that begins after its arrival, so a revoked secret admits
// no later request. The bucket admits as many requests as it would one after the other at that instant.
import { unavailable } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { admitTogether, type Admission, type AdmittedTogether, type Presented } from "../sql.ts";

/** The most requests with the same credentials that may wait for admission. */
const waiting_max = 250;

type Waiting = PromiseWithResolvers<Admission>;

/** Requests that wait while a statement runs, by their credentials. */
const lines = new WeakMap<Pool, Map<string, Waiting[]>>();

/** Authenticates a request and, with `takes_token`, takes a token of the client's bucket for it. */
export function admit(pool: Pool, presented: Presented, takes_token: boolean): Promise<Admission> {
  if (!takes_token) return admitTogether(pool, presented, 0);
  const open = lines.get(pool) ?? new Map<string, Waiting[]>();
  lines.set(pool, open);
  const key = keyOf(presented);
  const line = open.get(key);
  const request: Waiting = Promise.withResolvers();
  if (line === undefined) {
    open.set(key, [request]);
    // Waits for the end of this turn of the event loop: requests that arrive in it share the statement.
    setImmediate(() => void serve(pool, presented, open, key));
  } else if (line.length < waiting_max) line.push(request);
  else throw unavailable("too many requests of one client wait to be admitted");
  return request.promise;
}

/** Keys of credentials that a connection sends repeatedly (authenticate.ts). */
const keys = new WeakMap<Presented, string>();

/** A key that is equal for requests whose judged properties are all equal. */
function keyOf(presented: Presented): string {
  let key = keys.get(presented);
  if (key === undefined) {
    const { digests, ...others } = presented;
    key = JSON.stringify([others, digests?.map((digest) => digest.toString("base64"))]);
    keys.set(presented, key);
  }
  return key;
}

async function serve(pool: Pool, presented: Presented, open: Map<string, Waiting[]>, key: string): Promise<void> {
  for (let batch = open.get(key)!.splice(0); batch.length > 0; batch = open.get(key)!.splice(0)) {
    try {
      const refused = settle(batch, await admitTogether(pool, presented, batch.length));
      await Promise.all(refused.map(async (one) => settle([one], await admitTogether(pool, presented, 1))));
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  }
  open.delete(key);
}

/**
 * Answers the requests of a statement and returns those that it did not judge: each failed authentication must be counted on its
 * own.
 */
function settle(batch: readonly Waiting[], { admitted, ...last }: AdmittedTogether): readonly Waiting[] {
  if (admitted === null) {
    batch[0]!.resolve(last);
    return batch.slice(1);
  }
  const interval_us = Math.ceil(60e6 / last.rate_per_minute);
  batch.forEach((one, place) => {
    const later = admitted - 1 - place;
    if (later < 0) one.resolve({ ...last, outcome: "limited" });
    else one.resolve({ ...last, outcome: "ok", tat_us: last.tat_us - later * interval_us, used: last.used - later });
  });
  return [];
}
