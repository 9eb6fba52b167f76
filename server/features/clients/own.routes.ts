import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { takePlace } from "../../platform/db/windows.ts";
import { anyClient } from "../../platform/http/access.ts";
import { rateLimited } from "../../platform/http/problem.ts";
import { route } from "../../platform/http/route.ts";
import { headersOfBucket, limiterOfBucket } from "./admission/authenticate.ts";
import { OwnClient } from "./own-schema.ts";
import { findBucket, findOwnClient } from "./sql.ts";

/** The limit of an operation that takes no token: requests of one client within a minute, over all nodes. */
const own_reads = { kind: "own_client", limit: 60, window_us: 60_000_000 } as const;

export function ownClientRoute(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: "/api/v1/client",
    access: anyClient(),
    operation: {
      id: "getOwnClient",
      tag: "Client",
      summary: "Read the client that is calling",
      description: `Name, organisation, scopes, limits and what is used of them. Needs no scope and takes no token of the rate limit, so that it answers also where that is used up; at most ${own_reads.limit} times within a minute, else 429 with \`limit_name\` \`own_client\`.`,
      answers: { 200: { description: "The client.", schema: OwnClient } },
    },
    async handle({ caller, request }) {
      const { tenant, client, scopes } = caller;
      const place = await takePlace(pool, { ...own_reads, key: client.id });
      if (!place.ok) {
        const headers = headersOfBucket(await findBucket(pool, tenant.id, client.id));
        throw rateLimited(`A client reads itself at most ${own_reads.limit} times within a minute.`, {
          members: { limit_name: own_reads.kind, retry_after_seconds: place.retry_after_s },
          headers: { ...headers, "retry-after": String(place.retry_after_s) },
        });
      }
      const [bucket, own] = await Promise.all([
        findBucket(pool, tenant.id, client.id),
        findOwnClient(pool, tenant.id, client.id),
      ]);
      const { remaining, day_used, day_limit } = limiterOfBucket(bucket);
      const { name, granted_scopes, expires_at, organisation } = own;
      const { code: tenant_code, kind, time_zone } = tenant;
      const body = {
        id: client.id,
        name,
        organisation: { tenant_code, name: organisation, kind, time_zone },
        scopes: [...scopes],
        granted_scopes,
        expires_at,
        token_expires_at: instantOf(request.token_expires_us),
        dpop_bound_access_tokens: bucket.dpop_bound_access_tokens,
        limits: { per_minute: bucket.rate_per_minute, burst: bucket.rate_burst, per_day: bucket.rate_per_day },
        usage: { used_today: day_used, left_today: Math.max(0, day_limit - day_used), available_now: remaining },
      };
      return { body, headers: headersOfBucket(bucket) };
    },
  });
}

function instantOf(us: number | null): string | null {
  return us === null ? null : new Date(Math.floor(us / 1_000)).toISOString();
}
