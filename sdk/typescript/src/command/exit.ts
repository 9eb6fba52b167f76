/** How the command ends; a promise to cron jobs (docs/guides/muster-sync.md). */
export const exit_codes = {
  done: 0,
  /** Refused by the service, or anything else that another try would not mend. */
  failed: 1,
  /** The command or the file is not as it must be; nothing was sent. */
  usage: 2,
  /** Changes are planned, and the person at the terminal has not confirmed them. */
  changes_planned: 3,
  /** Done, but rows could not be taken. */
  rows_invalid: 4,
  /** The service could not be reached, or had no more room: try later. */
  try_later: 75,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exit_codes)[keyof typeof exit_codes];

/** Ends the command with a sentence and a code. */
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
