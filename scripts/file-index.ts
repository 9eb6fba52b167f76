// The last section of ARCHITECTURE.md: the files of each folder, by name, so that the page alone leads to any of them.
import { globSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const heading = "## Index of files";
/** Names that the page explains once, because most features have them. */
const roles: ReadonlySet<string> = new Set(["schema", "routes", "panel.routes", "sql", "errors", "events"]);

/** The page with its index made current; the index is the page's last section. */
export function withFileIndex(page: string): string {
  const at = page.indexOf(`\n${heading}\n`);
  return `${(at === -1 ? page : page.slice(0, at)).trimEnd()}\n\n${heading}\n\n${index()}`;
}

function index(): string {
  const folders = Map.groupBy(sources(), (name) => path.posix.dirname(name));
  const lines = [...folders].flatMap(([folder, names]) => {
    const own = names.map((name) => path.posix.basename(name).replace(/\.tsx?$/, "")).filter((name) => !roles.has(name));
    return own.length === 0 ? [] : [`- ${folder}/: ${own.join(", ")}`];
  });
  return `By folder, without \`.ts\` and \`.tsx\`, tests, and the fixed roles of a feature (\`${[...roles].join("`, `")}\`).
Made by \`npm run generate\`.

<details>
<summary>All folders of server/, panel/src/ and sdk/typescript/src/</summary>

${lines.join("\n")}

</details>
`;
}

function sources(): string[] {
  return globSync("{server,panel/src,sdk/typescript/src}/**/*.{ts,tsx}", { cwd: root })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => !/\/generated\/|\.(test|long|fixture|d)\.tsx?$/.test(name))
    .toSorted();
}
