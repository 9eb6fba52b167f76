/** A secret of this service that was sent in the wrong place. */
const secret = /(?:lms_(?:live|test)|mt|whsec)_[0-9A-Za-z]/;

export function holdsSecret(text: string): boolean {
  return secret.test(text);
}

/** The path without segments that contain a secret of this service, in any encoding. */
export function pathWithoutSecrets(path: string): string {
  // Most paths have no encoded characters, so one look is enough.
  if (!path.includes("%") && !holdsSecret(path)) return path;
  return path
    .split("/")
    .map((segment) => (holdsSecret(decoded(segment)) ? "…" : segment))
    .join("/");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
