import { connect } from "node:net";

/** An answer as received. */
export type RawAnswer = { status: number; headers: Map<string, string[]>; body: string };

export type RawExchange = {
  answers: RawAnswer[];
  /** Whether the server closed the connection by itself. */
  closed: boolean;
};

/**
 * Sends bytes unchanged, which no HTTP client would do, and reads everything that comes back. An answer with `Connection: close`
 * must be followed by the end of the connection. After any other answer this end closes it unless `keep` is set, and still
 * receives what the server answers to the remaining bytes.
 */
export function exchange(url: string, bytes: string | Buffer, { keep = false } = {}): Promise<RawExchange> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<RawExchange>();
  const socket = connect(Number(port), hostname);
  let received = Buffer.alloc(0);
  let ended_by_us = false;
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const { answers } = parseAnswers(received);
    if (keep || ended_by_us || answers.length === 0 || announcesEnd(answers.at(-1)!)) return;
    ended_by_us = true;
    socket.end();
  });
  // A server that answers before it has read everything may reset the connection afterwards.
  let failure: Error | null = null;
  socket.on("error", (error) => (failure = error));
  socket.on("close", () => {
    const { answers, rest } = parseAnswers(received);
    if (rest > 0) reject(new Error(`${rest} bytes behind the last answer: ${received.subarray(-rest).toString("latin1")}`));
    else if (failure && answers.length === 0) reject(failure);
    else resolve({ answers, closed: !ended_by_us });
  });
  socket.write(bytes);
  return promise;
}

function announcesEnd(answer: RawAnswer): boolean {
  return answer.headers.get("connection")?.some((value) => value.toLowerCase() === "close") ?? false;
}

/** All complete answers in the received bytes, and the number of bytes after them. */
function parseAnswers(received: Buffer): { answers: RawAnswer[]; rest: number } {
  const answers: RawAnswer[] = [];
  let at = 0;
  for (;;) {
    const head_end = received.indexOf("\r\n\r\n", at);
    if (head_end === -1) break;
    const [status_line, ...lines] = received.toString("latin1", at, head_end).split("\r\n");
    const headers = new Map<string, string[]>();
    for (const line of lines) {
      const colon = line.indexOf(":");
      const name = line.slice(0, colon).toLowerCase();
      headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
    }
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(status_line!)?.[1] ?? Number.NaN);
    const length = Number(headers.get("content-length")?.[0] ?? 0);
    const body_at = head_end + 4;
    if (received.length < body_at + length) break;
    if (status >= 200) answers.push({ status, headers, body: received.toString("utf8", body_at, body_at + length) });
    at = body_at + length;
  }
  return { answers, rest: received.length - at };
}
