// What the thread of the embedded database starts with: plain JavaScript, as server/muster.js is, and for the same reason.
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";

if (workerData.compiled_dir !== null) enableCompileCache(workerData.compiled_dir);
await import("./bridge.ts");
