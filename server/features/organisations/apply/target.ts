/** The stored record and the record that the file wants; they are equal if nothing is to change. */
export type Target<Row> = { stands: Row | undefined; wanted: Row };
