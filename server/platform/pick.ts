/** The named members of an object. */
export function pick<Of extends object, Name extends keyof Of>(from: Of, names: readonly Name[]): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<Of, Name>;
}

/** The named members that an object has; members that a patch leaves out stay absent. */
export function pickGiven<Of extends object, Name extends keyof Of>(from: Of, names: readonly Name[]): Pick<Of, Name> {
  return Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]])) as Pick<Of, Name>;
}
