import type { Operation } from "./operations.ts";

/**
 * A call as it is sent. `operation` is its operationId. `path` contains its parameters, percent-encoded; `path_values` are the
 * same parameters as typed. `query` is as typed, with the types of the contract. `body` is JSON text.
 */
export type ConsoleCall = {
  operation: string;
  method: string;
  path: string;
  path_values: readonly string[];
  query: readonly (readonly [name: string, value: string, type: string])[];
  body: string | null;
};

/** What the user has typed: parameters by name, and the body. */
export type Typed = { parameters: Readonly<Record<string, string>>; body: string };

export type Fault = "missing" | "not_json" | "no_segment";

/** What must be corrected before the call can be sent: the fault of each parameter by its name, and of the body as `body`. */
export function faultsOf(operation: Operation, { parameters, body }: Typed): Map<string, Fault> {
  const faults = new Map<string, Fault>();
  for (const { name, place, required } of operation.parameters) {
    const value = (parameters[name] ?? "").trim();
    if (value === "" && required) faults.set(name, "missing");
    // A browser resolves "." and "..", so the call would go to another path.
    else if (place === "path" && /^\.{1,2}$/.test(value)) faults.set(name, "no_segment");
  }
  if (operation.body !== null && !isJson(body)) faults.set("body", "not_json");
  return faults;
}

/** The call for what was typed; empty query parameters are left out. */
export function callOf(operation: Operation, { parameters, body }: Typed): ConsoleCall {
  const valueOf = (name: string) => (parameters[name] ?? "").trim();
  return {
    operation: operation.id,
    method: operation.method,
    path_values: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => valueOf(name!)),
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name))),
    query: operation.parameters
      .filter(({ name, place }) => place === "query" && valueOf(name) !== "")
      .map(({ name, type }) => [name, valueOf(name), type] as const),
    body: operation.body === null ? null : JSON.stringify(JSON.parse(body)),
  };
}

/** The request's path and query string. */
export function targetOf({ path, query }: ConsoleCall): string {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `${path}?${pairs.join("&")}` : path;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
