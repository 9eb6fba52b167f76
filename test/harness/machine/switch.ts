import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy between the product and several servers, which leads to one of them as HAProxy does. */
export type Switch = {
  /** The URL of a database through the switch. */
  url(database: string): string;
  /** From now on new connections go to this server; open ones stay. null: new connections are refused. */
  leadTo(server_url: string | null): void;
  close(): Promise<void>;
};

export async function startSwitch(server_url: string): Promise<Switch> {
  let place: Place | null = placeOf(server_url);
  const { username } = new URL(server_url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (place === null) {
      near.destroy();
      return;
    }
    const far = connect(place);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.pipe(to);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: (database) => `postgres://${username}@127.0.0.1:${port}/${database}`,
    leadTo(next_url) {
      place = next_url === null ? null : placeOf(next_url);
    },
    async close() {
      const closed = once(server.close(), "close");
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type Place = { path: string } | { host: string; port: number };

function placeOf(server_url: string): Place {
  const url = new URL(server_url);
  const host = url.searchParams.get("host") ?? url.hostname;
  const port = Number(url.searchParams.get("port") ?? (url.port || 5432));
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}
