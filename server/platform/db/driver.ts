// Everything that this program uses of the inside of `pg`, which its types leave out. packet.ts sends several statements with one
// Sync, and watch.ts looks at what a connection waits for; neither is possible from outside. driver.test.ts fails when a new version
// of the driver has changed one of the functions that this rests on, and names it. The driver's own queries are not used in packets:
// to make one, with copies of what it is given, takes longer than to write its messages.
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
  _types: pg.CustomTypesConfig;
};

/** The connection of a client, which writes messages. */
export type Wire = {
  stream: Socket;
  /** Texts of prepared statements by their names, and of those that were sent and are not prepared yet. */
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: readonly unknown[] }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { portal: string }): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
};

/** What a statement is answered. */
export type Result = Pick<pg.QueryResult, "rows" | "rowCount" | "command">;

type Callback = (error: Error | null, result: Result) => void;
type Read = (text: string) => unknown;

/** What the rows of a statement are made of; `empty` is a row of nulls. */
type Columns = { readonly names: readonly string[]; readonly reads: readonly Read[]; readonly empty: object };

const no_columns: Columns = { names: [], reads: [], empty: {} };

/**
 * What the statements that are prepared on a connection answer with: asked for with the first answer alone, because it stays the same as long as the
 * statement is prepared. To be told it each time was 2 to 4 % of the processor time of a request.
 */
const known_columns = new WeakMap<Wire, Map<string, Columns>>();

function columnsOn(wire: Wire): Map<string, Columns> {
  let known = known_columns.get(wire);
  if (known === undefined) known_columns.set(wire, (known = new Map()));
  return known;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } }).utils;

/** A statement of a packet: writes its messages, takes its answer, and tells it when the packet has been answered. */
export class Query {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  callback: Callback;
  readonly #types: pg.CustomTypesConfig;
  readonly #rows: unknown[] = [];
  #columns: Columns | undefined;
  #ended = "";
  /** A value of a row could not be read. */
  #failure: Error | null = null;
  /** Its rows have other columns than are known of it. */
  #has_others = false;

  constructor(client: pg.ClientBase, { name, text, values }: Statement, callback: Callback) {
    this.name = name;
    this.text = text;
    this.values = values;
    this.callback = callback;
    const { _types: types } = client as InnerClient;
    this.#types = types;
  }

  /** The values as they are sent; throws where one cannot be. */
  encode(): unknown[] {
    return this.values.map((value) => (isPlainList(value) ? `{${value.join(",")}}` : prepareValue(value)));
  }

  write(wire: Wire, values: readonly unknown[]): void {
    const { name, text } = this;
    if (!isPrepared(wire, name)) {
      // One that is not prepared may be so to a pooler all the same: PgBouncer notes a name when it passes by, also where the server leaves it
      // out because a statement before it has failed, and refuses it the next time. To the server, to close what is not there is no error.
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
    // Behind a pooler, another server may have prepared it after its result had other columns.
    if (fields.length !== names.length) return this.#takeOthers();
    const row: Record<string, unknown> = { ...empty };
    try {
      for (let at = 0; at < fields.length; at += 1) {
        const text = fields[at] ?? null;
        if (text !== null) row[names[at]!] = reads[at]!(text);
      }
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

  /** A query that failed has not been prepared, or may not have been. */
  fail(error: Error, wire: Wire): void {
    delete wire.submittedNamedStatements[this.name];
    // Prepared anew the next time: its result has other columns since (0A000), or the server does not know it any more (26000).
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

/** Ids, numbers and addresses. The driver puts each of 100,000 into quotes and the list together piece by piece, which takes three times its size. */
function isPlainList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string" && plain_item.test(item));
}

/** A text that stands in a list as it is, in the notation of PostgreSQL. */
const plain_item = /^(?!null$)[\w@.+:-]+$/i;

function forget(wire: Wire, name: string): void {
  delete wire.parsedStatements[name];
  columnsOn(wire).delete(name);
}

const nothing: Result = { rows: [], rowCount: null, command: "" };

function isPrepared({ parsedStatements, submittedNamedStatements }: Wire, name: string): boolean {
  return name !== "" && (parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined;
}

/** The driver pipelines only what it takes for one of its own queries that ends with its first Sync. */
export function passAsQuery(kind: { prototype: pg.Submittable }): void {
  Object.setPrototypeOf(kind.prototype, pg.Query.prototype);
}
