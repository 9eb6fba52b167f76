import pino from "pino";

/** Members of a PostgreSQL error that quote the row or the key, and so people's data. */
const quoting_members = new Set(["detail", "where", "internalQuery", "hint"]);

/** An error for the log: with stack and codes, without members that quote a row. */
export function errorForLog(error: Error): object {
  const written = pino.stdSerializers.err(error);
  return Object.fromEntries(Object.entries(written).filter(([name]) => !quoting_members.has(name)));
}
