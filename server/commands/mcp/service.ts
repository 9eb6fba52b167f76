import { Muster, ProblemError, version, type MusterOptions } from "../../../sdk/typescript/src/index.ts";

export type ServiceSetting = {
  /** Without a trailing slash. */
  base_url: string;
  tenant_code: string;
  credentials: Pick<MusterOptions, "apiKey"> | Pick<MusterOptions, "clientId" | "clientSecret">;
};

export type ServiceRequest = {
  method: string;
  path: string;
  query: Record<string, unknown>;
  body: Record<string, unknown> | null;
  takes_key: boolean;
};

/** The service, called as one of its clients. */
export type Service = {
  /** Sends a request as the client; throws the SDK's errors, and `RefusedTooOften`. */
  call(request: ServiceRequest, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** Reads a public document without credentials; null if there is none. */
  readPublic(path: string): Promise<Record<string, unknown> | null>;
};

/** How long a call may take, including all waits that 429 and 503 ask for: less than the minute after which clients give up. */
export const call_deadline_ms = 45_000;
const tries_max = 4;
const try_timeout_ms = 20_000;
const public_timeout_ms = 20_000;
/** After so many refused authentications in a row nothing more is sent: twenty within a minute block the address for ten. */
export const refusals_max = 3;

/** The service has refused the credentials so often that they are not tried again. */
export class RefusedTooOften extends Error {}

export function createService({ base_url, tenant_code, credentials }: ServiceSetting): Service {
  const muster = new Muster({
    baseUrl: base_url,
    tenantCode: tenant_code,
    ...credentials,
    triesMax: tries_max,
    tryTimeoutMs: try_timeout_ms,
    deadlineMs: call_deadline_ms,
    userAgent: `muster-mcp/${version}`,
  });
  let refusals = 0;
  return {
    async call({ method, path, query, body, takes_key }, signal) {
      if (refusals >= refusals_max) throw new RefusedTooOften();
      try {
        const request = { method, path, query, takesKey: takes_key, ...(body === null ? {} : { body }) };
        const answer = await muster.request<Record<string, unknown> | undefined>(request, { signal });
        refusals = 0;
        return answer ?? {};
      } catch (error) {
        if (error instanceof ProblemError) refusals = isRefusal(error) ? refusals + 1 : 0;
        throw error;
      }
    },
    async readPublic(path) {
      try {
        const signal = AbortSignal.timeout(public_timeout_ms);
        const headers = { accept: "application/json" };
        const response = await fetch(base_url + path, { headers, signal, redirect: "error" });
        const body: unknown = response.ok ? await response.json() : null;
        return typeof body === "object" ? (body as Record<string, unknown> | null) : null;
      } catch {
        // The service was not reached or sent no JSON; the caller decides what that means.
        return null;
      }
    },
  };
}

/** Whether a 401 answers the call, or the request for the token that it needs (RFC 6749 §5.2). */
function isRefusal({ status, code }: ProblemError): boolean {
  return status === 401 || code === "invalid_client";
}
