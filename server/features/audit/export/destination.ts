import { connect, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";

/** The log server that receives sealed rows, as AUDIT_EXPORT_URL names it. */
export type DestinationSetting = {
  url: URL;
  /** Sent as a bearer token over HTTPS. */
  token: string | null;
  /** The host name of this installation in syslog messages. */
  host_name: string;
};

/** One sealed row to send: a line of JSON, and the time of the event. */
export type ExportRecord = { at: string | null; json: string };

/** Sends a batch. When it throws, the server may or may not have the batch, so it is sent again. Each call has a deadline. */
export type Destination = (batch: readonly ExportRecord[], signal: AbortSignal) => Promise<void>;

const answer_max_ms = 10_000;
const syslog_port = 514;
const syslog_tls_port = 6514;
/** RFC 5424 §6.2.1: facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5;

export function createDestination({ url, token, host_name }: DestinationSetting): Destination {
  if (url.protocol === "https:" || url.protocol === "http:") return (batch, signal) => post(url, token, batch, signal);
  return (batch, signal) => writeSyslog(url, Buffer.concat(batch.map((one) => frameOf(one, host_name))), signal);
}

/** One POST of a JSON array; any 2xx means that the server has it. */
async function post(url: URL, token: string | null, batch: readonly ExportRecord[], signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: `[${batch.map(({ json }) => json).join(",")}]`,
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(answer_max_ms)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the log server answered ${response.status}`);
}

/** A message of RFC 5424, framed by its length as RFC 5425 §4.3 says (octet counting of RFC 6587). */
function frameOf({ at, json }: ExportRecord, host_name: string): Buffer {
  // RFC 5424 §6.4: the BOM says that what follows is UTF-8.
  const message = `<${priority}>1 ${at ?? "-"} ${host_name} muster - AUDIT - \uFEFF${json}`;
  return Buffer.from(`${Buffer.byteLength(message)} ${message}`);
}

/**
 * Opens a connection for each batch. Syslog has no acknowledgement: we end our side, and the receiver ends its own after it has
 * read everything.
 */
async function writeSyslog(url: URL, frames: Buffer, signal: AbortSignal): Promise<void> {
  // URL keeps the brackets of an IPv6 address.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const is_tls = url.protocol === "syslog+tls:";
  const place = { host, port: Number(url.port || (is_tls ? syslog_tls_port : syslog_port)), allowHalfOpen: true };
  const socket: Duplex = is_tls ? connectTls({ ...place, servername: isIP(host) === 0 ? host : "" }) : connect(place);
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(answer_max_ms)]);
  try {
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => reject(deadline.reason as Error);
      deadline.addEventListener("abort", giveUp, { once: true });
      let written = false;
      socket.once("error", reject);
      socket.once("finish", () => (written = true));
      socket.once("end", () => {
        if (written) resolve();
        else reject(new Error("the log server ended the connection before it had read everything"));
      });
      socket.once("close", () => reject(new Error("the connection to the log server broke")));
      socket.once("close", () => deadline.removeEventListener("abort", giveUp));
      socket.resume();
      socket.end(frames);
      if (deadline.aborted) giveUp();
    });
  } finally {
    socket.destroy();
  }
}
