// A request of xAPI, sent normally or by the alternate syntax (xAPI 1.0.3, Communication 1.3).
import { parse } from "node:querystring";
import type { FastifyRequest } from "fastify";
import { recordRefused } from "../../features/learning-records/errors.ts";
import type { Parameters } from "../../features/learning-records/find.ts";

export type Method = "GET" | "PUT" | "POST" | "DELETE";

export type Asking = {
  method: Method;
  parameters: Parameters;
  /** By name in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  content_type: string;
  body: Buffer;
};

export type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer };

export const version = "1.0.3";
const form_type = /^application\/x-www-form-urlencoded *(?:;|$)/i;
/** Headers that a form of the alternate syntax may contain as parameters. */
const form_headers = new Set([
  "authorization",
  "x-experience-api-version",
  "content-type",
  "content-length",
  "if-match",
  "if-none-match",
  "accept",
  "accept-language",
]);

export function askingOf(request: FastifyRequest): Asking {
  const parameters = parametersIn(request.raw.url!.split("?")[1] ?? "");
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const method = (request.method === "HEAD" ? "GET" : request.method) as Method;
  const asking = { method, parameters, headers, content_type: headers["content-type"] ?? "", body };
  if (parameters["method"] === undefined) return asking;
  if (method !== "POST") throw recordRefused("The parameter method is for requests with POST.");
  return alternate(asking, parameters["method"]);
}

function alternate({ parameters, headers, content_type, body }: Asking, method: string): Asking {
  if (!["GET", "PUT", "POST", "DELETE"].includes(method))
    throw recordRefused("The parameter method must be GET, PUT, POST or DELETE.");
  if (Object.keys(parameters).length > 1) throw recordRefused("Beside the parameter method, everything stands in the form.");
  if (body.length > 0 && !form_type.test(content_type))
    throw recordRefused("The body must be a form (application/x-www-form-urlencoded).");
  const form = parametersIn(body.toString());
  const own_headers: Record<string, string | undefined> = { ...headers };
  const own: Record<string, string> = {};
  let content: string | null = null;
  delete own_headers["content-type"];
  for (const [name, value] of Object.entries(form)) {
    if (name === "content") content = value;
    else if (form_headers.has(name.toLowerCase())) own_headers[name.toLowerCase()] = value;
    else own[name] = value;
  }
  if ((method === "PUT" || method === "POST") && content === null) throw recordRefused("The form has no content.");
  return {
    method: method as Method,
    parameters: own,
    headers: own_headers,
    content_type: own_headers["content-type"] ?? "application/json",
    body: Buffer.from(content ?? ""),
  };
}

/** The parameters of a query or form; a repeated one is refused. */
function parametersIn(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(parse(text, "&", "=", { maxKeys: 100 }))) {
    if (typeof value !== "string") throw recordRefused(`The parameter ${name} stands more than once.`);
    found[name] = value;
  }
  return found;
}

/** Communication 3.3: versions 1.0 and 1.0.x are accepted. */
export function refuseOtherVersions({ headers }: Asking): void {
  const said = headers["x-experience-api-version"];
  if (said === undefined) throw recordRefused("The header X-Experience-API-Version is missing.");
  if (!/^1\.0(\.\d+)?$/.test(said)) throw recordRefused(`Version ${said} of xAPI is not spoken here; 1.0.3 is.`);
}

/** The preferred languages, the most preferred first. */
export function languagesOf({ headers }: Asking): string[] {
  return (headers["accept-language"] ?? "")
    .split(",")
    .map((one, place) => {
      const [tag = "", ...rest] = one.trim().split(";");
      const weight = Number(/q=([\d.]+)/.exec(rest.join(";"))?.[1] ?? 1);
      return { tag: tag.trim(), weight: Number.isFinite(weight) ? weight : 0, place };
    })
    .filter(({ tag, weight }) => tag !== "" && tag !== "*" && weight > 0)
    .toSorted((one, other) => other.weight - one.weight || one.place - other.place)
    .map(({ tag }) => tag);
}
