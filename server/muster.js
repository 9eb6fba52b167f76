// What Node starts. main.ts may be started as well, and is by units of earlier versions. This file and what it imports first are plain JavaScript:
// the first file with types that does not lie there compiled makes Node load what takes types off, a tenth of a second and 17 MiB.
import "./loading.js";

await import("./main.ts");
