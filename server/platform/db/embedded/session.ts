// Theory of operation
//
// PGlite is one PostgreSQL session, and many connections want to use it. They take turns.
//
// A connection hands over its input in units: everything up to and including a message that asks for an answer (Query,
// Sync, FunctionCall, Flush). The session runs one unit at a time. From its first unit on a connection *owns* the session,
// until an answer ends in ReadyForQuery with the status "idle"; so neither a transaction nor an extended query that is
// only flushed is ever mixed with another connection's statements. After that it goes to the back of the queue.
//
// A connection that has left hands over one last unit, its farewell: roll back what it owns, forget its statements. It
// waits for its turn like every other unit, so a statement is never closed while another connection owns the session.
//
// While the owner is silent everybody waits. An owner that stays silent longer than `owner_silence_ms_max` is dismissed:
// without that, a program that holds a connection and asks for a second one would hang for ever.
import { ProtocolError, readyStatus } from "./messages.ts";

/** The order in which connections speak to the one database session. */
export function createSession(run: (unit: Uint8Array) => Promise<Buffer[]>): Session {
  let owner: Speaker | null = null;
  let unnamed_statement_of: Speaker | null = null;
  let running = false;
  let whenFree: (() => void)[] = [];
  // A set keeps the order of insertion, and holds each speaker once.
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
    // Sync is always answered. If it was not, the engine inside has died, and so must we.
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
  /** A speaker has something to say, or has left. */
  wake(speaker: Speaker): void;
  /** Resolves when no speaker owns the session or waits for it. */
  free(): Promise<void>;
};

/** What the session needs to know of a connection. */
export type Speaker = {
  /** The next unit to run; the farewell when it has left; null when there is nothing to run now. */
  nextUnit(owns_session: boolean): Unit | null;
  answer(chunks: Buffer[]): void;
  dismiss(reason: ProtocolError): void;
};

export type Unit = {
  parts: Buffer[];
  ends_in: "Q" | "S" | "F" | "H";
  /** Uses the unnamed statement before parsing one itself. */
  needs_earlier_unnamed: boolean;
  /** Replaces the unnamed statement; a simple Query drops it too. */
  touches_unnamed: boolean;
};
