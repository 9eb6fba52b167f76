// The file that Node starts. Systemd units of earlier versions start main.ts, which works as well. This file and its first import
// are plain JavaScript: for the first TypeScript file that is not compiled yet, Node loads its type stripper, which takes a tenth of a
// second and 17 MiB.
import "./loading.js";

await import("./main.ts");
