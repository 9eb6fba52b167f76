/** The members that have a value, such as those given in a file or request. */
export function mentioned<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Members]?: Exclude<Members[Name], undefined>;
  };
}
