import { createHash } from "node:crypto";

/** Reproducible random choices: the same seed gives the same choices. */
export type Seeded = {
  readonly seed: number;
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform in 0..count-1. */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
};

/** `SEED=… npm test` repeats the run that printed the seed; a test includes it in every failure message. */
export function seeded(seed: number = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31))): Seeded {
  let block = 0;
  let words: number[] = [];
  const next = () => {
    if (words.length === 0) {
      const bytes = createHash("sha256").update(`${seed}:${block}`).digest();
      words = Array.from({ length: 8 }, (_, index) => bytes.readUInt32BE(index * 4));
      block += 1;
    }
    return words.pop()! / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { seed, next, below, chance: (probability) => next() < probability, pick: (list) => list[below(list.length)]! };
}
