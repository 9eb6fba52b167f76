/** A fault in the format of a file. It makes the meaning of the whole file doubtful, so none of the file is carried out. */
export class FileFault extends Error {
  /** The line with the fault; null: it concerns the whole file. */
  readonly line: number | null;

  constructor(line: number | null, message: string) {
    super(message);
    this.name = "FileFault";
    this.line = line;
  }
}
