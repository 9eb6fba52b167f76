import type { FastifyInstance } from "fastify";
import type { Access } from "../access.ts";
import type { Operation } from "../route.ts";

/** One mounted operation; the OpenAPI document is made of these. */
export type MountedOperation = {
  method: string;
  /** In the notation of Fastify: `/api/v1/users/:id`. */
  url: string;
  access: Access;
  operation: Operation;
  params: object | null;
  query: object | null;
  headers: object | null;
  body: object | null;
};

/** Collects every operation that is mounted after this call. The list is complete when the application is ready. */
export function collectOperations(app: FastifyInstance): readonly MountedOperation[] {
  const operations: MountedOperation[] = [];
  const ids = new Set<string>();
  app.addHook("onRoute", (mounted) => {
    const { access, operation } = mounted.config ?? {};
    if (!access || !operation) return;
    // Fastify adds a HEAD route to every GET route; the contract shows only GET.
    const method = [mounted.method].flat().find((name) => name !== "HEAD");
    if (method === undefined) return;
    // The panel has its own document, so its operation ids may equal those of the API.
    const name = `${access.kind === "panel" ? "panel " : ""}${operation.id}`;
    if (ids.has(name)) throw new Error(`two operations are named ${name}`);
    ids.add(name);
    const part = (schema: unknown) => (schema as object | undefined) ?? null;
    operations.push({
      method,
      url: mounted.url,
      access,
      operation,
      params: part(mounted.schema?.params),
      query: part(mounted.schema?.querystring),
      headers: part(mounted.schema?.headers),
      body: part(mounted.schema?.body),
    });
  });
  return operations;
}
