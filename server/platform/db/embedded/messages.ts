// The client's messages of PostgreSQL's wire protocol 3.0, as far as the bridge has to understand them: where a message ends, and
// which part of it is a statement name. https://www.postgresql.org/docs/current/protocol-message-formats.html

/** Splits the bytes of one socket into whole messages; an incomplete message is kept until the rest of it arrives. */
export function createSplitter(): { push(chunk: Buffer): Buffer[] } {
  let held: Buffer[] = [];
  let held_bytes = 0;
  let wanted_bytes = 0;
  let typed = false;

  return {
    push(chunk) {
      held.push(chunk);
      held_bytes += chunk.length;
      // Chunks are concatenated once, when a message is complete: a message of 16 MiB arrives in 256 chunks.
      if (held_bytes < wanted_bytes) return [];
      let rest = held.length === 1 ? chunk : Buffer.concat(held);
      const messages: Buffer[] = [];
      for (;;) {
        const length_at = typed ? 1 : 0;
        wanted_bytes = length_at + length_bytes;
        if (rest.length < wanted_bytes) break;
        wanted_bytes = length_at + checkedLength(rest.readInt32BE(length_at), typed);
        if (rest.length < wanted_bytes) break;
        const message = rest.subarray(0, wanted_bytes);
        messages.push(message);
        rest = rest.subarray(wanted_bytes);
        // Messages before the startup message carry no type byte; the startup message may follow a refused SSL request.
        if (!typed) typed = isStartup(message);
      }
      held = rest.length > 0 ? [rest] : [];
      held_bytes = rest.length;
      return messages;
    },
  };
}

/** Codes of the untyped messages that may come first on a connection. */
export const request_code = { cancel: 80877102, ssl: 80877103, gss_encryption: 80877104 } as const;

export const message_bytes_max = 256 * 1024 * 1024;

/** PostgreSQL's own limit for a startup packet. */
const startup_bytes_max = 10_000;
const startup_bytes_min = 8;
const length_bytes = 4;

/** The client broke the protocol or a limit; the message is for the client, the code a SQLSTATE. */
export class ProtocolError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = "ProtocolError";
    this.code = code;
  }
}

export function isStartup(message: Buffer): boolean {
  return message.readInt32BE(4) === 0x0003_0000;
}

/**
 * Replaces the statement name of Parse, Bind, Describe or Close. Other messages have no statement name and are returned
 * unchanged.
 */
export function renameStatement(message: Buffer, rename: (name: string) => string): Buffer[] {
  const name_at = statementNameAt(message);
  if (name_at === null) return [message];
  const name_end = endOfText(message, name_at);
  // The unnamed statement keeps its name: PostgreSQL allows only this one to be parsed again without being closed.
  if (name_end === name_at) return [message];
  const name = Buffer.from(rename(message.toString("latin1", name_at, name_end)));
  const head = Buffer.from(message.subarray(0, name_at));
  head.writeInt32BE(message.length - 1 + name.length - (name_end - name_at), 1);
  return [head, name, message.subarray(name_end)];
}

/**
 * `copy … from stdin` asks the client for data in the middle of a statement. The engine cannot wait for it and would fail. So the
 * statement is replaced by one that raises an error, after which protocol and transaction are in a valid state.
 */
export function refuseCopyIn(message: Buffer): Buffer {
  const type = message[0];
  if (type === 0x51) {
    return asksForCopyIn(message.subarray(5)) ? query(copy_in_refused) : message;
  }
  if (type !== 0x50) return message;
  const name_end = endOfText(message, 5);
  const sql_end = endOfText(message, name_end + 1);
  if (!asksForCopyIn(message.subarray(name_end + 1, sql_end))) return message;
  return frontend("P", message.subarray(5, name_end + 1), text(copy_in_refused), message.subarray(sql_end + 1));
}

/** True when the message refers to the unnamed statement. */
export function namesUnnamedStatement(message: Buffer): boolean {
  const name_at = statementNameAt(message);
  return name_at !== null && message[name_at] === 0;
}

export function query(sql: string): Buffer {
  return frontend("Q", text(sql));
}

export function closeStatement(name: string): Buffer {
  return frontend("C", Buffer.from("S"), text(name));
}

export const sync = frontend("S");

/** A startup message as the `pg` driver would send it. */
export function startup(user: string, database: string): Buffer {
  const body = Buffer.concat([text("user"), text(user), text("database"), text(database), Buffer.from([0])]);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(0x0003_0000, 4);
  return Buffer.concat([head, body]);
}

/** An ErrorResponse that ends the connection. */
export function fatal(code: string, message: string): Buffer {
  const field = (kind: string, value: string) => Buffer.concat([Buffer.from(kind), text(value)]);
  return frontend("E", field("S", "FATAL"), field("V", "FATAL"), field("C", code), field("M", message), Buffer.from([0]));
}

/** The transaction status in the ReadyForQuery that ends an answer, or null when the answer does not end in one. */
export function readyStatus(answer: Buffer[]): "idle" | "in transaction" | null {
  const end = endOf(answer, ready_for_query_bytes);
  if (end.length < ready_for_query_bytes || end[0] !== 0x5a || end.readInt32BE(1) !== 5) return null;
  return end[5] === 0x49 ? "idle" : "in transaction";
}

const ready_for_query_bytes = 6;

function checkedLength(length: number, typed: boolean): number {
  const smallest = typed ? length_bytes : startup_bytes_min;
  const largest = typed ? message_bytes_max : startup_bytes_max;
  if (length < smallest) throw new ProtocolError("08P01", "A message states a length that is too small.");
  if (length > largest) throw new ProtocolError("54000", `A message is longer than ${largest} bytes.`);
  return length;
}

/**
 * The position of the statement name. Parse: first. Bind: after the portal's name. Describe and Close: after the letter S (P
 * means a portal).
 */
function statementNameAt(message: Buffer): number | null {
  switch (String.fromCharCode(message[0]!)) {
    case "P":
      return 5;
    case "B":
      return endOfText(message, 5) + 1;
    case "D":
    case "C":
      return message[5] === 0x53 ? 6 : null;
    default:
      return null;
  }
}

function endOfText(message: Buffer, from: number): number {
  const end = message.indexOf(0, from);
  if (end === -1) throw new ProtocolError("08P01", "A text in a message has no end.");
  return end;
}

function asksForCopyIn(sql: Buffer): boolean {
  return copy_in.test(sql.toString("latin1"));
}

const copy_in = /\bcopy\b[^;]*\bfrom\s+stdin\b/i;
const copy_in_refused = `do $$ begin raise feature_not_supported using message = 'The embedded database cannot copy from stdin.'; end $$`;

function frontend(type: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, "latin1");
  head.writeInt32BE(
    parts.reduce((sum, part) => sum + part.length, length_bytes),
    1,
  );
  return Buffer.concat([head, ...parts]);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

/** The last `size` bytes, which may be spread over several chunks. */
function endOf(chunks: Buffer[], size: number): Buffer {
  const last = chunks.at(-1);
  return last === undefined || last.length >= size
    ? (last ?? Buffer.alloc(0)).subarray(-size)
    : Buffer.concat(chunks.slice(-size)).subarray(-size);
}
