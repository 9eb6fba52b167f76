import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIPv6, type AddressInfo } from "node:net";
import type { Config } from "../../config.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { languageAmong } from "../../platform/languages.ts";
import { UsageError } from "../usage.ts";
import { inTime, lookAtAll, withNodes, type OpenNode } from "./look.ts";
import { listMoves, listOrganisations, type Move } from "./nodes-sql.ts";
import { nodes_page_policy, nodesPage, type Placed, type Shown } from "./page-html.ts";
import { nodesOf } from "./nodes-of.ts";

const usage = "usage: muster nodes page [--listen ADDRESS:PORT]   (default: 127.0.0.1:8090)";
const listen_default = "127.0.0.1:8090";
const refresh_s = 10;
/** How long a result is reused, however many operators look at the page with the same search. */
const kept_ms = 3_000;
const organisations_max = 200;
const moves_max = 50;
const searches_kept_max = 20;
const request_timeout_ms = 10_000;

/**
 * `muster nodes page`: a page for operators that shows the state of the nodes, the node of each organisation, and running moves.
 * It is read-only and asks for no credentials, so by default it listens on this machine only. Ends at SIGTERM and SIGINT.
 */
export async function nodesPageCommand(config: Readonly<Config>, args: string[]): Promise<void> {
  const { host, port } = readListen(args);
  await withNodes(nodesOf(config), async (nodes) => {
    const server = await servePage(nodes, { keyring: config.keyring, host, port });
    const shown_host = isIPv6(host) ? `[${host}]` : host;
    console.log(`The nodes' page is at http://${shown_host}:${(server.address() as AddressInfo).port}/`);
    await new Promise<void>((resolve) => process.once("SIGTERM", resolve).once("SIGINT", resolve));
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });
}

function readListen(args: string[]): { host: string; port: number } {
  if (args.length > 0 && (args.length !== 2 || args[0] !== "--listen")) throw new UsageError(usage);
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(args[1] ?? listen_default) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65_535) throw new UsageError(usage);
  return { host, port: Number(port) };
}

type PageOptions = { keyring: Keyring | null; host: string; port: number };

/** Serves the page; rejects if the address is in use. */
export async function servePage(nodes: readonly OpenNode[], { keyring, host, port }: PageOptions): Promise<Server> {
  const look = remembered((search) => lookFor(nodes, keyring, search));
  const server = createServer({ requestTimeout: request_timeout_ms }, (request, response) => {
    void answer(request, response, host, look).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new UsageError(`cannot listen on ${host}, port ${port}: ${error.message}`)));
    server.listen(port, host, () => resolve());
  });
  return server;
}

type Found = Pick<Shown, "reports" | "organisations" | "has_more" | "moves" | "now">;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
  look: (search: string) => Promise<Found>,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://page");
  // Refuses DNS rebinding: a page of another site whose name resolves to this address sends its own name as host.
  if (!isOwnHost(request.headers.host, host)) return void response.writeHead(421).end();
  if (url.pathname !== "/") return void response.writeHead(404).end();
  if (request.method !== "GET" && request.method !== "HEAD") return void response.writeHead(405, { allow: "GET, HEAD" }).end();
  const language = languageAmong([url.searchParams.get("language"), request.headers["accept-language"] ?? null]) ?? "en";
  const search = (url.searchParams.get("q") ?? "")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9-]/g, "")
    .slice(0, 32);
  const refreshes = url.searchParams.get("refresh") !== "off";
  const page = nodesPage({ ...(await look(search)), language, search, refreshes });
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": nodes_page_policy,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...(refreshes ? { refresh: String(refresh_s) } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : page);
}

function isOwnHost(header: string | undefined, host: string): boolean {
  const name = (header ?? "")
    .replace(/:\d+$/, "")
    .replace(/^\[|\]$/g, "")
    .toLowerCase();
  return ["localhost", "127.0.0.1", "::1", host.toLowerCase()].includes(name);
}

async function lookFor(nodes: readonly OpenNode[], keyring: Keyring | null, search: string): Promise<Found> {
  // A failure is ignored here, because the node's report shows it.
  const each = async <T>(read: (node: OpenNode) => Promise<T[]>) =>
    (
      await Promise.all(
        nodes.map(async (node) => (await inTime(read(node)).catch((): T[] => [])).map((row) => ({ ...row, at: node.name }))),
      )
    ).flat();
  const [reports, organisations, moves] = await Promise.all([
    lookAtAll(nodes, keyring),
    each(({ pool }) => listOrganisations(pool, { after: "", begins: search, rows_max: organisations_max + 1 })),
    each(({ pool }) => listMoves(pool, moves_max)),
  ]);
  const sorted = organisations.sort((a: Placed, b: Placed) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  return {
    reports,
    organisations: sorted.slice(0, organisations_max),
    has_more: sorted.length > organisations_max,
    moves: moves.sort((a: Move, b: Move) => (a.since < b.since ? 1 : -1)).slice(0, moves_max),
    now: new Date(),
  };
}

function remembered(find: (search: string) => Promise<Found>): (search: string) => Promise<Found> {
  const known = new Map<string, { found: Promise<Found>; until_ms: number }>();
  return (search) => {
    const entry = known.get(search);
    if (entry !== undefined && performance.now() < entry.until_ms) return entry.found;
    if (known.size >= searches_kept_max) known.clear();
    const found = find(search);
    found.catch(() => known.delete(search));
    known.set(search, { found, until_ms: performance.now() + kept_ms });
    return found;
  };
}
