import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** What `npm run build` made, in memory: a megabyte or two, so that no request touches the disk. */
export type PanelFiles = {
  page: string;
  assets: ReadonlyMap<string, Asset>;
  gate_worker: Buffer;
  manifest: Manifest;
  paintings: Paintings;
  /** The address of the script in which content packages run. */
  player: string;
};

/** The script in which content packages run, below panel/, and the manifest of its own build. */
export const player_source = "src/player/player.ts";
export const player_manifest = "player.json";

/** By source: the file that it became, and the files that this one begins with. */
export type Manifest = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

/**
 * What each screen begins with, drawn by the build (panel/src/paint.tsx), by language. `{{…}}` is what the session says; the
 * shell is around what is not public, which stands where it says `{{content}}`; sources are keys of the manifest.
 */
export type Paintings = Readonly<
  Record<string, { shell: string; slow: string; sources: readonly string[]; screens: Readonly<Record<string, PaintedScreen>> }>
>;

/** By its address as the panel's router knows it. Viewers are roles, or `public` where no session is needed. */
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

/** Reads the built panel; null when there is none. */
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

/** Made by the build where it saves anything. */
async function readCompressed(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
