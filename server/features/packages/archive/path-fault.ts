import { ArchiveFault } from "../errors.ts";
import { path_max_letters } from "./limits.ts";

/** Refuses a path that other programs could take for a place outside the archive, or for another of its files. */
export function refusePath(path: string): void {
  const named = JSON.stringify(path.slice(0, path_max_letters));
  const refuse = (...[reason, what]: [ArchiveFault["reason"], string]) => {
    throw new ArchiveFault(reason, `The path ${named} ${what}.`);
  };
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(path)) refuse("path_has_control_letter", "has a control character; rename the file");
  if (path.includes("\\")) refuse("path_has_backslash", "has a backslash; pack the folder with / between its parts");
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path))
    refuse("path_absolute", "is absolute; pack the content of the folder, not the folder by its full path");
  const parts = path.replace(/\/$/, "").split("/");
  if (parts.some((part) => part === ".." || part === "." || part === ""))
    refuse("path_climbs_out", "has a part that is empty, . or ..; pack the folder anew");
  if (path.length > path_max_letters) refuse("path_too_long", `has more than ${path_max_letters} letters; shorten it`);
}
