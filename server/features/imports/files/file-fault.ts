/** A fault of a file's form, which leaves in doubt what the whole file says: nothing of it is carried out. */
export class FileFault extends Error {
  /** The line that is to blame; null: the file as a whole. */
  readonly line: number | null;

  constructor(line: number | null, message: string) {
    super(message);
    this.name = "FileFault";
    this.line = line;
  }
}
