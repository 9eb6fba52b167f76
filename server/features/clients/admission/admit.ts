// Requests of one client that wait at the same moment are admitted by one statement: they share its round trip, the lock of the bucket's
// row and the commit. Each is judged after it has come, so a secret that is revoked admits nothing from then on, and the bucket lets
// pass as many as it would have, one after the other, at that instant.
import { unavailable } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { admitTogether, type Admission, type AdmittedTogether, type Presented } from "../sql.ts";

/** Requests of one kind that may wait for their admission. */
const waiting_max = 250;

type Waiting = PromiseWithResolvers<Admission>;

/** Who waits behind a statement that is under way, by what they present. */
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
    // Those that have arrived with it go along.
    setImmediate(() => void serve(pool, presented, open, key));
  } else if (line.length < waiting_max) line.push(request);
  else throw unavailable("too many requests of one client wait to be admitted");
  return request.promise;
}

/** Of what connections show again and again (authenticate.ts). */
const keys = new WeakMap<Presented, string>();

/** The same for requests that differ in nothing that is judged. */
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

/** Answers the requests of a statement. Returns those that it has not judged: each failed authentication counts by itself. */
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
