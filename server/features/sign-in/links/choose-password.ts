import type { FaultCode } from "../../../platform/http/fault-codes.ts";
import { invalid, type ErrorItem } from "../../../platform/http/problem.ts";
import { isCommonPassword } from "../common-passwords.ts";
import { password_max, password_min } from "../schema.ts";

/** Refuses a password that is too short, too long or easy to guess. It does not require certain kinds of characters. */
export function refuseBadPassword(password: string, surroundings: readonly (string | null)[]): void {
  const length = Array.from(password).length;
  if (length < password_min) throw atPassword("TOO_SHORT", `must have at least ${password_min} characters`);
  if (length > password_max) throw atPassword("TOO_LONG", `must have at most ${password_max} characters`);
  if (
    isCommonPassword(
      password,
      surroundings.filter((text) => text !== null),
    )
  )
    throw atPassword("TOO_COMMON", "is made of usual words or of the account's own; choose something that is hard to guess");
}

function atPassword(code: FaultCode, detail: string) {
  const item: ErrorItem = { pointer: "#/password", code, detail };
  return invalid([item]);
}
