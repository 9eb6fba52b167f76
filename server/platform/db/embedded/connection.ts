// One client connection of the embedded database: its socket, its units of work, the names of its prepared statements.
import type { Socket } from "node:net";
import {
  closeStatement,
  createSplitter,
  fatal,
  isStartup,
  message_bytes_max,
  namesUnnamedStatement,
  ProtocolError,
  query,
  refuseCopyIn,
  renameStatement,
  request_code,
  sync,
} from "./messages.ts";
import type { Session, Speaker, Unit } from "./session.ts";

/** Serves one socket until it is closed. `greeting` answers the startup message. */
export function serveConnection(socket: Socket, session: Session, greeting: Buffer): void {
  const splitter = createSplitter();
  const collector = createCollector();
  const units = createUnitQueue(socket);
  let started = false;
  let leaving = false;
  let disconnected = false;
  let left = false;

  const speaker: Speaker = {
    nextUnit(owns_session) {
      // A client that does not read its answers gets no more answers.
      if (isBlocked(socket) && !disconnected) return null;
      const unit = units.take();
      if (unit) return unit;
      if (!leaving || left) return null;
      left = true;
      return cleanupUnit(owns_session, collector.aliases());
    },
    answer(chunks) {
      if (left || socket.destroyed) return;
      if (chunks.reduce((sum, chunk) => sum + chunk.length, 0) > answer_bytes_max) {
        speaker.dismiss(new ProtocolError("54000", `An answer is longer than ${answer_bytes_max} bytes.`));
        return;
      }
      socket.cork();
      for (const chunk of chunks) socket.write(chunk);
      socket.uncork();
      if (leaving && units.isEmpty()) socket.destroySoon();
    },
    dismiss(reason) {
      disconnected = true;
      units.clear();
      // A client that does not read would not receive the reason, and the socket could not close normally.
      if (isBlocked(socket)) socket.destroy();
      else socket.end(fatal(reason.code, reason.message));
      leave();
    },
  };

  socket.on("data", (chunk: Buffer) => {
    if (leaving) return;
    try {
      for (const message of splitter.push(chunk)) receive(message);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      speaker.dismiss(error);
    }
    units.pauseWhenFull();
    if (!units.isEmpty()) session.wake(speaker);
  });
  socket.on("drain", () => session.wake(speaker));
  socket.on("end", leave);
  socket.on("close", leave);
  // The event "close" follows each error and does the cleanup.
  socket.on("error", () => {});

  function receive(message: Buffer): void {
    if (leaving) return;
    if (!started) started = greet(socket, message, greeting);
    else if (message[0] === 0x58) leave();
    else units.add(collector.add(message));
  }

  /**
   * Stops accepting input. Complete units that arrived before are still run, as PostgreSQL does; an incomplete unit is dropped.
   * The client need not wait for the cleanup.
   */
  function leave(): void {
    leaving = true;
    if (units.isEmpty()) socket.destroySoon();
    session.wake(speaker);
  }
}

/** Answers what a client sends before its startup message; returns true once the startup message has come. */
function greet(socket: Socket, message: Buffer, greeting: Buffer): boolean {
  const code = message.readInt32BE(4);
  if (isStartup(message)) {
    socket.write(greeting);
    return true;
  }
  if (code === request_code.ssl || code === request_code.gss_encryption) {
    socket.write("N");
  } else if (code === request_code.cancel) {
    // The engine runs each statement to its end before it reads another message, so a cancel request has no effect.
    socket.destroySoon();
  } else {
    throw new ProtocolError("0A000", "The embedded database speaks protocol 3.0 only.");
  }
  return false;
}

/** Collects a client's messages into units. A unit ends with a message that asks for an answer. */
function createCollector() {
  const aliases = new Map<string, string>();
  let unit = emptyUnit();
  let bytes = 0;

  return {
    /** The names under which the engine knows the client's statements. */
    aliases: () => aliases.values(),
    /** Adds a message; returns the unit that it completes, or null. */
    add(message: Buffer): Unit | null {
      const type = String.fromCharCode(message[0]!);
      // Data of a COPY that was refused. PostgreSQL ignores such late messages, and so does this bridge.
      if ("dcf".includes(type)) return null;
      if (!"PBDCEHSQF".includes(type)) throw new ProtocolError("08P01", `Unexpected message of type ${JSON.stringify(type)}.`);
      noteUnnamed(unit, type, message);
      unit.parts.push(...renameStatement(refuseCopyIn(message), aliasOf));
      bytes += message.length;
      if (bytes > message_bytes_max) throw new ProtocolError("54000", `More than ${message_bytes_max} bytes came before a Sync.`);
      if (type !== "Q" && type !== "S" && type !== "F" && type !== "H") return null;
      const ended = { ...unit, ends_in: type } as const;
      unit = emptyUnit();
      bytes = 0;
      return ended;
    },
  };

  /**
   * Statement names are private to a connection, but the engine has one list for all connections. So each name gets a unique
   * alias.
   */
  function aliasOf(name: string): string {
    let alias = aliases.get(name);
    if (alias === undefined) {
      if (aliases.size >= statements_max) throw new ProtocolError("54000", `More than ${statements_max} prepared statements.`);
      alias = `s${++alias_serial}`;
      aliases.set(name, alias);
    }
    return alias;
  }
}

/** A queue of units that wait for the engine. The socket is paused while it sends faster than units are run. */
function createUnitQueue(socket: Socket) {
  const units: Unit[] = [];
  let bytes = 0;
  return {
    add(unit: Unit | null): void {
      if (unit === null) return;
      units.push(unit);
      bytes += bytesOf(unit);
    },
    take(): Unit | undefined {
      const unit = units.shift();
      if (unit === undefined) return undefined;
      bytes -= bytesOf(unit);
      if (bytes <= queued_bytes_max) socket.resume();
      return unit;
    },
    isEmpty: () => units.length === 0,
    clear(): void {
      units.length = 0;
    },
    pauseWhenFull(): void {
      if (bytes > queued_bytes_max) socket.pause();
    },
  };
}

function isBlocked(socket: Socket): boolean {
  return socket.writableNeedDrain && !socket.destroyed;
}

const queued_bytes_max = 1024 * 1024;
const answer_bytes_max = 256 * 1024 * 1024;
const statements_max = 10_000;

let alias_serial = 0;

function emptyUnit(): Unit {
  return { parts: [], ends_in: "S", needs_earlier_unnamed: false, touches_unnamed: false };
}

function noteUnnamed(unit: Unit, type: string, message: Buffer): void {
  if (type === "Q") unit.touches_unnamed = true;
  if (!namesUnnamedStatement(message)) return;
  if (type === "P") unit.touches_unnamed = true;
  else if (!unit.touches_unnamed) unit.needs_earlier_unnamed = true;
}

function bytesOf(unit: Unit): number {
  return unit.parts.reduce((sum, part) => sum + part.length, 0);
}

/**
 * The unit that cleans up after a connection. Sync alone would commit statements that were flushed but never synced, so a
 * rollback comes first. After an error the engine skips everything until Sync, so the rollback is repeated behind it. Closing a
 * statement that does not exist is no error.
 */
function cleanupUnit(owns_session: boolean, statements: Iterable<string>): Unit {
  const undo = owns_session ? [query("rollback"), sync, query("rollback")] : [];
  const parts = [...undo, ...[...statements].map(closeStatement), sync];
  return { ...emptyUnit(), parts, touches_unnamed: owns_session };
}
