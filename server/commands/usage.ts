/** The command was called in a wrong way; the message is all that the operator needs. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
