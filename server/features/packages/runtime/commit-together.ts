// Ordinary commits of one organisation that wait at the same moment are written by one statement: they share its round trip and the flush of
// its transaction. One statement of an organisation is under way in a process at a time; who comes meanwhile goes with the next. A commit is
// answered after that transaction has committed. What the statement does not write is judged by itself (commit.ts): nothing is refused here.
import { Unavailable, unavailable } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { storeTogether, type OrdinaryCommit } from "./commits-sql.ts";

/** Of one statement. */
const together_max = 100;
const together_max_bytes = 1_048_576;
/** Of all commits of a process that wait for their statement. */
const waiting_max_bytes = 16_777_216;

type Waiting = PromiseWithResolvers<boolean> & { key: string; json: string };
type Lines = { of: Map<string, Waiting[]>; waiting_bytes: number };

const lines = new WeakMap<Pool, Lines>();

/** Whether the commit was written. */
export function takeTogether(pool: Pool, tenant_id: string, commit: OrdinaryCommit): Promise<boolean> {
  const open = lines.get(pool) ?? { of: new Map(), waiting_bytes: 0 };
  lines.set(pool, open);
  const key = keyOf(commit);
  const waiting: Waiting = { ...Promise.withResolvers<boolean>(), key, json: JSON.stringify(commit) };
  if (open.waiting_bytes + waiting.json.length > waiting_max_bytes) throw unavailable("too many commits of packages wait");
  open.waiting_bytes += waiting.json.length;
  const line = open.of.get(tenant_id);
  if (line !== undefined) line.push(waiting);
  else {
    const begun = [waiting];
    open.of.set(tenant_id, begun);
    void serve(pool, tenant_id, open, begun);
  }
  return waiting.promise;
}

async function serve(pool: Pool, tenant_id: string, open: Lines, line: Waiting[]): Promise<void> {
  while (line.length > 0) {
    const batch = takeBatch(line);
    try {
      const stored = await storeTogether(pool, tenant_id, `[${batch.map(({ json }) => json).join(",")}]`);
      const keys = new Set(stored.map(keyOf));
      for (const one of batch) one.resolve(keys.has(one.key));
    } catch (error) {
      // What is wrong with one of them is found when each is judged by itself.
      for (const one of batch)
        if (error instanceof Unavailable) one.reject(error);
        else one.resolve(false);
    }
    for (const { json } of batch) open.waiting_bytes -= json.length;
  }
  open.of.delete(tenant_id);
}

/** The first of a line, as many as go together: a statement writes a row once. */
function takeBatch(line: Waiting[]): Waiting[] {
  const batch: Waiting[] = [];
  const keys = new Set<string>();
  let bytes = 0;
  for (const one of line) {
    if (batch.length === together_max || keys.has(one.key)) break;
    if (batch.length > 0 && bytes + one.json.length > together_max_bytes) break;
    keys.add(one.key);
    bytes += one.json.length;
    batch.push(one);
  }
  line.splice(0, batch.length);
  return batch;
}

function keyOf({ registration_id, item }: { registration_id: string; item: string }): string {
  return `${registration_id} ${item}`;
}
