const name_max = 200;
/** Accepted file extensions by media type. The first one is appended to a name that has none of them. */
const endings = {
  "application/pdf": [".pdf"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "video/mp4": [".mp4", ".m4v"],
  "video/webm": [".webm"],
  "text/vtt": [".vtt"],
} as const satisfies Record<string, readonly [string, ...string[]]>;

/**
 * The name of a file from outside, with an extension that fits its media type. A computer opens a file by its extension: a PDF
 * named `card.html` would open as a web page.
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
