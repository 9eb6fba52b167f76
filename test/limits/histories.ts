import fc from "fast-check";
import type { Limits } from "../../server/features/clients/admission/rate-limit.ts";
import type { TestDatabase } from "../harness/database.ts";
import type { TestClient } from "../authentication/arrange.ts";

/**
 * Requests of a history that one statement admits. Before them the clock moves by `move_us` (back if negative), and the limits
 * may change.
 */
export type Step = { move_us: number; limits?: Limits; count?: number };
export type History = { start_us: number; limits: Limits; steps: readonly Step[] };

/** The answer of infra.admit_together. */
export type Decision = {
  outcome: "ok" | "limited";
  now_us: number;
  tat_us: number;
  used: number;
  rate_per_minute: number;
  rate_burst: number;
  rate_per_day: number;
  admitted: number;
};

/**
 * The meter as limits.md describes it, implemented separately from the arithmetic under test: a debt of waiting time that shrinks
 * with the clock, and a count that restarts with each UTC day.
 */
export class Meter {
  debt_us = 0;
  at_us: number | null = null;
  day = "";
  used = 0;

  request(clock_us: number, limits: Limits): Expected {
    const token_us = Math.ceil(60e6 / limits.per_minute);
    const full_us = limits.burst * token_us;
    // A clock that steps back by up to 5 s is treated as standing still; a larger step is accepted.
    const before_us = this.at_us ?? clock_us;
    const now_us = clock_us < before_us && before_us - clock_us <= 5e6 ? before_us : clock_us;
    this.debt_us = Math.min(Math.max(0, this.debt_us - (now_us - before_us)), full_us);
    this.at_us = now_us;
    const day = new Date(now_us / 1000).toISOString().slice(0, 10);
    if (day !== this.day) this.used = 0;
    this.day = day;
    const to_midnight_us = new Date(`${day}T00:00:00Z`).getTime() * 1000 + 86_400e6 - now_us;
    const has_token = this.debt_us + token_us <= full_us;
    const has_day = this.used < limits.per_day;
    const ok = has_token && has_day;
    if (ok) {
      this.debt_us += token_us;
      this.used += 1;
    }
    const day_is_used = this.used >= limits.per_day;
    const wait_us = Math.max(has_token ? 0 : this.debt_us + token_us - full_us, day_is_used ? to_midnight_us : 0);
    return {
      ok,
      headers: {
        "ratelimit-limit": String(limits.burst),
        "ratelimit-policy": `${limits.per_minute};w=60;burst=${limits.burst}, ${limits.per_day};w=86400`,
        "ratelimit-remaining": String(
          ok ? Math.min(Math.floor((full_us - this.debt_us) / token_us), limits.per_day - this.used) : 0,
        ),
        ratelimit: this.available(limits, full_us, token_us, to_midnight_us)
          .filter(({ left }) => ok || left === 0)
          .map(({ name, left, wait_us }) => `"${name}";r=${left}${wait_us === 0 ? "" : `;t=${Math.ceil(wait_us / 1e6)}`}`)
          .join(", "),
        "ratelimit-reset": String(Math.ceil((day_is_used ? to_midnight_us : this.debt_us) / 1e6)),
        ...(ok ? {} : { "retry-after": String(Math.ceil(wait_us / 1e6)) }),
      },
    };
  }

  /** What is left of each limit, and how long it takes until more is available. */
  available(limits: Limits, full_us: number, token_us: number, to_midnight_us: number) {
    const saved_us = full_us - this.debt_us;
    return [
      {
        name: "bucket",
        left: Math.floor(saved_us / token_us),
        wait_us: this.debt_us === 0 ? 0 : token_us - (saved_us % token_us),
      },
      { name: "daily_quota", left: Math.max(0, limits.per_day - this.used), wait_us: to_midnight_us },
    ];
  }
}

export type Expected = { ok: boolean; headers: Record<string, string> };

/** Critical instants of clocks: both DST changes of Warsaw, the end of the year, a leap day, midnight in UTC and local time. */
const doubtful = [
  "2026-03-29T01:00:00Z",
  "2026-03-28T23:00:00Z",
  "2026-10-25T01:00:00Z",
  "2026-10-24T22:00:00Z",
  "2026-12-31T23:00:00Z",
  "2027-01-01T00:00:00Z",
  "2028-02-29T00:00:00Z",
  "2028-03-01T00:00:00Z",
  "2026-06-01T00:00:00Z",
  "2026-06-01T12:00:00Z",
].map((text) => new Date(text).getTime() * 1000);

const anyLimits: fc.Arbitrary<Limits> = fc.record({
  per_minute: fc.oneof(fc.constant(20), fc.integer({ min: 1, max: 90 })),
  burst: fc.oneof(fc.constant(30), fc.integer({ min: 1, max: 12 })),
  per_day: fc.oneof(fc.constant(5_000), fc.integer({ min: 1, max: 20 })),
});

const second = 1_000_000;
const anyMove = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 * second }) },
  { weight: 3, arbitrary: fc.integer({ min: second, max: 120 * second }) },
  { weight: 1, arbitrary: fc.integer({ min: second, max: 86_400 * second }) },
  { weight: 1, arbitrary: fc.integer({ min: -5 * second, max: -1 }) },
  { weight: 1, arbitrary: fc.integer({ min: -7_200 * second, max: -1 }) },
);

/** Histories of up to `steps_max` requests of one client. */
export function anyHistory(steps_max: number): fc.Arbitrary<History> {
  return fc.record({
    start_us: fc
      .tuple(fc.constantFrom(...doubtful), fc.integer({ min: -60 * second, max: 60 * second }))
      .map(([near, by]) => near + by),
    limits: anyLimits,
    steps: fc.array(
      fc.record({ move_us: anyMove, limits: fc.option(anyLimits, { nil: undefined, freq: 12 }) }) as fc.Arbitrary<Step>,
      { minLength: 1, maxLength: steps_max },
    ),
  });
}

/** What is replayed: a whole history starts with an unused bucket; single steps continue from the present state. */
export type Play = (client: TestClient, history: History | Pick<History, "steps">) => Promise<Decision[]>;

/**
 * Plays histories on infra.admit_together itself, one statement for each step: moves the clock, changes the limits, requests
 * admission.
 */
export async function preparePlaying(database: TestDatabase): Promise<Play> {
  await database.superuser.query(`
    create function infra.play(p_tenant uuid, p_client uuid, p_code text, p_key text, p_expires bigint, p_start bigint, p_steps jsonb)
    returns setof json language plpgsql as $$
    declare
      step jsonb;
      at_us bigint := coalesce(p_start, infra.now_us());
    begin
      delete from rate_bucket where client_id = p_client and p_start is not null;
      for step in select jsonb_array_elements(p_steps) loop
        at_us := at_us + (step->>'move_us')::bigint;
        update infra.test_clock set frozen_us = at_us, ahead_us = 0;
        if step ? 'limits' then
          update tenant
          set rate_per_minute = (step->'limits'->>'per_minute')::int,
            rate_burst = (step->'limits'->>'burst')::int,
            rate_per_day = (step->'limits'->>'per_day')::int
          where id = p_tenant;
        end if;
        return query select row_to_json(a) from infra.admit_together(
          '127.0.0.1', p_code, p_key, null, null, 'oauth2', p_expires, null, coalesce((step->>'count')::int, 1)) a;
      end loop;
    end $$`);
  return async (client, history) => {
    const { start_us, limits } = history as Partial<History>;
    const steps = history.steps.map((step, index) => ({
      move_us: step.move_us,
      count: step.count,
      limits: step.limits ?? (index === 0 ? limits : undefined),
    }));
    const { rows } = await database.superuser.query<{ play: Decision }>("select infra.play($1, $2, $3, $4, $5, $6, $7) as play", [
      client.tenant_id,
      client.client_id,
      client.tenant_code,
      client.key_id,
      Number.MAX_SAFE_INTEGER,
      start_us ?? null,
      JSON.stringify(steps),
    ]);
    return rows.map((row) => row.play);
  };
}
