import type { UseFormReturnType } from "@mantine/form";
import { useEffect } from "react";
import { ApiProblem } from "../api/problem.ts";

/**
 * Puts the findings of a 422 at the fields that they name, as JSON pointers (`/hosts/0` is the field `hosts.0`), and focuses the
 * first of them; what was typed stays. Returns what no field of the form can show: the problem itself, for a `ProblemAlert`,
 * or null.
 *
 * `fields` names a field where it is called otherwise in the body: `{ "/allow_list": "addresses" }`. A finding about a part
 * of a field (`/allow_list/2`) is shown at the field.
 */
export function useFormProblems<T extends Record<string, any>>(
  form: UseFormReturnType<T, any>,
  error: unknown,
  fields: Readonly<Record<string, string>> = {},
): unknown {
  const problem = error instanceof ApiProblem ? error : null;
  const { found, rest } = partFindings(problem, form.getValues(), fields);
  useEffect(() => {
    const [first] = Object.keys(found);
    if (first === undefined) return;
    form.setErrors(found);
    form.getInputNode(first)?.focus();
    // Once for each answer: what is corrected afterwards clears its own findings.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [problem]);
  return problem !== null && rest === 0 && Object.keys(found).length > 0 ? null : error;
}

function partFindings(problem: ApiProblem | null, values: Record<string, unknown>, fields: Readonly<Record<string, string>>) {
  const found: Record<string, string> = {};
  let rest = 0;
  for (const { pointer, detail, suggestions } of problem?.errors ?? []) {
    const field = pointer === undefined ? undefined : fieldOf(pointer, values, fields);
    if (field === undefined) rest += 1;
    else {
      const sentence = suggestions?.length ? `${detail} (${suggestions.join(", ")})` : detail;
      found[field] = found[field] === undefined ? sentence : `${found[field]} ${sentence}`;
    }
  }
  return { found, rest };
}

/** The longest part of a pointer that is a field of the form. */
function fieldOf(pointer: string, values: Record<string, unknown>, fields: Readonly<Record<string, string>>): string | undefined {
  for (let part = pointer.replace(/^#/, ""); part !== ""; part = part.slice(0, part.lastIndexOf("/"))) {
    const named = fields[part];
    if (named !== undefined) return named;
    const path = part.slice(1).split("/");
    const name = path.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (name.length === 1 && Object.hasOwn(values, name[0]!)) return name[0];
    if (name.length > 1 && isWithin(values, name)) return name.join(".");
  }
  return undefined;
}

/** Whether the form holds an object or a list of objects on the way; the entries of a list of texts belong to one field. */
function isWithin(values: unknown, path: readonly string[]): boolean {
  let place = values;
  for (const name of path) {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, name)) return false;
    const parent: unknown = place;
    place = (place as Record<string, unknown>)[name];
    if (Array.isArray(parent) && (typeof place !== "object" || place === null)) return false;
  }
  return true;
}
