// Successful requests, gathered in memory and written as columns of request_pack (docs/decisions/0102). Noting a request appends
// a few numbers; properties that it shares with others are stored once.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../platform/context.ts";
import { partsOfRequestId } from "../../platform/ids.ts";
import { kind_members, type KindMember, type LoggedRequest } from "./row.ts";

/** A pack of fewer requests takes as much space as their rows, and is slower to read. */
const pack_min = 4;

/** Properties that requests of a client share. `path` null: equal to the route. */
type Kind = Pick<LoggedRequest, Exclude<KindMember, "path">> & { path: string | null };

/** The requests of one client, column by column, in the order of the answers. */
export type Gathered = {
  tenant_id: string;
  client_id: string;
  kinds: Kind[];
  /** Positions in `kinds` by their content. */
  known: Map<string, number>;
  kind: number[];
  answered_ms: number[];
  duration_us: number[];
  limit_remaining: (number | null)[];
  limit_full_s: (number | null)[];
  day_used: (number | null)[];
  request_ids: string[];
};

export function gathered({ tenant, client }: Caller): Gathered {
  return {
    tenant_id: tenant.id,
    client_id: client.id,
    kinds: [],
    known: new Map(),
    kind: [],
    answered_ms: [],
    duration_us: [],
    limit_remaining: [],
    limit_full_s: [],
    day_used: [],
    request_ids: [],
  };
}

/** The properties of a request besides those of its kind. */
export type Noted = {
  request: FastifyRequest;
  reply: FastifyReply;
  path: string;
  answered_ms: number;
  retry_after_s: number | null;
};

export function gather(into: Gathered, { request, reply, path, answered_ms, retry_after_s }: Noted): void {
  const { limiter } = request;
  const route = request.routeOptions.url ?? null;
  into.kind.push(
    placeOf(into, {
      method: request.method,
      route,
      path: path === route ? null : path,
      status: reply.statusCode,
      address: request.address,
      limit_burst: limiter?.burst ?? null,
      day_limit: limiter?.day_limit ?? null,
      retry_after_s,
    }),
  );
  into.answered_ms.push(answered_ms);
  into.duration_us.push(Math.round(reply.elapsedTime * 1_000));
  into.limit_remaining.push(limiter?.remaining ?? null);
  into.limit_full_s.push(limiter?.full_in_s ?? null);
  into.day_used.push(limiter?.day_used ?? null);
  into.request_ids.push(request.id);
}

/** The position of a kind among those of a client, from 1 on. */
function placeOf({ kinds, known, kind }: Gathered, wanted: Kind): number {
  const last = kind.at(-1);
  if (last !== undefined && areSame(kinds[last - 1]!, wanted)) return last;
  const says = JSON.stringify(inOrder(wanted));
  const place = known.get(says) ?? kinds.push(wanted);
  known.set(says, place);
  return place;
}

function inOrder(kind: Kind): (string | number | null)[] {
  return kind_members.map((name) => kind[name]);
}

function areSame(one: Kind, other: Kind): boolean {
  return kind_members.every((name) => one[name] === other[name]);
}

/** A row of request_pack to be written; arrays in PostgreSQL's text format. */
export type Pack = Record<string, unknown>;

/** The gathered requests as a pack; null: they are to be written as rows. */
export function packOf(all: Gathered, now_ms: number): Pack | null {
  const { kinds, kind, answered_ms } = all;
  const last_ms = answered_ms.at(-1)!;
  if (kind.length < pack_min) return null;
  const ids = all.request_ids.map(partsOfRequestId);
  const first = ids[0];
  if (!first || !ids.every((parts) => parts?.process === first.process)) return null;
  const numbers = ids.map((parts) => parts!.number);
  return {
    tenant_id: all.tenant_id,
    client_id: all.client_id,
    count: kind.length,
    age_us: microseconds(now_ms - last_ms),
    process: first.process,
    first_number: Math.min(...numbers),
    last_number: Math.max(...numbers),
    came_ms: first.ms,
    kinds: kinds.map(inOrder),
    kind: arrayOf(kind),
    ago_us: arrayOf(answered_ms.map((ms) => microseconds(last_ms - ms))),
    duration_us: arrayOf(all.duration_us),
    limit_remaining: arrayOf(all.limit_remaining),
    limit_full_s: arrayOf(all.limit_full_s),
    day_used: arrayOf(all.day_used),
    asked_ms: arrayOf(ids.map((parts) => parts!.ms - first.ms)),
    number: arrayOf(numbers),
  };
}

/** The gathered requests as rows. */
export function rowsOf(all: Gathered): LoggedRequest[] {
  return all.kind.map((place, index) => {
    const kind = all.kinds[place - 1]!;
    return {
      ...kind,
      tenant_id: all.tenant_id,
      tenant_code: null,
      client_id: all.client_id,
      answered_ms: all.answered_ms[index]!,
      path: kind.path ?? kind.route!,
      code: null,
      cause: null,
      request_id: all.request_ids[index]!,
      duration_us: all.duration_us[index]!,
      limit_remaining: all.limit_remaining[index]!,
      limit_full_s: all.limit_full_s[index]!,
      day_used: all.day_used[index]!,
      refused: null,
    };
  });
}

/** An array in PostgreSQL's text format. */
function arrayOf(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? "null").join(",")}}`;
}

function microseconds(ms: number): number {
  return Math.round(ms * 1_000);
}
