import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** The output of `npm run build`, in memory (a megabyte or two), so that no request reads the disk. */
export type PanelFiles = {
  page: string;
  assets: ReadonlyMap<string, Asset>;
  gate_worker: Buffer;
  manifest: Manifest;
  paintings: Paintings;
  /** The address of the script that runs content packages. */
  player: string;
};

/** The source of the script that runs content packages, below panel/, and the manifest of its build. */
export const player_source = "src/player/player.ts";
export const player_manifest = "player.json";

/** By source: the built file, and the files that it imports at once. */
export type Manifest = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

/**
 * The beginning of each screen, drawn by the build (panel/src/paint.tsx), by language. `{{…}}` is filled with facts of the
 * session. Screens that need a session are put into the shell at `{{content}}`. Sources are keys of the manifest.
 */
export type Paintings = Readonly<
  Record<string, { shell: string; slow: string; sources: readonly string[]; screens: Readonly<Record<string, PaintedScreen>> }>
>;

/** By path, as the panel's router knows it. Viewers are roles, or `public` where no session is needed. */
export type PaintedScreen = {
  sources: readonly string[];
  painted: readonly { viewers: readonly string[]; title: string; html: string }[];
};

export type Asset = { type: string; plain: Buffer; gzip: Buffer | null; br: Buffer | null };

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** Reads the built panel; null: there is none. */
export async function readPanel(folder: string): Promise<PanelFiles | null> {
  try {
    const page = await readFile(path.join(folder, "index.html"), "utf8");
    const manifest = JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8")) as Manifest;
    const players = JSON.parse(await readFile(path.join(folder, player_manifest), "utf8")) as Manifest;
    const paintings = JSON.parse(await readFile(path.join(folder, "paintings.json"), "utf8")) as Paintings;
    const gate_worker = await readFile(path.join(folder, "gate-worker.js"));
    const names = (await readdir(path.join(folder, "assets"))).filter((name) => path.extname(name) in types);
    const assets = await Promise.all(
      names.map(async (name) => [name, await readAsset(path.join(folder, "assets", name))] as const),
    );
    return { page, assets: new Map(assets), gate_worker, manifest, paintings, player: `/panel/${players[player_source]!.file}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function readAsset(file: string): Promise<Asset> {
  const [plain, br, gzip] = await Promise.all([readFile(file), readCompressed(`${file}.br`), readCompressed(`${file}.gz`)]);
  return { type: types[path.extname(file)] ?? "application/octet-stream", plain, gzip, br };
}

/** The compressed file, which the build makes only where it saves bytes. */
async function readCompressed(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
