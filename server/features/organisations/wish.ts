/** A record as it stands and as the file wants it: equal rows where the file wants nothing new. */
export type Wish<Row> = { stands: Row | undefined; wanted: Row };

/** The members that have a value: those that the file mentions. */
export function mentioned<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Members]?: Exclude<Members[Name], undefined>;
  };
}
