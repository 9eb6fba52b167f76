import path from "node:path";

/**
 * The folder for results that a start would otherwise have to compute again: compiled code and a migrated database. It is beside the
 * packages, where only the user who installed the program can write. Plain JavaScript, because loading.js imports it before
 * TypeScript files can be loaded from compiled code.
 */
export const cache_dir = path.join(import.meta.dirname, "..", "..", "..", "node_modules", ".cache", "muster");
