import type pg from "pg";
import { passAsQuery, Query, type Result, type Wire } from "./driver.ts";
import type { Opening } from "./prelude.ts";
import type { Statement } from "./sql.ts";

// PostgreSQL's extended protocol lets several statements share one Sync: they are sent in one packet, answered in one packet, and
// run in one transaction. For short reads, packets cost the most (measured: a third of the processor time of a request). The
// driver sends one Sync per statement; a packet sends any number of statements with one Sync.

/** A statement that waits for its answer. */
export type Waiting = { statement: Statement; resolve: (result: Result) => void; reject: (error: Error) => void };

/** Sends the openings and a statement in one packet, and resolves with the statement's result. */
export function queryAfter(client: pg.PoolClient, openings: readonly Opening[], statement: Statement): Promise<Result> {
  return new Promise((resolve, reject) => {
    sendPacket(client, openings, [{ statement, resolve, reject }]);
  });
}

/**
 * Sends the openings and statements in one packet. Each statement gets its own answer. When one fails, the statements behind it
 * fail with the same error.
 */
export function sendPacket(client: pg.PoolClient, openings: readonly Opening[], waiting: readonly Waiting[]): void {
  client.query(new Packet(client, openings, waiting));
}

/** A packet is one query to the driver. It passes each answer to the statement whose turn it is. */
export class Packet implements pg.Submittable {
  readonly openings: readonly Opening[];
  readonly queries: readonly Query[];
  #openings_left: number;
  #turn = 0;

  constructor(client: pg.PoolClient, openings: readonly Opening[], waiting: readonly Waiting[]) {
    this.openings = openings;
    this.#openings_left = openings.length;
    this.queries = waiting.map(
      ({ statement, resolve, reject }) =>
        new Query(client, statement, (error, result) => (error ? reject(error) : resolve(result))),
    );
  }

  /** The driver reads these members to record prepared statements. The openings are prepared already. */
  get name(): string {
    return this.#openings_left > 0 ? "" : (this.queries[this.#turn]?.name ?? "");
  }
  get text(): string {
    return this.queries[this.#turn]?.text ?? "";
  }

  /** When it returns an error, nothing has been sent, and the driver passes the error to `handleError`. */
  submit(connection: unknown): Error | null {
    const wire = connection as Wire;
    let encoded: unknown[][];
    try {
      encoded = this.queries.map((query) => query.encode());
    } catch (error) {
      return error as Error;
    }
    wire.stream.cork();
    for (const { name, values } of this.openings) {
      wire.bind({ portal: "", statement: name, values });
      wire.execute({ portal: "" });
    }
    for (const [place, query] of this.queries.entries()) query.write(wire, encoded[place]!);
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription(message: Parameters<Query["takeColumns"]>[0]): void {
    this.queries[this.#turn]!.takeColumns(message);
  }

  handleDataRow(message: Parameters<Query["takeRow"]>[0]): void {
    if (this.#openings_left === 0) this.queries[this.#turn]!.takeRow(message);
  }

  handleCommandComplete(message: Parameters<Query["takeEnd"]>[0], wire: Wire): void {
    if (this.#openings_left > 0) {
      this.#openings_left -= 1;
      return;
    }
    this.queries[this.#turn]!.takeEnd(message, wire);
    this.#turn += 1;
  }

  /** The server skips the statements behind a failed one, so these are not prepared. */
  handleError(error: Error, wire: Wire): void {
    for (const [place, query] of this.queries.entries()) {
      if (place < this.#turn) query.answer();
      else query.fail(error, wire);
    }
  }

  handleReadyForQuery(): void {
    for (const query of this.queries) query.answer();
  }
}

passAsQuery(Packet);
