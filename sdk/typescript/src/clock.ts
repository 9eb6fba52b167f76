/** The client's source of time and randomness; tests replace it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const end = () => {
        clearTimeout(timer);
        reject(signal!.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", end);
        resolve();
      }, ms);
      signal?.addEventListener("abort", end, { once: true });
    }),
};
