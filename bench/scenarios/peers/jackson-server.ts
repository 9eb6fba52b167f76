// SAML-Jackson as a SCIM store: its library behind a bare node:http handler, in a process of its own. The scenario installs it,
// because the product does not depend on it.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import path from "node:path";

/** `module_dir`: the folder where it is installed. `page_size`: the most records that it sends in one page. */
export type JacksonPlan = { module_dir: string; database_url: string; connections: number; page_size: number };

export type JacksonAnswer = { url: string; root: string; secret: string };

/** The used part of its library. */
type Library = {
  default(options: object): Promise<{
    directorySyncController: {
      directories: {
        create(directory: object): Promise<{ data: { id: string; scim: { secret: string } } | null; error: object | null }>;
      };
      requests: { handle(request: object): Promise<{ status: number; data: object }> };
    };
  }>;
};

const package_name = "@boxyhq/saml-jackson";
const type = "generic-scim-v2";

if (import.meta.main) {
  process.once("message", (plan: JacksonPlan) => {
    void serve(plan).then((answer) => process.send!(answer));
  });
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}

async function serve({ module_dir, database_url, connections, page_size }: JacksonPlan): Promise<JacksonAnswer> {
  const require = createRequire(path.join(module_dir, "package.json"));
  const library = require(package_name) as Library;
  const { directorySyncController: scim } = await library.default({
    externalUrl: "http://localhost",
    samlAudience: "http://localhost",
    samlPath: "/saml",
    noAnalytics: true,
    logger: { info: () => undefined, warn: () => undefined, error: complain },
    db: { engine: "sql", type: "postgres", url: urlFor(database_url, connections), pageLimit: page_size },
  });
  const { data, error } = await scim.directories.create({ name: "Bench", tenant: "bench", product: "bench", type });
  if (data === null) throw new Error(`no directory could be made: ${JSON.stringify(error)}`);
  const root = `/api/scim/v2.0/${data.id}`;
  const server = createServer((request, reply) => {
    const answering = async () => {
      const url = new URL(request.url!, "http://localhost");
      const [resourceType, resourceId] = url.pathname.slice(root.length + 1).split("/");
      const { filter, count, startIndex } = Object.fromEntries(url.searchParams);
      const answer = await scim.requests.handle({
        method: request.method,
        resourceType: resourceType!,
        resourceId,
        directoryId: data.id,
        apiSecret: request.headers.authorization?.slice("Bearer ".length),
        query: { filter, count: count && Number(count), startIndex: startIndex && Number(startIndex) },
        body: await bodyOf(request),
      });
      reply.writeHead(answer.status, { "content-type": "application/scim+json" }).end(JSON.stringify(answer.data));
    };
    answering().catch((failure: unknown) => reply.writeHead(500).end(String(failure)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, root, secret: data.scim.secret };
}

/** Its driver does not read the folder of a Unix socket from the URL, but from the environment. */
function urlFor(database_url: string, connections: number): string {
  const url = new URL(database_url);
  const socket_dir = url.searchParams.get("host");
  if (socket_dir !== null) {
    process.env["PGHOST"] = socket_dir;
    process.env["PGPORT"] = url.searchParams.get("port") ?? "5432";
    process.env["PGUSER"] = url.username;
    return `postgres://${url.pathname}?max_conns=${connections}&connect_timeout=10`;
  }
  url.search = `max_conns=${connections}&connect_timeout=10`;
  return url.href;
}

/** It logs an error for each user because no webhook is configured; that error is ignored. */
function complain(message: string): void {
  if (!message.startsWith("Webhook not configured")) console.error(message);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}
