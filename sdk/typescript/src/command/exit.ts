/** The exit codes of the command, on which cron jobs may rely (docs/guides/muster-sync.md). */
export const exit_codes = {
  done: 0,
  /** The service refused, or another failure that a repetition would not solve. */
  failed: 1,
  /** The command line or the file is not valid; nothing was sent. */
  usage: 2,
  /** Changes are planned, but the user at the terminal has not confirmed them. */
  changes_planned: 3,
  /** Done, but some rows were not accepted. */
  rows_invalid: 4,
  /** The service could not be reached or was overloaded: try later. */
  try_later: 75,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exit_codes)[keyof typeof exit_codes];

/** Ends the command with a message and an exit code. */
export class Ending extends Error {
  readonly code: ExitCode;

  constructor(code: ExitCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function usageFault(message: string): Ending {
  return new Ending(exit_codes.usage, message);
}
