/** Some members of an object, by name. */
export function pick<Of extends object, Name extends keyof Of>(from: Of, names: readonly Name[]): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<Of, Name>;
}

/** Those of some members that an object has: what a patch leaves out, stays left out. */
export function pickGiven<Of extends object, Name extends keyof Of>(from: Of, names: readonly Name[]): Pick<Of, Name> {
  return Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]])) as Pick<Of, Name>;
}
