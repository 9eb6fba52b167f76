import type { Refused } from "./refused.ts";

/** The route of requests for tokens. They keep rows of their own, because a client's page counts them. */
export const token_route = "/api/v1/oauth/token";

/** The interval of writing, which is also the greatest distance between requests of a pack. */
export const pack_span_ms = 1_000;

/** Properties that requests of a client share, in the order in which a pack stores them. */
export const kind_members = [
  "method",
  "route",
  "path",
  "status",
  "address",
  "limit_burst",
  "day_limit",
  "retry_after_s",
] as const;

export type KindMember = (typeof kind_members)[number];

/** One answered request to be written; `answered_ms` on the process's monotonic clock. */
export type LoggedRequest = {
  tenant_id: string | null;
  tenant_code: string | null;
  client_id: string | null;
  answered_ms: number;
  method: string;
  route: string | null;
  path: string;
  status: number;
  code: string | null;
  cause: string | null;
  request_id: string;
  address: string;
  duration_us: number;
  limit_burst: number | null;
  limit_remaining: number | null;
  limit_full_s: number | null;
  day_used: number | null;
  day_limit: number | null;
  retry_after_s: number | null;
  /** Null: the request was not refused. */
  refused: Refused | null;
};
