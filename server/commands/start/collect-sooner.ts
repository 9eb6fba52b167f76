import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";

/**
 * A heap that is collected when it has grown by so many percent since the last time; V8 by itself lets it grow to several times its size. Called once everything
 * is loaded, because V8 rejects compiled code where its flags have changed since.
 */
export function collectSooner(growing_percent: number): void {
  flushCompileCache();
  setFlagsFromString(`--heap-growing-percent=${growing_percent}`);
}
