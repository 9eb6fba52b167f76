import { panelFetch } from "./fetch.ts";

type CallOptions = { body?: unknown; query?: Record<string, string | number | boolean | null | undefined>; signal?: AbortSignal };

/** Sends one request to an address that the typed client does not know. Throws an ApiProblem. */
export async function call<T>(method: string, path: string, { body, query, signal }: CallOptions = {}): Promise<T> {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== "") url.searchParams.set(name, String(value));
  const response = await panelFetch(
    new Request(url, {
      method,
      headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }),
  );
  return (response.status === 204 || response.status === 202 ? undefined : await response.json()) as T;
}
