import type { FastifyRequest } from "fastify";
import { tidy } from "../text.ts";
import { escapeToken, faultOfText, faults_max } from "./bodies/json-body.ts";
import type { ErrorItem } from "./problem.ts";

/** Normalises the texts of the query for comparison; returns their faults. */
export function tidyQuery(request: FastifyRequest): ErrorItem[] {
  const query = request.query as Record<string, unknown> | undefined;
  const schema = request.routeOptions.schema?.querystring as { properties?: Record<string, { type?: string }> } | undefined;
  const faults: ErrorItem[] = [];
  const undecodable = undecodableIn(request.raw.url ?? "");
  const clean = Object.entries(query ?? {}).map(([name, value]) => {
    if (typeof value !== "string") return [name, value];
    if (undecodable.has(name) && Object.hasOwn(schema?.properties ?? {}, name)) {
      faults.push({ parameter: name, code: "INVALID_FORMAT", detail: "must be percent-encoded UTF-8" });
      return [name, value];
    }
    const { type } = schema?.properties?.[name] ?? {};
    const detail = faultOfText(value);
    if (detail !== null) faults.push({ parameter: escapeToken(name), code: "INVALID_FORMAT", detail });
    // Ajv accepts everything that Number() accepts, such as 1e2, +5 and 0x10.
    else if (type === "integer" && !/^-?\d+$/.test(value))
      faults.push({ parameter: name, code: "INVALID_TYPE", detail: "must be an integer" });
    return [name, tidy(value)];
  });
  request.query = Object.fromEntries(clean) as Record<string, unknown>;
  return faults.slice(0, faults_max);
}

/**
 * Names of the parameters whose values are not valid UTF-8. The query parser leaves such values undecoded, and a search for them
 * would find nothing.
 */
function undecodableIn(url: string): Set<string> {
  const names = new Set<string>();
  if (!url.includes("%")) return names;
  for (const pair of url.slice(url.indexOf("?") + 1).split("&")) {
    const [name = "", ...value] = pair.split("=");
    try {
      decodeURIComponent(value.join("="));
    } catch {
      names.add(name);
    }
  }
  return names;
}
