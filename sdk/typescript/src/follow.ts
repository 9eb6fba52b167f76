import type { Clock } from "./clock.ts";
import { Events as EventOperations, type ListEventsQuery } from "./generated/operations.ts";
import type { AnswerFacts, Call, CallOptions } from "./transport.ts";
import type { AnyEvent } from "./webhooks.ts";

export type FollowOptions = CallOptions & {
  /** How soon to ask again at most, as far as the client's limits allow. Default: 400. */
  pauseMs?: number;
};

/** A page of a feed that is followed. */
export type FollowedPage = { events: readonly AnyEvent[]; cursor: string };

const pause_ms_default = 400;
/** From then on the limit of a day counts as well: a short look may use more of it than its share. */
const long_ms = 3_600_000;

/** The feed of events. */
export class EventFeeds extends EventOperations {
  readonly #clock: Clock;

  constructor(call: Call, clock: Clock) {
    super(call);
    this.#clock = clock;
  }

  /**
   * Events as they happen, page after page, without an end: leave the loop, or abort the signal. Keep `cursor` once you have dealt with a page, and
   * begin with it next time: none is missed. Asks as often as the client's limits allow, and leaves other callers of the client their share.
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

/** Full speed while more than half of the burst is left, else what is given back: `20;w=60;burst=30, 5000;w=86400`. */
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
  // A tenth more than is given back, so that others who share the client have something left.
  const kept_up = scarce ? bucket.each_ms * 1.1 : 0;
  return Math.max(pause_ms, kept_up, is_long && day ? day.each_ms * 1.1 : 0);
}
