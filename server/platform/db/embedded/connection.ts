// One client of the embedded database: its socket, its units, the names of its prepared statements.
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

/** Serves one socket until it is closed. `greeting` is the database's answer to a startup message. */
export function serveConnection(socket: Socket, session: Session, greeting: Buffer): void {
  const splitter = createSplitter();
  const aliases = new Map<string, string>();
  const units: Unit[] = [];
  let queued_bytes = 0;
  let open_unit = emptyUnit();
  let open_unit_bytes = 0;
  let started = false;
  let leaving = false;
  let dismissed = false;
  let left = false;

  const speaker: Speaker = {
    nextUnit(owns_session) {
      // A client that does not read its answers gets no further ones.
      if (isBlocked() && !dismissed) return null;
      const unit = units.shift();
      if (unit) {
        queued_bytes -= bytesOf(unit);
        if (queued_bytes <= queued_bytes_max) socket.resume();
        return unit;
      }
      if (!leaving || left) return null;
      left = true;
      return farewell(owns_session, aliases.values());
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
      if (leaving && units.length === 0) socket.destroySoon();
    },
    dismiss(reason) {
      dismissed = true;
      units.length = 0;
      // One that does not read would never see the reason, nor let us close in peace.
      if (isBlocked()) socket.destroy();
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
    if (queued_bytes > queued_bytes_max) socket.pause();
    if (units.length > 0) session.wake(speaker);
  });
  socket.on("drain", () => session.wake(speaker));
  socket.on("end", leave);
  socket.on("close", leave);
  // A client may die at any time; "close" follows and says all there is to say.
  socket.on("error", () => {});

  function receive(message: Buffer): void {
    if (leaving) return;
    if (!started) greet(message);
    else if (message[0] === 0x58) leave();
    else collect(message);
  }

  function greet(message: Buffer): void {
    const code = message.readInt32BE(4);
    if (isStartup(message)) {
      started = true;
      socket.write(greeting);
    } else if (code === request_code.ssl || code === request_code.gss_encryption) {
      socket.write("N");
    } else if (code === request_code.cancel) {
      // The engine runs a statement to its end before it hears anything else, so there is nothing to cancel.
      socket.destroySoon();
    } else {
      throw new ProtocolError("0A000", "The embedded database speaks protocol 3.0 only.");
    }
  }

  function collect(message: Buffer): void {
    const type = String.fromCharCode(message[0]!);
    // Data for a copy that was refused. PostgreSQL ignores it when it comes late, and so do we.
    if ("dcf".includes(type)) return;
    if (!"PBDCEHSQF".includes(type)) throw new ProtocolError("08P01", `Unexpected message of type ${JSON.stringify(type)}.`);
    noteUnnamed(open_unit, type, message);
    open_unit.parts.push(...renameStatement(refuseCopyIn(message), aliasOf));
    open_unit_bytes += message.length;
    if (open_unit_bytes > message_bytes_max)
      throw new ProtocolError("54000", `More than ${message_bytes_max} bytes came before a Sync.`);
    if (type !== "Q" && type !== "S" && type !== "F" && type !== "H") return;
    open_unit.ends_in = type;
    units.push(open_unit);
    queued_bytes += bytesOf(open_unit);
    open_unit = emptyUnit();
    open_unit_bytes = 0;
  }

  /** Statement names are private to a connection, and the engine has one list for all: each name gets an alias of its own. */
  function aliasOf(name: string): string {
    let alias = aliases.get(name);
    if (alias === undefined) {
      if (aliases.size >= statements_max) throw new ProtocolError("54000", `More than ${statements_max} prepared statements.`);
      alias = `s${++alias_serial}`;
      aliases.set(name, alias);
    }
    return alias;
  }

  /**
   * No more input counts: whole units that came before are still run, as PostgreSQL does; a half-sent one is forgotten.
   * The client need not wait for its farewell.
   */
  function leave(): void {
    leaving = true;
    if (units.length === 0) socket.destroySoon();
    session.wake(speaker);
  }

  function isBlocked(): boolean {
    return socket.writableNeedDrain && !socket.destroyed;
  }
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
 * Undoes what a connection leaves behind. Sync alone would commit statements that were flushed but never synced, so a
 * rollback comes first; after an error the engine skips it until Sync, so it comes again. Closing a statement that was
 * never made is no error.
 */
function farewell(owns_session: boolean, statements: Iterable<string>): Unit {
  const undo = owns_session ? [query("rollback"), sync, query("rollback")] : [];
  const parts = [...undo, ...[...statements].map(closeStatement), sync];
  return { ...emptyUnit(), parts, touches_unnamed: owns_session };
}
