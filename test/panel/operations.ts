import { readContract } from "../../server/contract.ts";
import type { TestDatabase } from "../harness/database.ts";
import type { TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf, type Panel, type Role, type TestAccount } from "../harness/panel/panel.ts";
import type { Reply, TestServer } from "../harness/server.ts";
import { sampleOf, type PanelPlace, type PanelRequest } from "./samples.ts";

/** One operation of the panel's contract. */
export type PanelOperation = {
  id: string;
  /** The tag of its subject. */
  tag: string;
  method: string;
  /** The path after /panel/api, with {names}. */
  path: string;
  roles: readonly (Role | "anonymous")[];
  step_up: boolean;
  /** What administrators of some departments may do with it. */
  departments: "refused" | "own" | "seen" | "acts";
  /** Members of its body that accept any text. */
  texts: readonly string[];
};

export async function listOperations(): Promise<PanelOperation[]> {
  const { panel } = await readContract("https://muster.example");
  const paths = panel["paths"] as Record<string, Record<string, any>>;
  const { schemas } = panel["components"] as { schemas: Record<string, Schema> };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId as string,
      tag: operation.tags[0] as string,
      method: method.toUpperCase(),
      path: path.replace(/^\/panel\/api/, ""),
      roles: operation["x-roles"] as Role[],
      step_up: operation["x-step-up"] as boolean,
      departments: operation["x-departments"] as PanelOperation["departments"],
      texts: textsOf(operation.requestBody?.content?.["application/json"]?.schema, schemas),
    })),
  );
}

type Schema = { $ref?: string; type?: string | string[]; anyOf?: Schema[]; properties?: Record<string, Schema> };

function textsOf(schema: Schema | undefined, schemas: Record<string, Schema>): string[] {
  const resolved = (one: Schema): Schema => (one.$ref === undefined ? one : schemas[one.$ref.split("/").at(-1)!]!);
  const isText = (one: Schema): boolean => {
    const { type, anyOf, ...rest } = resolved(one);
    const any = !["format", "enum", "const"].some((name) => name in rest);
    return anyOf?.some(isText) ?? ([type].flat().includes("string") && any);
  };
  if (schema === undefined) return [];
  return Object.entries(resolved(schema).properties ?? {})
    .filter(([, property]) => isText(property))
    .map(([name]) => name);
}

export function isOpen({ roles }: PanelOperation): boolean {
  return roles.includes("anonymous");
}

/** Calls an operation; path parameters without a value in the request get an unknown id. */
export function call(
  panel: Panel,
  operation: PanelOperation,
  request: PanelRequest,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.path?.[name] ?? "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f"),
  );
  const query = request.query ? `?${new URLSearchParams(request.query).toString()}` : "";
  const { raw, body } = request;
  return panel.call(operation.method, path + query, {
    headers: { ...(raw ? { "content-type": raw.media_type } : {}), ...request.headers, ...headers },
    ...(raw ? { body: raw.bytes ?? raw.text } : body === undefined ? {} : { body }),
  });
}

type Where = { database: TestDatabase; server: TestServer; organisation: TestOrganisation };

/** The context of a sample, with a new account of the role that it needs. */
export async function placeFor(where: Where, operation: PanelOperation): Promise<PanelPlace> {
  const role = sampleOf(operation).as ?? operation.roles.find((name) => name !== "anonymous")!;
  if (role === "anonymous") {
    const no_account: TestAccount = { id: "", kind: "person", login: "" };
    return { ...where, panel: openPanel(where.server), account: no_account };
  }
  const account = await createAccount(where.database, where.organisation.tenant_id, role);
  const panel = await sessionOf(where.server, where.database, where.organisation.tenant_id, account);
  return { ...where, panel, account };
}
