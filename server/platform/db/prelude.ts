import type { Socket } from "node:net";
import pg from "pg";
import type { Statement } from "./sql.ts";

// PostgreSQL's extended protocol lets several statements share one Sync: they leave in one packet, are answered in one
// packet, and run in one transaction. At the rate of look-ups, packets are what costs (measured: a third of the processor
// time of a request). The driver sends one statement for each Sync, so this file puts what must come first — the role, the
// tenant, `begin` — in front of a statement's own messages. What comes first was prepared when the connection opened.

/** A statement that was prepared on every connection, with its parameters. */
export type Opening = { readonly name: string; readonly text: string; readonly values: readonly string[] };

export const begin: Opening = { name: "muster_begin", text: "begin", values: [] };

/** The rest of the transaction runs as this role. */
export function actAs(role: string): Opening {
  return { name: "muster_role", text: "select set_config('role', $1, true)", values: [role] };
}

/** The rest of the transaction runs as this role and sees this tenant only. */
export function actFor(role: string, tenant_id: string): Opening {
  return {
    name: "muster_tenant",
    text: "select set_config('role', $1, true), set_config('app.tenant', $2, true)",
    values: [role, tenant_id],
  };
}

/**
 * The same for a transaction that is about a few rows: planned by an index, with the plan that the connection has. A plan made
 * while a table was empty reads all of it ever after, and the server, which compares a kept plan with what new ones have cost
 * on average, makes hundreds of new ones once tables have grown (measured: the facts of a pair in 0.7 ms instead of 0.15).
 */
export function actOnFewRows(role: string, tenant_id: string): Opening {
  return {
    name: "muster_few_rows",
    text: `select set_config('role', $1, true), set_config('app.tenant', $2, true), set_config('plan_cache_mode', $3, true),
      set_config('enable_seqscan', $4, true)`,
    values: [role, tenant_id, "force_generic_plan", "off"],
  };
}

/** The rest of the transaction is planned as the server thinks best, whatever it began with. */
export const planFreely: Opening = {
  name: "muster_plan_freely",
  text: "select set_config('plan_cache_mode', 'auto', true), set_config('enable_seqscan', 'on', true)",
  values: [],
};

/** Prepares every opening on a new connection; a connection on which that fails fails its first statement, too. */
export function prepareOpenings(client: pg.PoolClient): void {
  const prepared = [begin, actAs("none"), actFor("none", ""), actOnFewRows("none", ""), planFreely].map(({ name, text, values }) =>
    client.query({ name, text, values: [...values] }),
  );
  for (const statement of [...prepared, client.query("rollback")]) statement.catch(() => undefined);
}

/** What is written to the connection from now on leaves together, once the code that is running has had its say. */
export function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: Wire }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Sends the openings and a statement in one packet, and resolves with the statement's result. */
export function queryAfter(client: pg.PoolClient, first: readonly Opening[], statement: Statement): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new QueryAfter(first, statement, (error, result) => {
        if (error) reject(error);
        else resolve(result);
      }),
    );
  });
}

/** The part of the driver's connection that writes messages; its types leave it out. */
type Wire = {
  stream: Socket;
  bind(message: { portal: string; statement: string; values: readonly string[] }): void;
  execute(message: { portal: string }): void;
};

type DriverQuery = {
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};

const Query = pg.Query as unknown as new (config: object, values: undefined, callback: Callback) => DriverQuery & pg.Submittable;
type Callback = (error: Error | null, result: pg.QueryResult) => void;

/** The driver's query, with the openings' messages before its own and their answers passed over. */
class QueryAfter extends Query {
  readonly first: readonly Opening[];
  #unanswered: number;
  constructor(first: readonly Opening[], statement: Statement, callback: Callback) {
    super({ name: statement.name, text: statement.text, values: statement.values }, undefined, callback);
    this.first = first;
    this.#unanswered = first.length;
  }
  override prepare(wire: Wire): void {
    for (const { name, values } of this.first) {
      wire.bind({ portal: "", statement: name, values });
      wire.execute({ portal: "" });
    }
    super.prepare(wire);
  }
  override handleDataRow(message: unknown): void {
    if (this.#unanswered === 0) super.handleDataRow(message);
  }
  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#unanswered > 0) this.#unanswered -= 1;
    else super.handleCommandComplete(message, wire);
  }
}
