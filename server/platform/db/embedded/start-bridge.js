// The first file of the embedded database's thread. It is plain JavaScript for the same reason as server/muster.js.
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";

if (workerData.compiled_dir !== null) enableCompileCache(workerData.compiled_dir);
await import("./bridge.ts");
