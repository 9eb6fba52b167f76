// Creates a migrated database in the data directory given as first argument. prepared.ts starts it as a child process. The second
// argument is the folder for compiled code; empty: compiled code is not kept.
import { enableCompileCache } from "node:module";
import { migrate } from "../migrate.ts";
import { openEmbedded } from "./open.ts";

const [, , data_dir, compiled_dir] = process.argv as [string, string, string, string];
if (compiled_dir !== "") enableCompileCache(compiled_dir);
const embedded = await openEmbedded(data_dir);
try {
  await migrate({ kind: "embedded", host: embedded.host, port: embedded.port, user: "postgres", database: "postgres" });
} finally {
  await embedded.close();
}
