import react from "@vitejs/plugin-react";
import { readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig, type Plugin } from "vite";
import { fillTexts } from "./src/app/fill-texts.ts";
import { stylesOfTheme } from "./src/app/theme-styles.ts";

/** The styles of a component of Mantine come with its code, so that a page loads those that it shows. */
const stylesOfComponents: Plugin = {
  name: "styles-of-components",
  transform: {
    filter: { id: /@mantine\/core\/esm\/.*\.module\.mjs$/ },
    handler: (code, id) => `import "@mantine/core/styles/${path.basename(id, ".module.mjs")}.css";\n${code}`,
  },
};

const theme_styles = "virtual:theme.css";

/** The theme's variables as a file, so that a page has its colours and sizes before its first script. */
const themeStyles: Plugin = {
  name: "theme-styles",
  resolveId: { filter: { id: /^virtual:theme\.css$/ }, handler: () => `\0${theme_styles}` },
  load: { filter: { id: /^\0virtual:theme\.css$/ }, handler: stylesOfTheme },
};

/** A text that a language lacks is English in its file. */
const missingTexts: Plugin = {
  name: "missing-texts",
  enforce: "pre",
  transform: {
    filter: { id: /\/src\/locales\/(?!en\/)\w+\/[\w-]+\.json$/ },
    handler: (code, id) => {
      const english = path.join(import.meta.dirname, "src", "locales", "en", path.basename(id));
      const language = path.basename(path.dirname(id));
      return JSON.stringify(fillTexts(JSON.parse(code), JSON.parse(readFileSync(english, "utf8")), language));
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/panel/",
  // The worker of the gate: its address decides which pages it may serve.
  publicDir: "src/public",
  plugins: [react(), stylesOfComponents, themeStyles, missingTexts],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The policy allows no inline script, and images only from here or as data.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: "manifest.json",
    reportCompressedSize: false,
  },
  server: { port: 5173, proxy: { "/panel/api": "http://localhost:3000" } },
});
