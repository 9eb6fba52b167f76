// Who may see some departments only (docs/decisions/0072). What is done within a limit, and all that follows from it, acts in the database as
// muster_limited, whose policies show the people of those departments and what hangs on them. The limit travels with the work and not with its
// arguments, so that no use case can forget to pass it on.
import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { sql, type Statement } from "../sql.ts";

/** Whose departments count: they are looked up by each transaction, with all below them. */
export type Limit = { readonly tenant_id: string; readonly administrator_id: string };

/** Acts where a limit holds; what it may do stands in infra.limit_to_departments(). */
export const limited_role = "muster_limited";

const limits = new AsyncLocalStorage<Limit>();

export function limitHere(): Limit | undefined {
  return limits.getStore();
}

export function withinLimit<T>(limit: Limit, work: () => T): T {
  return limits.run(limit, work);
}

/** What is read of a stream is made within the limit, whatever reads it, and at any time. */
export function streamWithinLimit(limit: Limit, stream: Readable): Readable {
  return Readable.from(chunksWithin(limit, stream), { objectMode: false });
}

async function* chunksWithin(limit: Limit, stream: Readable): AsyncGenerator<Buffer | string> {
  const chunks = limits.run(limit, () => stream[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>);
  try {
    for (;;) {
      const next = await limits.run(limit, () => chunks.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}

/** Says to the policies whose departments they are, and which. */
export function setDepartments({ administrator_id }: Limit): Statement {
  return sql`
    select set_config('app.administrator', ${administrator_id}::text, true),
      set_config('app.departments', infra.departments_of_administrator(${administrator_id}::uuid)::text, true)`;
}
