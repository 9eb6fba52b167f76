import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pino, { type Logger } from "pino";
import { errorForLog } from "./errors.ts";

/** The log of a process, on its standard output. */
export type Log = {
  log: Logger;
  /** Writes buffered lines. Gives up after a second, or when the reader of the output is gone. */
  close(): Promise<void>;
};

const flush_interval_ms = 1_000;
const buffer_bytes_min = 8_192;
const buffer_bytes_max = 1_048_576;
const close_wait_ms_max = 1_000;

/**
 * `mixin` returns members to add to each line. Writing is asynchronous and bounded: a blocked standard output drops lines instead
 * of blocking requests.
 */
export function openLog(level: string, mixin?: () => object): Log {
  const destination = pino.destination({ dest: 1, sync: false, minLength: buffer_bytes_min, maxLength: buffer_bytes_max });
  const flushing = setInterval(() => destination.flush(), flush_interval_ms).unref();
  const log = pino(
    {
      level,
      base: null,
      ...(mixin ? { mixin } : {}),
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorForLog },
    },
    destination,
  );
  return {
    log,
    async close() {
      clearInterval(flushing);
      // Not flushSync(): if the reader is gone it tries again for ever, and the process would never end.
      const flushed = once(destination, "drain").catch(() => {});
      destination.flush();
      await Promise.race([flushed, sleep(close_wait_ms_max)]);
    },
  };
}
