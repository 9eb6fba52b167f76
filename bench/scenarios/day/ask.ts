import { request } from "undici";
import type { Day } from "./organisation.ts";

export type Asked = {
  method?: "GET" | "POST" | "PUT" | "PATCH";
  path: string;
  body?: object;
  /** The account that asks. Default: a training administrator. */
  as?: "training" | "it";
  /** The expected status. Default: any success. */
  status?: number;
};

export type Answered = {
  body: any;
  /** Time until the first byte of the answer's body, and until its last. */
  begins_ms: number;
  took_ms: number;
  bytes: number;
  /** The last bytes of an answer that is no JSON. */
  tail: string;
};

const tail_bytes = 200;

/** Sends one request to the panel as a browser does. Throws if the answer is no success. */
export async function ask(day: Day, { method = "GET", path, body, as = "training" }: Asked): Promise<Answered> {
  const began_ms = performance.now();
  const typed = body === undefined ? {} : { "content-type": "application/json" };
  const answer = await request(`${day.api.url}/panel/api${path}`, {
    method,
    headers: { ...day[as], ...typed },
    body: body === undefined ? null : JSON.stringify(body),
    headersTimeout: 300_000,
    bodyTimeout: 300_000,
  });
  const chunks: Buffer[] = [];
  let begins_ms: number | null = null;
  let bytes = 0;
  let tail = "";
  const is_json = String(answer.headers["content-type"]).includes("json");
  for await (const chunk of answer.body) {
    begins_ms ??= performance.now() - began_ms;
    bytes += (chunk as Buffer).length;
    if (is_json) chunks.push(chunk as Buffer);
    else tail = (tail + (chunk as Buffer).subarray(-tail_bytes).toString("latin1")).slice(-tail_bytes);
  }
  const took_ms = performance.now() - began_ms;
  const text = Buffer.concat(chunks).toString();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${text.slice(0, 500)}`);
  return { body: text === "" ? null : JSON.parse(text), begins_ms: begins_ms ?? took_ms, took_ms, bytes, tail };
}

/** How long the same request takes, `times` times, after one request to warm up. */
export async function askAgain(day: Day, asked: Asked, times: number): Promise<number[]> {
  const took_ms: number[] = [];
  for (let count = 0; count <= times; count += 1) took_ms.push((await ask(day, asked)).took_ms);
  return took_ms.slice(1);
}
