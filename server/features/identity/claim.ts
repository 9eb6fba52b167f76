/**
 * The value of a claim by its name, or by a path such as `realm_access.roles` if no claim has that name; undefined: it does not
 * exist.
 */
export function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const step of name.split(".")) {
    if (typeof found !== "object" || found === null || Array.isArray(found) || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}
