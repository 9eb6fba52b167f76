// Everything that this program uses of the inside of `pg`, which its types leave out. packet.ts sends several of the driver's
// queries with one Sync, and watch.ts looks at what a connection waits for; neither is possible from outside. driver.test.ts
// fails when a new version of the driver has changed one of the functions that this rests on, and names it.
import type { Socket } from "node:net";
import pg from "pg";
import type { Statement } from "./sql.ts";

/** A client as it is inside. */
export type InnerClient = pg.ClientBase & {
  connection: Wire;
  processID: number | null;
  /** The query whose answer is arriving, and those that have been sent behind it. */
  _activeQuery: unknown;
  _sentQueryQueue: readonly unknown[];
  /** It was told to close and waits for the server to do so. */
  _ending: boolean;
  _types: unknown;
};

/** The connection of a client, which writes messages. */
export type Wire = {
  stream: Socket;
  /** Names of statements that were sent and not yet prepared, so that the next packet does not prepare them again. */
  submittedNamedStatements: Record<string, string>;
  bind(message: { portal: string; statement: string; values: readonly string[] }): void;
  execute(message: { portal: string }): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
};

/** A query of the driver: writes its own messages and takes its own answer. */
export type DriverQuery = pg.Submittable & {
  name: string;
  text: string;
  values: unknown[];
  callback: Callback;
  hasBeenParsed(wire: Wire): unknown;
  prepare(wire: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
};

type Callback = (error: Error | null, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (config: object, values: undefined, callback: Callback) => DriverQuery;

/** Makes a query that is told its answer and is not sent by the client itself. */
export function driverQuery(client: pg.ClientBase, { name, text, values }: Statement, callback: Callback): DriverQuery {
  const { _types: types } = client as InnerClient;
  return new Query({ name, text, values, types }, undefined, callback);
}

/** The same connection, on which queries write all their messages but Sync. */
export function withoutSync(wire: Wire): Wire {
  return Object.create(wire, { sync: { value: () => undefined } }) as Wire;
}

/**
 * Writes the messages of a query. One that is not prepared may be so to a pooler all the same: PgBouncer notes a name when it passes by, also
 * where the server leaves it out because a statement before it has failed, and refuses it the next time. To the server, to close what is not there is no error.
 */
export function prepareQuery(query: DriverQuery, wire: Wire): void {
  if (query.name && !query.hasBeenParsed(wire)) wire.close({ type: "S", name: query.name });
  query.prepare(wire);
}

/** A query that failed has not been prepared, or may not have been. */
export function forgetPrepared({ name }: DriverQuery, wire: Wire): void {
  if (name) delete wire.submittedNamedStatements[name];
}

/** The driver pipelines only what it takes for one of its own queries that ends with its first Sync. */
export function passAsQuery(kind: { prototype: pg.Submittable }): void {
  Object.setPrototypeOf(kind.prototype, pg.Query.prototype);
}
