// Writes ordinary commits of one organisation that wait at the same moment by one statement: they share its round trip and the
// flush of its transaction. A process sends one such statement of an organisation at a time; commits that arrive meanwhile go
// with the next one. A commit is answered after the transaction has committed. Commits that the statement does not write, for
// example because another transaction has locked the row, are judged one by one (commit.ts). A commit is only refused when too
// many wait, and the player sends it again.
import { AsyncLocalStorage } from "node:async_hooks";
import { Unavailable, unavailable } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { storeTogether, type OrdinaryCommit } from "./commits-sql.ts";

/** The most commits, and bytes, of one statement. */
const together_max = 100;
const together_max_bytes = 1_048_576;
/** The most bytes of unanswered commits in a process, and of one organisation in it; and the most commits of one registration. */
const waiting_max_bytes = 16_777_216;
const organisation_max_bytes = 4_194_304;
const registration_max = 8;

type Waiting = PromiseWithResolvers<boolean> & { registration_id: string; key: string; json: string; bytes: number };
/** The commits of one organisation that wait. */
type Line = { waiting: Waiting[]; bytes: number; of_registration: Map<string, number> };
type Lines = { of: Map<string, Line>; bytes: number };

const lines = new WeakMap<Pool, Lines>();
/** A statement for many requests must not appear in the trace of one of them. */
const outsideRequests = AsyncLocalStorage.snapshot();

/** Writes a commit together with others. Returns whether it was written. */
export function takeTogether(pool: Pool, tenant_id: string, commit: OrdinaryCommit): Promise<boolean> {
  const open = lines.get(pool) ?? { of: new Map<string, Line>(), bytes: 0 };
  lines.set(pool, open);
  const { registration_id } = commit;
  const json = JSON.stringify(commit);
  const one = { ...Promise.withResolvers<boolean>(), registration_id, key: keyOf(commit), json, bytes: Buffer.byteLength(json) };
  const found = open.of.get(tenant_id);
  const line = found ?? { waiting: [], bytes: 0, of_registration: new Map<string, number>() };
  const is_full =
    open.bytes + one.bytes > waiting_max_bytes ||
    line.bytes + one.bytes > organisation_max_bytes ||
    (line.of_registration.get(registration_id) ?? 0) >= registration_max;
  if (is_full) throw unavailable("too many commits of packages wait");
  count(open, line, one, 1);
  line.waiting.push(one);
  if (found === undefined) {
    open.of.set(tenant_id, line);
    outsideRequests(() => void serve(pool, tenant_id, open, line));
  }
  return one.promise;
}

async function serve(pool: Pool, tenant_id: string, open: Lines, line: Line): Promise<void> {
  while (line.waiting.length > 0) {
    const batch = takeBatch(line);
    try {
      const stored = await storeTogether(pool, tenant_id, `[${batch.map(({ json }) => json).join(",")}]`);
      const keys = new Set(stored.map(keyOf));
      for (const one of batch) one.resolve(keys.has(one.key));
    } catch (error) {
      // The error may come from any of them, so each one is judged by itself.
      for (const one of batch)
        if (error instanceof Unavailable) one.reject(error);
        else one.resolve(false);
    }
    for (const one of batch) count(open, line, one, -1);
  }
  open.of.delete(tenant_id);
}

function count(open: Lines, line: Line, { bytes, registration_id }: Waiting, change: 1 | -1): void {
  open.bytes += change * bytes;
  line.bytes += change * bytes;
  const now = (line.of_registration.get(registration_id) ?? 0) + change;
  if (now === 0) line.of_registration.delete(registration_id);
  else line.of_registration.set(registration_id, now);
}

/**
 * The next batch, within the limits. A statement can write each row only once, so a further commit of the same item waits for the
 * next batch, and its order is kept.
 */
function takeBatch(line: Line): Waiting[] {
  const batch = new Map<string, Waiting>();
  const left: Waiting[] = [];
  let bytes = 0;
  for (const one of line.waiting) {
    const is_over = batch.size === together_max || (batch.size > 0 && bytes + one.bytes > together_max_bytes);
    if (is_over || batch.has(one.key)) {
      left.push(one);
      continue;
    }
    bytes += one.bytes;
    batch.set(one.key, one);
  }
  line.waiting = left;
  return [...batch.values()];
}

function keyOf({ registration_id, item }: { registration_id: string; item: string }): string {
  return `${registration_id} ${item}`;
}
