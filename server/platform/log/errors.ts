import pino from "pino";

/** What PostgreSQL adds to an error beside its code and message: there it quotes the row or the key, with people's data. */
const quoting_members = new Set(["detail", "where", "internalQuery", "hint"]);

/** An error as the log keeps it: with stack and codes, without what quotes a row. */
export function errorForLog(error: Error): object {
  const written = pino.stdSerializers.err(error);
  return Object.fromEntries(Object.entries(written).filter(([name]) => !quoting_members.has(name)));
}
