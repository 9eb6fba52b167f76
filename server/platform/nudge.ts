export type Nudge = { wake: () => void; wait: (ms: number) => Promise<void> };

/** A wait that can be cut short. A wake while no caller is waiting cuts the next wait short. */
export function createNudge(): Nudge {
  let pending = false;
  let resolve: (() => void) | null = null;
  return {
    wake() {
      if (resolve === null) pending = true;
      else resolve();
    },
    async wait(ms) {
      if (pending) {
        pending = false;
        return;
      }
      await new Promise<void>((done) => {
        const timer = setTimeout(done, ms);
        resolve = () => {
          clearTimeout(timer);
          done();
        };
      });
      resolve = null;
    },
  };
}
