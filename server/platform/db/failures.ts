/** A failure of the database that the caller may retry: the request was not carried out, or its outcome is unknown. */
export class Unavailable extends Error {
  readonly retry_after_s: number;
  constructor(message: string, retry_after_s = 1, options?: ErrorOptions) {
    super(message, options);
    this.name = "Unavailable";
    this.retry_after_s = retry_after_s;
  }
}

/** A transaction was refused because its organisation is moving to another node, or has moved (docs/decisions/0051). */
export class NotHere extends Unavailable {
  /** From the error of infra.refuse_elsewhere: the SQLSTATE, and the node that the organisation has moved to. */
  readonly code: string;
  readonly detail: string | undefined;
  constructor({ code, detail, message }: { code: string; detail?: string; message: string }, cause: unknown) {
    super(message, on_its_way_s, { cause });
    this.name = "NotHere";
    this.code = code;
    this.detail = detail;
  }
}

/** A move pauses an organisation for a few seconds. */
const on_its_way_s = 2;

export function unavailable(message: string, cause?: unknown): Unavailable {
  return new Unavailable(message, 1, { cause });
}

/** The SQLSTATE of an error, or its system code (ECONNREFUSED …), or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/** 40001 serialization failure, 40P01 deadlock: the transaction did nothing and may be run again. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
}

/** 23505: another row has the key. The key was free when the request looked and was taken before the insert. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/** 25006: the server is a standby, or its operator has made it read-only. */
export function onlyReads(error: unknown): boolean {
  return codeOf(error) === "25006";
}

/** The error for a server that was asked whether it accepts writes and does not. */
export function readsOnly(): Error {
  return Object.assign(new Error("the database server only reads"), { code: "25006" });
}

/** 55P03: the wait for a lock took too long. The statement and its transaction have failed. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error instanceof Unavailable ? error.cause : error) === "55P03";
}

const unavailable_codes = new Set([
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "53300", // too_many_connections
  "53100", // disk_full
  "57014", // query_canceled: statement_timeout
  "55P03", // lock_not_available: lock_timeout
  "25P03", // idle_in_transaction_session_timeout
  "25006", // read_only_sql_transaction: the server is no longer the primary
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT", // the Unix socket is gone
  "ETIMEDOUT",
]);

/** The SQLSTATEs that infra.refuse_elsewhere raises. */
export const not_here_codes = { on_its_way: "MV001", moved: "MV002" } as const;

/**
 * Turns a driver's error into `Unavailable` when the database is the cause, and into `NotHere` when the organisation is moving or
 * has moved. Returns any other error unchanged.
 */
export function asFailure(error: unknown): unknown {
  if (error instanceof Unavailable) return error;
  const code = codeOf(error);
  if (code === not_here_codes.on_its_way || code === not_here_codes.moved)
    return new NotHere(error as { code: string; detail?: string; message: string }, error);
  if (!isLost(error)) return error;
  return unavailable(onlyReads(error) ? "the database only reads" : "the database did not answer", error);
}

/** Whether the database caused an error; the connection is then not used again. */
export function isLost(error: unknown): boolean {
  if (error instanceof Unavailable) return !(error instanceof NotHere);
  const code = codeOf(error);
  return (
    (code !== undefined && (unavailable_codes.has(code) || code.startsWith("08"))) ||
    (error instanceof Error &&
      /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(error.message))
  );
}
