// Run by ssrf.test.ts in a network namespace in which this machine answers at every address, so that every connection is seen.
import { once } from "node:events";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { createOutbound, type OutboundError } from "../../server/platform/net/outbound.ts";
import { createResolve } from "../../server/platform/net/resolve.ts";
import { makeCertificate } from "./certificate.ts";
import { hostile_names, public_address, refused_by_text } from "./hostile-urls.ts";
import { startNameServer } from "./name-server.ts";

export type Seen = {
  errors: Record<string, OutboundError | null>;
  hostile: number;
  literals: number;
  not_refused: string[];
  dialled: string[];
  server_names: string[];
  hosts: string[];
  sources: string[];
  canary_works: boolean;
};

const own_address = "93.184.216.99";
const source_address = "198.51.100.7";

const authority = makeCertificate("Test authority");
setDefaultCACertificates([...getCACertificates("default"), authority.cert]);

const dialled = new Set<string>();
const server_names = new Set<string>();
const hosts = new Set<string>();
const sources = new Set<string>();
const plain = (address = "") => address.replace(/^::ffff:/, "");
const watch = (socket: Socket) => {
  dialled.add(plain(socket.localAddress));
  sources.add(plain(socket.remoteAddress));
};

const { cert, key } = makeCertificate("Receiver", ["good.example.com", "moving.example.com"], authority);
const receiver = createHttpsServer({ cert, key, SNICallback: named, maxVersion: "TLSv1.2" }, (request, response) => {
  hosts.add(request.headers.host ?? "");
  if (request.url === "/redirect") response.writeHead(307, { location: "https://127.0.0.1/" });
  response.end();
});
receiver.on("connection", watch);
receiver.on("tlsClientError", (_error, socket: TLSSocket) => socket.destroy());
const canary = createServer((socket) => {
  watch(socket);
  socket.destroy();
});
await Promise.all([once(receiver.listen(443), "listening"), once(canary.listen(80), "listening")]);

function named(server_name: string, done: (error: null) => void) {
  server_names.add(server_name);
  done(null);
}

const names = await startNameServer((name, nth) => {
  if (name === "own.example.com") return [own_address];
  if (name === "moving.example.com") return [nth === 0 ? public_address : "127.0.0.1"];
  return hostile_names[name] ?? [public_address];
});
const resolve = createResolve([names.address]);
const outbound = (source: string | null = null) =>
  createOutbound({ trusted_origins: new Set(), source_address: source, resolve });
const [first, second, bound, other_family] = [outbound(), outbound(), outbound(source_address), outbound("2001:db8::7")];

async function errorOf(url: string, from = first): Promise<OutboundError | null> {
  return (await from.post({ url, headers: {}, body: Buffer.from("{}") })).error;
}

const errors: Seen["errors"] = {
  good: await errorOf("https://good.example.com/"),
  resumed: await errorOf("https://good.example.com/", second),
  "wrong name": await errorOf("https://wrong.example.com/"),
  "wrong name again": await errorOf("https://wrong.example.com/"),
  redirect: await errorOf("https://good.example.com/redirect"),
  "own address": await errorOf("https://own.example.com/"),
  "before it moved": await errorOf("https://moving.example.com/"),
  "after it moved": await errorOf("https://moving.example.com/", second),
  "from the source address": await errorOf("https://good.example.com/", bound),
  "no address of its family": await errorOf("https://good.example.com/", other_family),
};

const literals = refused_by_text
  .map((pattern) => URL.parse(pattern.replace(":PORT", "")))
  .filter((url) => url !== null && /^https?:$/.test(url.protocol) && /^[[\d]/.test(url.hostname))
  .map((url) => url!.href);
const hostile = [...Object.keys(hostile_names).map((name) => `https://${name}/`), ...literals];
const at_once = 16;
const refusals: { url: string; error: OutboundError | null }[] = [];
// In small groups: the network drops questions to the name server when its buffer is full, and a slow machine is late to read
// them.
for (let place = 0; place < hostile.length; place += at_once) {
  const asked = hostile.slice(place, place + at_once).map(async (url) => ({ url, error: await errorOf(url) }));
  refusals.push(...(await Promise.all(asked)));
}

const seen: Seen = {
  errors,
  hostile: hostile.length,
  literals: literals.length,
  not_refused: refusals.filter(({ error }) => error !== "ADDRESS_NOT_ALLOWED").map(({ url }) => url),
  dialled: [...dialled],
  server_names: [...server_names].sort(),
  hosts: [...hosts].sort(),
  sources: [...sources],
  canary_works: await noticed("169.254.169.254"),
};
process.stdout.write(JSON.stringify(seen), () => process.exit(0));

async function noticed(address: string): Promise<boolean> {
  const socket = connect(80, address);
  await once(socket, "close");
  return dialled.has(address);
}
