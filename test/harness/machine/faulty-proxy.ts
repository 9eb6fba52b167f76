import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy between the product and PostgreSQL that simulates a faulty network. */
export type FaultyProxy = {
  /** Its port on 127.0.0.1. */
  readonly port: number;
  /** Delays all data by this many ms; 0 = none. */
  delay(ms: number): void;
  /** Holds back all data on open and new connections until `flow`; none is lost. */
  stall(): void;
  flow(): void;
  /** Drops all data of open connections in both directions without closing them; new connections work. */
  swallow(): void;
  /** Resets every open connection, even in the middle of statements and answers. */
  cut(): void;
  /** New connections go to another port of 127.0.0.1; the open ones are reset. */
  turnTo(port: number): void;
  close(): Promise<void>;
};

/** Starts a proxy in front of a port of 127.0.0.1. */
export async function startFaultyProxy(target_port: number): Promise<FaultyProxy> {
  const pairs = new Set<{ near: Socket; far: Socket }>();
  const silent = new WeakSet<Socket>();
  let delay_ms = 0;
  let stalled: { over: Promise<void>; end: () => void } | null = null;
  const carry = (from: Socket, to: Socket, isSilent: () => boolean) => {
    let turn = Promise.resolve();
    from.setNoDelay(true);
    from.on("error", () => undefined);
    from.on("data", (bytes) => {
      const due_ms = performance.now() + delay_ms;
      turn = turn.then(async () => {
        const wait_ms = due_ms - performance.now();
        if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms));
        await stalled?.over;
        if (!isSilent() && !to.destroyed) to.write(bytes);
      });
    });
  };
  const server = createServer((near) => {
    const far = connect(target_port, "127.0.0.1");
    const pair = { near, far };
    pairs.add(pair);
    carry(near, far, () => silent.has(near));
    carry(far, near, () => silent.has(near));
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    near.on("close", end);
    far.on("close", () => void (silent.has(near) || end()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    delay: (ms) => void (delay_ms = ms),
    stall() {
      let end = () => {};
      const over = new Promise<void>((resolve) => (end = resolve));
      stalled = { over, end };
    },
    flow() {
      stalled?.end();
      stalled = null;
    },
    swallow() {
      for (const { near } of pairs) silent.add(near);
    },
    cut,
    turnTo(port) {
      target_port = port;
      cut();
    },
    async close() {
      stalled?.end();
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
}
