/** A record as it stands and as the file wants it: equal rows where the file wants nothing new. */
export type Target<Row> = { stands: Row | undefined; wanted: Row };
