import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/panel/",
  plugins: [react()],
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
