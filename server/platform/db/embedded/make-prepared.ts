// Makes a migrated database in the data directory that is its argument: a process of its own, started by prepared.ts.
import { migrate } from "../migrate.ts";
import { openEmbedded } from "./open.ts";

const embedded = await openEmbedded(process.argv[2]!);
try {
  await migrate({ kind: "embedded", host: embedded.host, port: embedded.port, user: "postgres", database: "postgres" });
} finally {
  await embedded.close();
}
