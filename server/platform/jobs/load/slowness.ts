import type { PoolObserver } from "../../db/pool.ts";
import type { RequestLoad } from "./pace.ts";

// Measures the duration of statements as a multiple of their usual duration. Each statement is compared with itself, so the mix
// of requests does not matter. The usual duration is learned only while no process has announced work in parts.

/** How many first answers of a statement determine its usual duration, by their median. */
const first_answers = 20;
/**
 * How much the usual duration moves towards the mean of a second's answers, for quicker and slower means. With fewer than
 * `answers` answers it moves less.
 */
const follows = { quicker: 0.3, slower: 0.1, answers: 20 };
/** The greatest multiple that counts: a slower statement has waited for a lock. */
const outlier = 8;
/** The most durations of one statement that are kept between two reports. */
const times_max = 100;

/** The usual duration of a statement; null with its first durations, while they are too few for a median. */
type Usual = { ms: number | null; first: number[] };

export type Slowness = {
  /** Observes the statements of a pool. */
  asked: PoolObserver["asked"];
  /** Summarises what was answered since the last call. */
  take(): RequestLoad;
  /** Updates the usual durations with what `take` returned last. */
  learn(): void;
};

/** `now` reads the clock in ms; tests replace it. */
export function createSlowness(now: () => number = () => performance.now()): Slowness {
  const usual = new Map<string, Usual>();
  let observed = new Map<string, number[]>();
  let taken = new Map<string, number[]>();
  return {
    asked({ name }) {
      const asked_ms = now();
      return (failure) => {
        // A statement without a name is planned each time and runs too rarely to be compared.
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

/** The usual duration falls faster than it rises: quick answers come from a quiet machine, slow ones may have another cause. */
function followed(usual_ms: number, times: readonly number[]): number {
  const mean_ms = sumOf(times, usual_ms) / times.length;
  const by = mean_ms < usual_ms ? follows.quicker : follows.slower;
  return usual_ms + (mean_ms - usual_ms) * by * Math.min(1, times.length / follows.answers);
}

function sumOf(times: readonly number[], usual_ms: number): number {
  return times.reduce((sum, ms) => sum + Math.min(ms, usual_ms * outlier), 0);
}
