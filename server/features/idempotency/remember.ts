import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Caller } from "../../platform/context.ts";
import { unavailable } from "../../platform/db/failures.ts";
import type { Once } from "../../platform/db/once.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { deadlineOf, endDeadline, nothing, wasAnswered } from "../../platform/http/deadline.ts";
import { invalid, type Problem } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { day_us } from "../../platform/instants.ts";
import { fixed_kinds } from "../../platform/retention.ts";
import { idempotencyKeyInUse, idempotencyKeyReused } from "./errors.ts";
import {
  claimKey,
  findKey,
  releaseClaim,
  updateAnswer,
  updateResult,
  type Claim,
  type Committed,
  type KeyedRequest,
  type StoredAnswer,
} from "./sql.ts";

/**
 * Idempotency-Key: a client that got no answer to a POST repeats it with the same key, and gets the first answer.
 *
 * Before the handler, a request claims its key: one row for client and key, which only one request can insert. After the handler,
 * and before the answer is sent, the answer is stored in that row. Later equal requests get the stored answer; until then they
 * get 409. Answers that mean no effect are not stored: after 5xx, 401 and 429 the claim is released, and a repetition is carried
 * out.
 *
 * Claim, operation and answer are three transactions; the second one also stores its result (`withTenantOnce`). If the process or
 * its connection dies before the third, a repetition takes the claim over, after the time in which the owner must have ended, and
 * builds its answer from that result. So nothing is carried out twice, and a repeated create is not answered with 409. The
 * claim's id is a fencing token: a request that has lost its claim commits and stores nothing. All ages are measured on the
 * infrastructure's clock.
 */
export function rememberAnswers(app: FastifyInstance, pool: Pool, log: Logger): void {
  const claims = new WeakMap<FastifyRequest, Claim>();

  app.addHook("onRoute", ({ method, config }) => {
    if (!config?.operation || config.operation.upload || ![method].flat().includes("POST")) return;
    Object.assign(config.operation, {
      problems: [...(config.operation.problems ?? []), idempotencyKeyInUse, idempotencyKeyReused],
    });
  });

  app.addHook("preHandler", (request, reply, done) => {
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || request.caller === null || key === undefined) return done();
    if (request.routeOptions.config.operation?.upload) throw keyOfUpload();
    return claimOrReplay(request, reply, request.caller, readKey(key));
  });
  const claimOrReplay = async (request: FastifyRequest, reply: FastifyReply, caller: Caller, key: string) => {
    const keyed = { client_id: caller.client.id, key, request_hash: hashOf(request) };
    const claimed = await claim(pool, caller.tenant.id, keyed, abandonedAfter(request));
    if (wasAnswered(request)) {
      // The deadline passed while the key was being claimed. No handler will run, so the claim is released here.
      if ("claim_id" in claimed) void giveBackLater(pool, caller.tenant.id, claimed);
      return nothing();
    }
    if (!("claim_id" in claimed)) return replay(reply, claimed);
    claims.set(request, claimed);
    request.caller = { ...caller, once: onceOf(caller.tenant.id, claimed) };
    return undefined;
  };

  app.addHook("onSend", (request, reply, payload, done) => {
    const claimed = claims.get(request);
    return claimed === undefined ? done() : keepAnswer(request, reply, payload, claimed);
  });
  const keepAnswer = async (request: FastifyRequest, reply: FastifyReply, payload: unknown, claimed: Claim) => {
    claims.delete(request);
    // Ends the deadline, so that the answer that is stored is also the one that is sent.
    endDeadline(request);
    try {
      await keep(pool, request.caller!, claimed, reply, payload);
    } catch (error) {
      // The answer is correct and is sent. A repetition builds it from the stored result, once the claim is released.
      log.warn({ err: error, request_id: request.id }, "could not store the answer of an idempotency key");
      void giveBackLater(pool, request.caller!.tenant.id, claimed);
    }
  };
}

/** How long a key and its answer are stored. */
export const key_lifetime_us = fixed_kinds.kept_answers * day_us;
/** A claim without an answer is abandoned when it is this much older than any handler may run. */
const abandoned_margin_us = 5 * 1_000_000;
const claim_tries_max = 3;
/** Retry-After for a request whose key is in use. */
const in_use_retry_after_s = 1;
/** Waits between attempts to release a claim. If the database does not answer for longer, the claim expires by its age. */
const give_back_waits_ms = [500, 1_000, 2_000, 4_000];
const server_error_min = 500;
const statuses_not_stored = new Set([401, 429]);
const headers_stored = ["content-type", "location", "etag"];
/** Members that are shown once and never stored in clear: a repeated answer does not have them. */
const members_not_stored = ["secret_token"];

function readKey(header: string | string[]): string {
  if (typeof header === "string" && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw invalid([{ header: "Idempotency-Key", code: "INVALID_FORMAT", detail: "must have 1 to 255 visible ASCII characters" }]);
}

/**
 * The server could compare two uploads only after both have arrived, and ignoring the key would break its promise. So it is
 * refused.
 */
function keyOfUpload(): Problem {
  const detail = "is not possible with an upload; one that is repeated brings about the same state as once";
  return invalid([{ header: "Idempotency-Key", code: "NOT_ALLOWED", detail }]);
}

/** Equal bodies have equal hashes, whatever the order of members. */
function hashOf(request: FastifyRequest): Buffer {
  const body = JSON.stringify(request.body ?? null, (_name, value: unknown) => (isObject(value) ? sorted(value) : value));
  return createHash("sha256").update(`${request.url}\n${body}`).digest();
}

function abandonedAfter(request: FastifyRequest): number {
  return deadlineOf(request) * 1_000 + abandoned_margin_us;
}

type Claimed = Claim & { committed: Committed | null };

async function claim(pool: Pool, tenant_id: string, keyed: KeyedRequest, abandoned_us: number): Promise<Claimed | StoredAnswer> {
  const claimed = { ...keyed, claim_id: newId() };
  let has_won = false;
  const attempt = withTenant(pool, tenant_id, async (db) => {
    for (let tried = 0; tried < claim_tries_max; tried += 1) {
      const won = await claimKey(db, tenant_id, claimed, { abandoned_us, lifetime_us: key_lifetime_us });
      has_won = won !== undefined;
      if (won !== undefined) return { ...claimed, ...won };
      const known = await findKey(db, tenant_id, keyed.client_id, keyed.key);
      if (known === undefined) continue; // released meanwhile: try again
      if (!known.request_hash.equals(keyed.request_hash)) {
        throw idempotencyKeyReused("This Idempotency-Key was sent with another body or to another address; send a new one.");
      }
      if (known.response_status === null) break;
      return { status: known.response_status, headers: known.response_headers!, body: known.response_body! };
    }
    throw idempotencyKeyInUse("The first request with this Idempotency-Key has not been answered yet.", {
      headers: { "retry-after": String(in_use_retry_after_s) },
    });
  });
  return attempt.catch((error: unknown) => {
    // The commit was sent but its answer was lost, so the database may have the claim. This request ends here and releases it.
    if (has_won) void giveBackLater(pool, tenant_id, claimed);
    throw error;
  });
}

function onceOf(tenant_id: string, { committed, ...claimed }: Claimed): Once {
  return {
    committed,
    async keep(db, value) {
      if (!(await updateResult(db, tenant_id, claimed, { value })))
        throw unavailable("another request has taken over the idempotency key");
    },
  };
}

function replay(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  return reply.code(answer.status).headers(answer.headers).header("idempotency-replayed", "true").send(answer.body);
}

async function keep(pool: Pool, caller: Caller, claimed: Claim, reply: FastifyReply, payload: unknown): Promise<void> {
  const { statusCode: status } = reply;
  const present = headers_stored.filter((name) => reply.hasHeader(name));
  const headers = Object.fromEntries(present.map((name) => [name, String(reply.getHeader(name))]));
  await withTenant(pool, caller.tenant.id, async (db) => {
    if (status >= server_error_min || statuses_not_stored.has(status))
      return void (await releaseClaim(db, caller.tenant.id, claimed));
    return updateAnswer(db, caller.tenant.id, claimed, { status, headers, body: bodyToStore(payload) });
  });
}

/**
 * Releases a claim that could not be released when the request ended. A claim that is not found may still be committed, so it is
 * looked for again.
 */
async function giveBackLater(pool: Pool, tenant_id: string, claimed: Claim): Promise<void> {
  for (const wait_ms of give_back_waits_ms) {
    await sleep(wait_ms, undefined, { ref: false });
    try {
      if (await withTenant(pool, tenant_id, (db) => releaseClaim(db, tenant_id, claimed))) return;
    } catch {
      // The next attempt follows; after the last one, the claim expires by its age.
    }
  }
}

function bodyToStore(payload: unknown): string {
  const text = typeof payload === "string" ? payload : "";
  if (!members_not_stored.some((name) => text.includes(`"${name}"`))) return text;
  const body = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(Object.fromEntries(Object.entries(body).filter(([name]) => !members_not_stored.includes(name))));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
