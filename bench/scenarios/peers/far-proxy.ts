// A proxy that simulates a distant database: it delays what is sent to the database by some ms, and passes answers on at once, so
// that a round trip takes that much longer. Only one direction is delayed, because timers count whole milliseconds.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import path from "node:path";

export type FarQuestion = { kind: "start"; database_url: string } | { kind: "delay"; delay_ms: number };

/** The URL of the same database through this proxy. */
export type FarAnswer = { database_url: string };

if (import.meta.main) {
  let delay_ms = 0;
  let database_url = "";
  process.on("message", (question: FarQuestion) => {
    const told = async () => {
      if (question.kind === "delay") delay_ms = question.delay_ms;
      else database_url = await listen(new URL(question.database_url), () => delay_ms);
      process.send!({ database_url } satisfies FarAnswer);
    };
    void told();
  });
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}

async function listen(url: URL, delayMs: () => number): Promise<string> {
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => join(near, connectTo(url), delayMs));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxied = new URL(url);
  proxied.search = "";
  proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxied.href;
}

function connectTo({ hostname, port, searchParams }: URL): Socket {
  const [host, number] = [searchParams.get("host") ?? hostname, Number(searchParams.get("port") ?? (port || 5432))];
  const far = host.startsWith("/") ? connect({ path: path.join(host, `.s.PGSQL.${number}`) }) : connect({ host, port: number });
  far.setNoDelay(true);
  return far;
}

function join(near: Socket, far: Socket, delayMs: () => number): void {
  const later = (work: () => void) => (delayMs() === 0 ? work() : setTimeout(work, delayMs()));
  near.on("data", (chunk) => later(() => far.write(chunk)));
  near.on("end", () => later(() => far.end()));
  far.on("data", (chunk) => near.write(chunk));
  far.on("end", () => near.end());
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const)
    one.on("error", () => other.destroy()).on("close", () => other.destroy());
}
