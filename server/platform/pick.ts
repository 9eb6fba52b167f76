/** Some members of an object, by name. */
export function pick<Of extends object, Name extends keyof Of>(from: Of, names: readonly Name[]): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<Of, Name>;
}
