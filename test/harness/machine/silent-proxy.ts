import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy between the product and PostgreSQL, for tests of connections that die without being closed. */
export type SilentProxy = {
  /** The database's URL through this proxy. */
  readonly url: string;
  /** From now on all data of open connections is dropped in both directions without closing them; new connections work. */
  swallow(): void;
  /** The number of connections that were open at the last `swallow` and that the product has not closed since. */
  readonly swallowed: number;
  close(): Promise<void>;
};

/** Starts a proxy in front of the server of a database's URL. */
export async function startSilentProxy(database_url: string): Promise<SilentProxy> {
  const pairs = new Set<{ near: Socket; far: Socket }>();
  const left = new Set<Socket>();
  let silent = new WeakSet<Socket>();
  const server = createServer((near) => {
    const far = connect(placeOf(new URL(database_url)));
    const pair = { near, far };
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true);
      from.on("data", (bytes) => void (silent.has(near) || to.write(bytes)));
      from.on("error", () => undefined);
    }
    near.on("close", () => {
      pairs.delete(pair);
      // A dead connection must look open to the database as well.
      if (!silent.has(near)) far.destroy();
    });
    far.on("close", () => void (silent.has(near) || near.destroy()));
    left.add(far);
    far.on("close", () => left.delete(far));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(database_url);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  for (const name of ["host", "port"]) url.searchParams.delete(name);
  return {
    url: url.href,
    swallow() {
      silent = new WeakSet([...pairs].map(({ near }) => near));
    },
    get swallowed() {
      return [...pairs].filter(({ near }) => silent.has(near)).length;
    },
    async close() {
      for (const { near } of pairs) near.destroy();
      for (const far of left) far.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** The address of the server: a port, or the Unix socket whose folder the URL names as `host`. */
function placeOf(url: URL): { path: string } | { host: string; port: number } {
  const host = url.searchParams.get("host") ?? url.hostname;
  const port = Number(url.searchParams.get("port") ?? (url.port || 5432));
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}
