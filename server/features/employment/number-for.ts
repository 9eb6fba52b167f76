import { newId } from "../../platform/ids.ts";
import { caseNorm } from "../../platform/text.ts";
import { employee_no_max } from "../people/definition.ts";

/**
 * An employee number for a person who was given none: the first of `names` that is short enough and free, otherwise a new one.
 */
export async function numberFor(
  names: readonly (string | null)[],
  listTaken: (numbers: readonly string[]) => Promise<readonly string[]>,
): Promise<string> {
  const candidates = names.filter((name): name is string => name !== null && name.length <= employee_no_max);
  const taken = new Set(await listTaken(candidates));
  return candidates.find((name) => !taken.has(caseNorm(name))) ?? newId();
}
