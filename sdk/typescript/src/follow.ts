import type { Clock } from "./clock.ts";
import { Events as EventOperations, type ListEventsQuery } from "./generated/operations.ts";
import type { AnswerFacts, Call, CallOptions } from "./transport.ts";
import type { AnyEvent } from "./webhooks.ts";

export type FollowOptions = CallOptions & {
  /** The shortest pause between two requests, as far as the client's limits allow it. Default: 400. */
  pauseMs?: number;
};

/** One page of events. */
export type FollowedPage = { events: readonly AnyEvent[]; cursor: string };

const pause_ms_default = 400;
/** After this time the daily limit also applies: a short run may use more than its share of it. */
const long_ms = 3_600_000;

/** The feed of events. */
export class EventFeeds extends EventOperations {
  readonly #clock: Clock;

  constructor(call: Call, clock: Clock) {
    super(call);
    this.#clock = clock;
  }

  /**
   * Events as they happen, page after page, without an end: leave the loop, or abort the signal. Store `cursor` once you have
   * processed a page, and start with it next time, so that no event is missed. It polls as often as the client's limits allow,
   * and leaves other callers of the client their share.
   */
  async *follow(query: ListEventsQuery = {}, options: FollowOptions = {}): AsyncGenerator<FollowedPage, never, undefined> {
    const { pauseMs = pause_ms_default, onAnswer, ...call } = options;
    const began_at = this.#clock.now();
    let { cursor } = query;
    for (;;) {
      let facts: AnswerFacts | null = null;
      const place = cursor === undefined ? query : { limit: query.limit, type: query.type, cursor };
      const note = (answer: AnswerFacts) => {
        facts = answer;
        onAnswer?.(answer);
      };
      const page = await this.list(place, { ...call, onAnswer: note });
      cursor = page.pagination.resume_cursor;
      yield { events: page.events, cursor };
      if (page.pagination.next_cursor !== null) continue;
      await this.#clock.sleep(pauseAfter(facts, pauseMs, this.#clock.now() - began_at >= long_ms), call.signal);
    }
  }
}

/**
 * The shortest pause while more than half of the burst is left; otherwise the rate at which requests are given back:
 * `20;w=60;burst=30, 5000;w=86400`.
 */
export function pauseAfter(
  facts: Pick<AnswerFacts, "rateLimitPolicy" | "rateLimitRemaining"> | null,
  pause_ms: number,
  is_long: boolean,
): number {
  const limits = [...(facts?.rateLimitPolicy ?? "").matchAll(/(\d+);w=(\d+)(?:;burst=(\d+))?/g)].map(
    ([, count, window_s, burst]) => ({
      each_ms: (Number(window_s) * 1_000) / Math.max(1, Number(count)),
      burst: burst === undefined ? null : Number(burst),
    }),
  );
  const bucket = limits.find(({ burst }) => burst !== null);
  const day = limits.find(({ burst }) => burst === null);
  const scarce = bucket !== undefined && (facts?.rateLimitRemaining ?? 0) <= bucket.burst! / 2;
  // Ten per cent slower than requests are given back, so that others who use the client have some left.
  const kept_up = scarce ? bucket.each_ms * 1.1 : 0;
  return Math.max(pause_ms, kept_up, is_long && day ? day.each_ms * 1.1 : 0);
}
