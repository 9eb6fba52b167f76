// Draws what the server paints of each screen (panel/src/paint.tsx) into a file. A process of its own, because the
// screens look for a browser's globals.
//
//   node scripts/paint-panel.ts panel/dist/paintings.json
import { writeFileSync } from "node:fs";
import path from "node:path";
import { createServer } from "vite";

// Globals that screens read before an answer arrives. The address has a token, because a link without one is shown as used.
Object.assign(globalThis, {
  location: new URL("http://localhost/panel/#token"),
  history: { state: null, replaceState: () => undefined },
  localStorage: { getItem: () => null },
});
Object.assign(navigator, { onLine: true });

const vite = await createServer({
  configFile: path.join(import.meta.dirname, "..", "panel", "vite.config.ts"),
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  appType: "custom",
  optimizeDeps: { noDiscovery: true },
});
const { paint } = (await vite.ssrLoadModule("/src/paint.tsx")) as { paint: () => Promise<object> };
writeFileSync(process.argv[2]!, JSON.stringify(await paint()));
await vite.close();
