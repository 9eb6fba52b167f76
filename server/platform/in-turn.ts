import { unavailable } from "./db/failures.ts";

/**
 * Runs work when its turn comes. Throws Unavailable, without running it, when too many others wait, or when its caller has
 * stopped waiting (`isOver`).
 */
export type InTurn = <T>(key: string, isOver: () => boolean, work: () => Promise<T>) => Promise<T>;

/**
 * Work with the same key runs one after the other within this process. While it waits it holds neither a connection nor a lock.
 * `waiting_max`: how many may wait per key.
 */
export function createTurns(waiting_max: number): InTurn {
  const queues = new Map<string, (() => void)[]>();
  return async (key, isOver, work) => {
    const queue = queues.get(key);
    if (queue === undefined) queues.set(key, []);
    else if (queue.length >= waiting_max) throw unavailable(`more than ${waiting_max} requests of one kind wait for their turn`);
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      if (isOver()) throw unavailable("the request ended before its turn came");
      return await work();
    } finally {
      const next = queues.get(key)!.shift();
      if (next) next();
      else queues.delete(key);
    }
  };
}
