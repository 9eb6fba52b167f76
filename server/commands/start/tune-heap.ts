import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { collectAfterGrowth } from "../../platform/http/bodies/large-bodies.ts";

/**
 * Sets how V8 keeps the heap of a process that answers requests. Call this after everything is loaded, because V8 rejects cached compiled code after
 * its flags have changed. `growing_percent`: V8 collects the heap when it has grown by so many percent since the last collection; with null it may
 * grow to several times its size.
 */
export function tuneHeap(growing_percent: number | null): void {
  flushCompileCache();
  // By default, V8 allocates objects among the old ones when earlier objects of the same place in the code lived long. During the first requests
  // nearly all objects seem to live long. It depends on chance which places V8 decides upon; after that, each request leaves a quarter of its
  // allocations to the collection of the whole heap, and may take twice as much processor time (docs/decisions/0103).
  setFlagsFromString("--no-allocation-site-pretenuring");
  if (growing_percent !== null) collectAfterGrowth(growing_percent);
}

/** Collects the heap, because the percentage counts from a collection on: until then V8 lets the heap grow as it did while the program was loaded. */
export function collectHeap(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}
