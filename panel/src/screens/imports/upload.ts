import type { components } from "../../api/schema.d.ts";
import { panelFetch } from "../../api/fetch.ts";

export type Import = components["schemas"]["PeopleImport"];

export type UploadOptions = { dry_run: boolean; deactivate_missing: boolean; max_deactivate_percent: number };

/** Uploads a file unchanged; the typed client sends JSON only. */
export async function upload(file: File, options: UploadOptions): Promise<Import> {
  const url = new URL("/panel/api/imports/users", location.origin);
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, String(value));
  const media_type = /\.(ndjson|jsonl)$/i.test(file.name) ? "application/x-ndjson" : "text/csv";
  const response = await panelFetch(
    new Request(url, { method: "POST", headers: { accept: "application/json", "content-type": media_type }, body: file }),
  );
  return (await response.json()) as Import;
}

/** The file of a dry run, so that it can be carried out without choosing it again. */
type Tried = { id: string; file: File; options: UploadOptions };
const tried = new Map<string, Tried>();

export function rememberTried(one: Tried): void {
  tried.clear();
  tried.set(one.id, one);
}

export function triedOf(id: string): Tried | undefined {
  return tried.get(id);
}
