// Theory of operation
//
// PGlite is one PostgreSQL session that many connections take turns to use.
//
// A connection sends its input in units. A unit contains everything up to and including a message that asks for an answer (Query,
// Sync, FunctionCall, Flush). The session runs one unit at a time. From its first unit on, a connection *owns* the session until
// an answer ends in ReadyForQuery with the status "idle". So the statements of other connections never come between those of a
// transaction, or of an extended query that is only flushed. Then the connection goes to the end of the queue.
//
// A closed connection has one last unit that cleans up: it rolls back an open transaction and closes the prepared statements.
// This unit waits for its turn like every other one, so no statement is closed while another connection owns the session.
//
// While the owner sends nothing, all other connections wait. An owner that is silent for longer than `owner_silence_ms_max` is
// disconnected. Otherwise a program that holds a connection and asks for a second one would hang for ever.
import { ProtocolError, readyStatus } from "./messages.ts";

/** Decides which connection uses the one database session. */
export function createSession(run: (unit: Uint8Array) => Promise<Buffer[]>): Session {
  let owner: Speaker | null = null;
  let unnamed_statement_of: Speaker | null = null;
  let running = false;
  let whenFree: (() => void)[] = [];
  // A set keeps the order of insertion and contains each connection once.
  const queue = new Set<Speaker>();
  const silence = setTimeout(dismissOwner, owner_silence_ms_max).unref();

  return {
    wake(speaker) {
      if (speaker !== owner) queue.add(speaker);
      if (!running) void takeTurns();
    },
    free() {
      return running || owner ? new Promise((resolve) => whenFree.push(resolve)) : Promise.resolve();
    },
  };

  async function takeTurns(): Promise<void> {
    running = true;
    for (;;) {
      const speaker: Speaker | undefined = owner ?? queue.values().next().value;
      if (!speaker) break;
      queue.delete(speaker);
      const unit = speaker.nextUnit(speaker === owner);
      if (unit) await converse(speaker, unit);
      else if (owner) break;
    }
    running = false;
    if (owner) {
      silence.refresh();
      return;
    }
    for (const resolve of whenFree) resolve();
    whenFree = [];
  }

  async function converse(speaker: Speaker, unit: Unit): Promise<void> {
    owner = speaker;
    if (unit.needs_earlier_unnamed && unnamed_statement_of !== speaker) {
      speaker.dismiss(new ProtocolError("26000", "The unnamed statement was replaced by another connection's."));
      return;
    }
    const answer = await run(unit.parts.length === 1 ? unit.parts[0]! : Buffer.concat(unit.parts));
    if (unit.touches_unnamed) unnamed_statement_of = speaker;
    speaker.answer(answer);
    const status = readyStatus(answer);
    // Sync is always answered. Without an answer the engine has failed, and the worker must end.
    if (unit.ends_in === "S" && status === null) throw new Error("The embedded database no longer answers.");
    if (status !== "idle" || unit.ends_in === "H") return;
    owner = null;
    queue.add(speaker);
  }

  function dismissOwner(): void {
    if (running || !owner) return;
    owner.dismiss(new ProtocolError("25P03", "The connection held the embedded database in a transaction without using it."));
  }
}

export const owner_silence_ms_max = 60_000;

export type Session = {
  /** A connection has a unit to run, or has closed. */
  wake(speaker: Speaker): void;
  /** Resolves when no connection owns the session or waits for it. */
  free(): Promise<void>;
};

/** What the session needs to know about a connection. */
export type Speaker = {
  /** The next unit to run, the cleanup unit when the connection has closed, or null when there is nothing to run now. */
  nextUnit(owns_session: boolean): Unit | null;
  answer(chunks: Buffer[]): void;
  dismiss(reason: ProtocolError): void;
};

export type Unit = {
  parts: Buffer[];
  ends_in: "Q" | "S" | "F" | "H";
  /** The unit uses the unnamed statement before it parses one itself. */
  needs_earlier_unnamed: boolean;
  /** The unit replaces the unnamed statement; a simple Query drops it too. */
  touches_unnamed: boolean;
};
