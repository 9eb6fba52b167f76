import type { FastifyInstance } from "fastify";
import type { Access } from "../access.ts";
import type { Operation } from "../route.ts";

/** One operation as it is mounted: what the OpenAPI document is made of. */
export type MountedOperation = {
  method: string;
  /** As Fastify writes it: `/api/v1/users/:id`. */
  url: string;
  access: Access;
  operation: Operation;
  params: object | null;
  query: object | null;
  headers: object | null;
  body: object | null;
};

/** Collects every operation that is mounted after this call; complete when the application is ready. */
export function collectOperations(app: FastifyInstance): readonly MountedOperation[] {
  const operations: MountedOperation[] = [];
  const ids = new Set<string>();
  app.addHook("onRoute", (mounted) => {
    const { access, operation } = mounted.config ?? {};
    if (!access || !operation) return;
    // Fastify adds a HEAD route to every GET one; the contract shows the GET.
    const method = [mounted.method].flat().find((name) => name !== "HEAD");
    if (method === undefined) return;
    // The panel has a document of its own, and so names of its own.
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
