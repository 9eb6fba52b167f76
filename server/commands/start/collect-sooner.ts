import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";

/**
 * Makes V8 collect the heap when it has grown by so many percent since the last collection; by default it may grow to several
 * times its size. Call this after everything is loaded, because V8 rejects cached compiled code after its flags have changed.
 */
export function collectSooner(growing_percent: number): void {
  flushCompileCache();
  setFlagsFromString(`--heap-growing-percent=${growing_percent}`);
}
