import type { PoolObserver } from "../../db/pool.ts";
import type { RequestLoad } from "./pace.ts";

// How long statements take, as a multiple of what the same statements usually take: each is compared with itself, so that it does not matter
// what is asked for at the moment. What is usual is learned only while no process has announced work in parts.

/** A statement's first answers, by whose median it is judged. */
const first_answers = 20;
/** The share of the difference by which the usual time follows the answers of a second, quicker or slower ones; in full from so many answers on. */
const follows = { quicker: 0.3, slower: 0.1, answers: 20 };
/** The greatest multiple of the usual time that counts: a statement that takes longer has waited for a lock. */
const outlier = 8;
/** The most answers of one statement that are kept between two reports. */
const times_max = 100;

/** What a statement usually takes, and its first times, as long as they are too few for a median. */
type Usual = { ms: number | null; first: number[] };

export type Slowness = {
  /** Observes the statements of a pool. */
  asked: PoolObserver["asked"];
  /** What was answered since the last call. */
  take(): RequestLoad;
  /** Learns from what `take` returned last. */
  learn(): void;
};

/** Milliseconds are read by `now`; tests say how. */
export function createSlowness(now: () => number = () => performance.now()): Slowness {
  const usual = new Map<string, Usual>();
  let observed = new Map<string, number[]>();
  let taken = new Map<string, number[]>();
  return {
    asked({ name }) {
      const asked_ms = now();
      return (failure) => {
        // One without a name is planned anew each time, and is asked too rarely to be compared.
        if (name === "" || failure !== undefined) return;
        const times = observed.get(name);
        if (times === undefined) observed.set(name, [now() - asked_ms]);
        else if (times.length < times_max) times.push(now() - asked_ms);
      };
    },
    take() {
      taken = observed;
      observed = new Map();
      return loadOf(taken, usual);
    },
    learn() {
      for (const [name, times] of taken) {
        const known = usual.get(name) ?? { ms: null, first: [] };
        usual.set(name, known);
        if (known.ms === null) begin(known, times);
        else known.ms = followed(known.ms, times);
      }
      taken = new Map();
    },
  };
}

function loadOf(taken: ReadonlyMap<string, readonly number[]>, usual: ReadonlyMap<string, Usual>): RequestLoad {
  let answers = 0;
  let took_ms = 0;
  let usual_ms = 0;
  for (const [name, times] of taken) {
    answers += times.length;
    const ms = usual.get(name)?.ms ?? null;
    if (ms === null) continue;
    took_ms += sumOf(times, ms);
    usual_ms += ms * times.length;
  }
  return { answers, slowness: usual_ms > 0 ? took_ms / usual_ms : null };
}

function begin(known: Usual, times: readonly number[]): void {
  known.first.push(...times);
  if (known.first.length < first_answers) return;
  known.ms = known.first.toSorted((a, b) => a - b)[Math.floor(known.first.length / 2)]!;
  known.first = [];
}

/** It comes down faster than it goes up: quick answers are what a quiet machine gives, slow ones may have another cause. */
function followed(usual_ms: number, times: readonly number[]): number {
  const mean_ms = sumOf(times, usual_ms) / times.length;
  const by = mean_ms < usual_ms ? follows.quicker : follows.slower;
  return usual_ms + (mean_ms - usual_ms) * by * Math.min(1, times.length / follows.answers);
}

function sumOf(times: readonly number[], usual_ms: number): number {
  return times.reduce((sum, ms) => sum + Math.min(ms, usual_ms * outlier), 0);
}
