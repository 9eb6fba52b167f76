// Asks for pages one after the other, in a process of its own. The process of the run holds much memory of earlier scenarios, and
// its garbage collection would be measured together with the pages.
import { request } from "undici";

export type Asking = {
  urls: string[];
  headers: Record<string, string>;
  /** How many rounds go through all pages, and how often each page is requested in a round. */
  rounds: number;
  requests_a_round: number;
};

/** Milliseconds from each request to the last byte of its answer, by page in the order of `urls`; or the error. */
export type Asked = { durations_ms: number[][] } | { fault: string };

if (import.meta.main) {
  process.on("message", (asking: Asking) => {
    void ask(asking)
      .then((durations_ms) => process.send!({ durations_ms }))
      .catch((error: unknown) => process.send!({ fault: String(error) }));
  });
  process.once("disconnect", () => process.exit(0));
}

async function ask({ urls, headers, rounds, requests_a_round }: Asking): Promise<number[][]> {
  const durations_ms: number[][] = urls.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, url] of urls.entries()) {
      for (let count = 0; count < requests_a_round; count += 1) durations_ms[place]!.push(await timeOf(url, headers));
    }
  }
  return durations_ms;
}

async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const started_ms = performance.now();
  const { statusCode, body } = await request(url, { headers });
  if (statusCode !== 200) throw new Error(`${url} was answered ${statusCode}: ${await body.text()}`);
  // The chunks are not joined, because only the time of the last byte matters and answers have up to 840 kB.
  for await (const _ of body);
  return performance.now() - started_ms;
}
