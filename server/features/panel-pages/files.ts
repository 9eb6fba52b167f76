import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** What `npm run build` made, in memory: a megabyte or two, so that no request touches the disk. */
export type PanelFiles = { page: string; assets: ReadonlyMap<string, Asset>; manifest: Manifest };

/** By source: the file that it became, and the files that this one begins with. */
export type Manifest = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>;

export type Asset = { type: string; plain: Buffer; gzip: Buffer | null; br: Buffer | null };

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".woff2": "font/woff2",
};
const compressed_types = new Set([".js", ".css", ".svg", ".json"]);
/** Below this, a compressed copy saves no packet. */
const compressed_bytes_min = 1_000;
/** 11 would take seconds at the start for a few percent. */
const brotli_quality = 5;

/** Reads the built panel; null when there is none. */
export async function readPanel(folder: string): Promise<PanelFiles | null> {
  try {
    const page = await readFile(path.join(folder, "index.html"), "utf8");
    const manifest = JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8")) as Manifest;
    const names = await readdir(path.join(folder, "assets"));
    const assets = await Promise.all(
      names.map(async (name) => [name, await readAsset(path.join(folder, "assets", name))] as const),
    );
    return { page, assets: new Map(assets), manifest };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function readAsset(file: string): Promise<Asset> {
  const extension = path.extname(file);
  const plain = await readFile(file);
  const type = types[extension] ?? "application/octet-stream";
  if (!compressed_types.has(extension) || plain.length < compressed_bytes_min) return { type, plain, gzip: null, br: null };
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotli_quality };
  return { type, plain, gzip: await promisify(gzip)(plain), br: await promisify(brotliCompress)(plain, { params }) };
}
