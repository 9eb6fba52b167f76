const name_max = 200;
/** The first is put behind a name that ends in none of them. */
const endings = {
  "application/pdf": [".pdf"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "video/mp4": [".mp4", ".m4v"],
  "video/webm": [".webm"],
  "text/vtt": [".vtt"],
} as const satisfies Record<string, readonly [string, ...string[]]>;

/**
 * What a file is called that came from outside: its name ends as its type says. A computer opens a file by the end of its name, and a PDF
 * that is called `card.html` would run there as a page.
 */
export function fileNameOf(given: string, media_type: keyof typeof endings): string {
  const allowed = endings[media_type];
  if (allowed.some((ending) => given.toLowerCase().endsWith(ending))) return given;
  return (
    Array.from(given)
      .slice(0, name_max - allowed[0].length)
      .join("") + allowed[0]
  );
}
