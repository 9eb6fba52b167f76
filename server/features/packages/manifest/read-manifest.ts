import { ArchiveFault } from "../errors.ts";
import { manifest_max_bytes } from "../archive/limits.ts";
import { refusePath } from "../archive/path-fault.ts";
import type { Manifest, PackageItem } from "./item.ts";
import { cmi5_manifest, readCmi5 } from "./read-cmi5.ts";
import { readScorm, scorm_manifest } from "./read-scorm.ts";

/** Whether a file of an archive is a manifest, to be kept while the archive is read. Throws when it is too large. */
export function isManifest(path: string, size_bytes: number): boolean {
  if (path !== scorm_manifest && path !== cmi5_manifest) return false;
  if (size_bytes > manifest_max_bytes)
    throw new ArchiveFault("manifest_too_large", `${path} has ${size_bytes} bytes; at most ${manifest_max_bytes} are read.`);
  return true;
}

/** The items of a package. Throws when a launch file of the manifest is missing. */
export function readManifest(kept: ReadonlyMap<string, Buffer>, paths: ReadonlySet<string>): Manifest {
  const [scorm, cmi5] = [kept.get(scorm_manifest), kept.get(cmi5_manifest)];
  if (scorm === undefined && cmi5 === undefined) throw new ArchiveFault("no_manifest", noManifest(paths));
  const manifest = scorm === undefined ? readCmi5(cmi5!) : readScorm(scorm);
  return { ...manifest, items: manifest.items.map((item) => placed(item, paths)) };
}

/** Explains the usual mistake: the folder was packed instead of its content. */
function noManifest(paths: ReadonlySet<string>): string {
  const within = [...paths].find((path) => path.endsWith(`/${scorm_manifest}`) || path.endsWith(`/${cmi5_manifest}`));
  return within === undefined
    ? `The archive has no ${scorm_manifest} and no ${cmi5_manifest}; export the package as SCORM 1.2, SCORM 2004 or cmi5.`
    : `The manifest is not at the top of the archive but at ${JSON.stringify(within)}; pack what is in the folder, without the folder.`;
}

function placed(item: PackageItem, paths: ReadonlySet<string>): PackageItem {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(item.href)!;
  const decoded = decode(path).replace(/^\.\//, "");
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path))
    throw new ArchiveFault(
      "launch_file_missing",
      `The item ${JSON.stringify(item.title)} is opened elsewhere (${JSON.stringify(path)}); a launch file must be in the archive.`,
    );
  refusePath(decoded);
  if (!paths.has(decoded))
    throw new ArchiveFault(
      "launch_file_missing",
      `The item ${JSON.stringify(item.title)} opens ${JSON.stringify(decoded)}, which is not in the archive.`,
    );
  return { ...item, href: decoded.split("/").map(encodeURIComponent).join("/") + rest };
}

/** Most tools write percent-encoded addresses, some write paths. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
