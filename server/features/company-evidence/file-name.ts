import type { EvidenceType } from "../certificates/evidence/file.ts";

const name_max = 200;
/** The first is put behind a name that ends in none of them. */
const endings: Readonly<Record<EvidenceType, readonly [string, ...string[]]>> = {
  "application/pdf": [".pdf"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
};

/**
 * What a file is called that came from outside: its name ends as its type says. The administrator's computer opens a file by the end of its
 * name, and a PDF that is called `card.html` would run there as a page.
 */
export function fileNameOf(given: string, media_type: EvidenceType): string {
  const allowed = endings[media_type];
  if (allowed.some((ending) => given.toLowerCase().endsWith(ending))) return given;
  return (
    Array.from(given)
      .slice(0, name_max - allowed[0].length)
      .join("") + allowed[0]
  );
}
