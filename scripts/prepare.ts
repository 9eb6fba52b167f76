// What the first `npm start` would otherwise wait for: the panel's pages, a migrated database to copy, and the server's code compiled.
// Run at the end of `npm ci` (prepare.cjs); side by side, in a process each.
import { enableCompileCache, flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { buildWhereStale } from "../server/features/panel-pages/build.ts";
import { prepareDatabase } from "../server/platform/db/embedded/prepared.ts";

await Promise.all([buildWhereStale(() => undefined), prepareDatabase(), compile()]);

/** As server/main.ts keeps it. */
async function compile(): Promise<void> {
  enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/muster", import.meta.url)));
  await Promise.all([
    import("../server/commands/serve.ts"),
    import("../server/commands/http.ts"),
    import("../server/worker.ts"),
    import("../server/features/organisations/demo/demo.ts"),
  ]);
  flushCompileCache();
}
