import type { Asked, Asking } from "./ask.ts";
import { startHelper } from "./children.ts";

/** Starts a process that requests pages and returns how long each request took, by page; `ask` throws the error. */
export function startAsker(): { ask: (asking: Asking) => Promise<number[][]>; stop: () => Promise<void> } {
  const helper = startHelper<Asking, Asked>("ask.ts");
  return {
    async ask(asking) {
      const asked = await helper.ask(asking);
      if ("fault" in asked) throw new Error(asked.fault);
      return asked.durations_ms;
    },
    stop: helper.stop,
  };
}
