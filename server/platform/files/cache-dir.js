import path from "node:path";

/**
 * What a start would otherwise make again: compiled code, a migrated database. Beside the packages, where only who installed the program can
 * write. Plain JavaScript, because loading.js needs it before files with types can be loaded from here.
 */
export const cache_dir = path.join(import.meta.dirname, "..", "..", "..", "node_modules", ".cache", "muster");
