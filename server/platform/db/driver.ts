// All uses of internals of `pg`, which its types leave out. packet.ts sends several statements with one Sync, and watch.ts looks
// at the state of a connection; the public API of the driver offers neither. driver.test.ts fails, and names the function, when a
// new version of the driver has changed a function that this file depends on. Packets do not use the driver's own query objects:
// creating one copies its arguments, which takes longer than writing its messages.
import type { Socket } from "node:net";
import pg from "pg";
import type { Statement } from "./sql.ts";

/** A client with its internal members. */
export type InnerClient = pg.ClientBase & {
  connection: Wire;
  processID: number | null;
  /** The query that receives answers now, and the queries that were sent after it. */
  _activeQuery: unknown;
  _sentQueryQueue: readonly unknown[];
  /** The client was told to close and waits for the server's answer. */
  _ending: boolean;
  _types: pg.CustomTypesConfig;
};

/** The internal connection object of a client, which writes protocol messages. */
export type Wire = {
  stream: Socket;
  /** Texts of prepared statements by name, and of statements whose Parse was sent but not yet answered. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: readonly unknown[] }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { portal: string }): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
};

export type Result = Pick<pg.QueryResult, "rows" | "rowCount" | "command">;

type Callback = (error: Error | null, result: Result) => void;
type Read = (text: string) => unknown;

/** The columns of a result: their names, the functions that parse them, and `empty`, a row of nulls. */
type Columns = { readonly names: readonly string[]; readonly reads: readonly Read[]; readonly empty: object };

const no_columns: Columns = { names: [], reads: [], empty: {} };

/**
 * The result columns of the statements that are prepared on a connection. The server is asked for them with the first execution
 * only, because they stay the same as long as the statement is prepared. Asking every time cost 2 to 4 % of the processor time of
 * a request.
 */
const known_columns = new WeakMap<Wire, Map<string, Columns>>();

function columnsOn(wire: Wire): Map<string, Columns> {
  let known = known_columns.get(wire);
  if (known === undefined) known_columns.set(wire, (known = new Map()));
  return known;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } }).utils;

/** A statement of a packet. It writes its messages, reads its answer, and calls back when the whole packet has been answered. */
export class Query {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  callback: Callback;
  readonly #types: pg.CustomTypesConfig;
  readonly #rows: unknown[] = [];
  readonly #onRow: ((row: never) => void) | undefined;
  #columns: Columns | undefined;
  #ended = "";
  /** A value of a row could not be read. */
  #failure: Error | null = null;
  /** A row has another number of columns than the known ones. */
  #has_others = false;

  constructor(client: pg.ClientBase, { name, text, values, onRow }: Statement, callback: Callback) {
    this.name = name;
    this.text = text;
    this.values = values;
    this.callback = callback;
    this.#onRow = onRow;
    const { _types: types } = client as InnerClient;
    this.#types = types;
  }

  /** The values as they are sent. Throws when a value cannot be serialised. */
  encode(): unknown[] {
    return this.values.map((value) => (isPlainList(value) ? `{${value.join(",")}}` : prepareValue(value)));
  }

  write(wire: Wire, values: readonly unknown[]): void {
    const { name, text } = this;
    if (!isPrepared(wire, name)) {
      // A pooler may believe that a statement is prepared although the server has not prepared it. PgBouncer notes the name when
      // Parse passes through, also when the server skips it after a failed statement, and refuses the name the next time. So the
      // name is closed first; closing an unknown name is no error for the server.
      if (name !== "") wire.close({ type: "S", name });
      wire.parse({ name, text });
      if (name !== "") wire.submittedNamedStatements[name] = text;
    }
    wire.bind({ portal: "", statement: name, values });
    this.#columns = columnsOn(wire).get(name);
    if (this.#columns === undefined) wire.describe({ type: "P", name: "" });
    wire.execute({ portal: "" });
  }

  takeColumns({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const names = fields.map(({ name }) => name);
    const reads = fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, "text") as Read);
    this.#columns = { names, reads, empty: Object.fromEntries(names.map((name) => [name, null])) };
  }

  takeRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { names, reads, empty } = this.#columns!;
    // Behind a pooler, another server session may have prepared the statement after its columns changed.
    if (fields.length !== names.length) return this.#takeOthers();
    const row: Record<string, unknown> = { ...empty };
    try {
      for (let at = 0; at < fields.length; at += 1) {
        const text = fields[at] ?? null;
        if (text !== null) row[names[at]!] = reads[at]!(text);
      }
      if (this.#onRow !== undefined) return this.#failure === null ? this.#onRow(row as never) : undefined;
    } catch (error) {
      this.#failure ??= error as Error;
    }
    this.#rows.push(row);
  }

  #takeOthers(): void {
    this.#has_others = true;
    this.#failure ??= new Error("a prepared statement answers with other columns than before");
  }

  takeEnd({ text }: { text: string }, wire: Wire): void {
    this.#ended = text;
    if (this.#has_others) forget(wire, this.name);
    else if (this.name !== "") columnsOn(wire).set(this.name, this.#columns ?? no_columns);
  }

  /** A failed query has not been prepared, or may not have been. */
  fail(error: Error, wire: Wire): void {
    delete wire.submittedNamedStatements[this.name];
    // The next execution prepares the statement again: its columns have changed (0A000), or the server does not know it (26000).
    const { code } = error as pg.DatabaseError;
    if (code === "0A000" || code === "26000") forget(wire, this.name);
    this.callback(error, nothing);
  }

  answer(): void {
    // "SELECT 5", "INSERT 0 5", "COMMIT"
    const [command = "", ...counts] = this.#ended.split(" ");
    const count = Number(counts.at(-1));
    this.callback(this.#failure, { rows: this.#rows, rowCount: Number.isNaN(count) ? null : count, command });
  }
}

/**
 * Whether a value is a list of ids, numbers or addresses, which need no quotes. The driver quotes each item and concatenates the
 * list piece by piece, which takes three times the list's size for 100,000 items.
 */
function isPlainList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string" && plain_item.test(item));
}

/** A text that needs no quotes as an item of a PostgreSQL array. */
const plain_item = /^(?!null$)[\w@.+:-]+$/i;

function forget(wire: Wire, name: string): void {
  delete wire.parsedStatements[name];
  columnsOn(wire).delete(name);
}

const nothing: Result = { rows: [], rowCount: null, command: "" };

function isPrepared({ parsedStatements, submittedNamedStatements }: Wire, name: string): boolean {
  return name !== "" && (parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined;
}

/** The driver pipelines a submittable only when it is an instance of its own Query class and ends with its first Sync. */
export function passAsQuery(kind: { prototype: pg.Submittable }): void {
  Object.setPrototypeOf(kind.prototype, pg.Query.prototype);
}
