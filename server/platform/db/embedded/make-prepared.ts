// Makes a migrated database in the data directory that is its first argument: a process of its own, started by prepared.ts. The second one says where
// compiled code is kept; empty: nowhere.
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
