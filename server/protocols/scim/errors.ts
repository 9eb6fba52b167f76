import { ScimSyntax } from "./patch/path-fault.ts";

/** RFC 7644 §3.12, table 9, and RFC 9865 §2.3. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue"
  | "invalidVers"
  | "sensitive"
  | "invalidCursor"
  | "expiredCursor"
  | "invalidCount";

/** A refusal in SCIM's words; `detail` tells the caller which operation and which path to mend. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;
  readonly detail: string;
  constructor(status: number, scimType: ScimType | null, detail: string) {
    super(`${scimType ?? status}: ${detail}`);
    this.name = "ScimError";
    this.status = status;
    this.scimType = scimType;
    this.detail = detail;
  }
}

export function scimError(status: number, scimType: ScimType | null, detail: string): ScimError {
  return new ScimError(status, scimType, detail);
}

/** Parses text that is a parameter by itself; a syntax error needs to name no place. */
export function syntaxRefused<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ScimSyntax) throw scimError(400, error.scimType, error.detail);
    throw error;
  }
}

/** Parses text of the caller; a syntax error names the place where the text stood. */
export function parsed<Result>(place: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ScimSyntax) throw scimError(400, error.scimType, `${place}: ${error.detail}`);
    throw error;
  }
}
