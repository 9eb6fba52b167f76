// Administrators who may see some departments only (docs/decisions/0072). Their requests, and everything these start, act in the
// database as muster_limited, whose policies show the people of those departments and the rows that belong to them. The limit is
// kept in AsyncLocalStorage and not passed as an argument, so that no use case can forget it.
import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { sql, type Statement } from "../sql.ts";

/** The administrator whose departments are visible. Each transaction looks the departments up, with all below them. */
export type Limit = { readonly tenant_id: string; readonly administrator_id: string };

/** The database role of limited transactions; its rights are in infra.limit_to_departments(). */
export const limited_role = "muster_limited";

const limits = new AsyncLocalStorage<Limit>();

export function limitHere(): Limit | undefined {
  return limits.getStore();
}

export function withinLimit<T>(limit: Limit, work: () => T): T {
  return limits.run(limit, work);
}

/** Makes the chunks of a stream within the limit, no matter who reads the stream and when. */
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

/** Tells the policies which departments are visible. */
export function setDepartments({ administrator_id }: Limit): Statement {
  return sql`
    select set_config('app.administrator', ${administrator_id}::text, true),
      set_config('app.departments', infra.departments_of_administrator(${administrator_id}::uuid)::text, true)`;
}
