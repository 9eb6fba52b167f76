/** A secret of ours that was sent in a place where it does not belong. */
const secret = /(?:lms_(?:live|test)|mt|whsec)_[0-9A-Za-z]/;

export function holdsSecret(text: string): boolean {
  return secret.test(text);
}

/** A path of which no segment holds a secret of ours, however it was encoded. */
export function pathWithoutSecrets(path: string): string {
  // Most say all that they say as it is: one look is enough.
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
