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

/** A refusal in SCIM's format; `detail` tells the caller which operation and path to correct. */
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

/** Parses a text that is a whole parameter, so that a syntax error need not name its place. */
export function syntaxRefused<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ScimSyntax) throw scimError(400, error.scimType, error.detail);
    throw error;
  }
}

/** Parses a text from the caller; a syntax error names its place. */
export function parsed<Result>(place: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ScimSyntax) throw scimError(400, error.scimType, `${place}: ${error.detail}`);
    throw error;
  }
}
