import { isDeepStrictEqual } from "node:util";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { faultOf } from "../seal.ts";
import type { Exported } from "./exported.ts";

/** The rows of one organisation that a log server has received. */
export type ReceivedChain = {
  code: string;
  tenant_id: string;
  rows: number;
  /** How many rows came more than once, which is allowed. */
  repeated: number;
  from: number;
  to: number;
  /** The first row that does not match its seal; null: none. */
  fault: { seq: number; what: string } | null;
};

/**
 * The rows in one line. The line is of a file of JSON lines, of a body that was posted, or of a syslog server's log. Other lines
 * have none.
 */
export function rowsOfLine(line: string): Exported[] {
  const starts = [line.indexOf("["), line.indexOf("{")].filter((at) => at >= 0);
  for (const start of starts) {
    try {
      const parsed = [JSON.parse(line.slice(start)) as Exported | Exported[]].flat();
      if (parsed.every((one) => one.muster === "audit")) return parsed;
    } catch {
      // No row: syslog may write a bracket before the message.
    }
  }
  return [];
}

/**
 * Verifies received rows with the keys: each row matches its seal, and none is missing between the first and the last. Rows
 * before the first or after the last may be in another file.
 */
export function verifyReceived(keyring: Keyring, rows: readonly Exported[]): ReceivedChain[] {
  const chains = Map.groupBy(rows, ({ organisation }) => organisation.id);
  return [...chains].map(([tenant_id, received]) => verifyChain(keyring, tenant_id, received));
}

function verifyChain(keyring: Keyring, tenant_id: string, received: readonly Exported[]): ReceivedChain {
  const sorted = received.toSorted((one, other) => one.seq - other.seq);
  const rows = sorted.filter((row, place) => place === 0 || !isSame(row, sorted[place - 1]!));
  return {
    code: rows.at(-1)!.organisation.code,
    tenant_id,
    rows: rows.length,
    repeated: received.length - rows.length,
    from: rows[0]!.seq,
    to: rows.at(-1)!.seq,
    fault: firstFault(keyring, rows),
  };
}

function isSame(one: Exported, other: Exported): boolean {
  return one.seq === other.seq && one.seal.hash === other.seal.hash;
}

function firstFault(keyring: Keyring, rows: readonly Exported[]): ReceivedChain["fault"] {
  for (const [place, row] of rows.entries()) {
    const { seq, id, seal } = row;
    const before = rows[place - 1];
    if (before !== undefined && seq === before.seq) return { seq, what: "two rows with different seals have this number" };
    if (before !== undefined && seq !== before.seq + 1) return { seq: before.seq + 1, what: "it is missing" };
    if (before !== undefined && seal.previous !== before.seal.hash)
      return { seq, what: "its seal is not over the one before it" };
    const previous = seal.previous === null ? null : { seq: seq - 1, hash: Buffer.from(seal.previous, "hex") };
    const fault = faultOf(keyring, previous, {
      seq,
      audit_id: id,
      audit_xid: "",
      personal_hash: Buffer.from(seal.personal_hash, "hex"),
      key_version: seal.key_version,
      hash: Buffer.from(seal.hash, "hex"),
      text: seal.text,
      mark: seal.erasure ? { key_version: seal.erasure.key_version, hash: Buffer.from(seal.erasure.hash, "hex") } : null,
      // Personal data are not sent; the seal covers their digest.
      personal: "{}",
    });
    if (fault?.kind === "ROW_MISSING") return { seq, what: "the row was gone from the database when its seal was sent" };
    if (fault !== null) return { seq, what: "it is not as it was sealed" };
    if (!saysTheSame(row)) return { seq, what: "what it tells is not what was sealed" };
  }
  return null;
}

/** People read the members, but the seal covers the text: both must agree. */
function saysTheSame({ id, actor, operation, target, changes, request_id, batch_id, seal }: Exported): boolean {
  const sealed = JSON.parse(seal.text ?? "[]") as unknown[];
  const shown = [id, actor.type, actor.id, actor.name, operation, target.type, target.id, changes, request_id, batch_id];
  return shown.every((value) => sealed.some((one) => isDeepStrictEqual(one, value)));
}
