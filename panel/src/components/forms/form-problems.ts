import type { UseFormReturnType } from "@mantine/form";
import type { TFunction } from "i18next";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, type FieldProblem } from "../../api/problem.ts";
import { faultText } from "./problem-text.ts";
import { controlOf, showFault } from "./show-fault.ts";

/**
 * Shows the findings of a 422 at the fields that they name by JSON pointers (`/hosts/0` is the field `hosts.0`); what was typed
 * stays. Returns the part of the error that no field can show, for a `ProblemAlert`, or null. The first invalid field is scrolled
 * into view and focused, also when the form's own rules refuse it.
 *
 * `fields` maps a pointer to a field with another name: `{ "/allow_list": "addresses" }`. A finding about a part of a field
 * (`/allow_list/2`) is shown at the field.
 */
export function useFormProblems<T extends Record<string, any>>(
  form: UseFormReturnType<T, any>,
  error: unknown,
  fields: Readonly<Record<string, string>> = {},
): unknown {
  const { t } = useTranslation();
  const [unseen, setUnseen] = useState<readonly string[]>([]);
  const findings = useMemo(
    () => findingsOf(error, form.getValues(), fields),
    // Runs once for each answer; correcting a field afterwards clears its own findings.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [error],
  );
  useEffect(() => {
    const named = findings.filter(({ field }) => field !== null);
    setUnseen([...new Set(named.map(({ field }) => field!))].filter((field) => controlOf(field) === null));
    if (named.length > 0) form.setErrors(sentencesOf(named, t));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [findings]);
  useFaultFocus(form);
  return useMemo(() => {
    if (!(error instanceof ApiProblem) || findings.length === 0) return error;
    const rest = findings.filter(({ field }) => field === null || unseen.includes(field)).map(({ finding }) => finding);
    return rest.length === 0 ? null : new ApiProblem(error.status, { ...error.members, errors: rest }, error.retry_after_s);
  }, [error, findings, unseen]);
}

/** Focuses the first field that has become invalid. Correcting a field does not move the focus. */
function useFaultFocus<T extends Record<string, any>>(form: UseFormReturnType<T, any>): void {
  const announced = useRef<string[]>([]);
  useEffect(() => {
    const names = Object.keys(form.errors);
    const before = announced.current;
    announced.current = names;
    const known = names.filter((name) => before.includes(name)).length;
    if (known === names.length && names.length < before.length) return;
    const controls = names.map(controlOf).filter((control) => control !== null);
    const [first] = controls.toSorted((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    if (first) showFault(first);
  }, [form.errors]);
}

type Finding = { finding: FieldProblem; field: string | null };

function findingsOf(error: unknown, values: Record<string, unknown>, fields: Readonly<Record<string, string>>): Finding[] {
  if (!(error instanceof ApiProblem)) return [];
  return error.errors.map((finding) => ({
    finding,
    field: finding.pointer === undefined ? null : fieldOf(finding.pointer, values, fields),
  }));
}

function sentencesOf(findings: readonly Finding[], t: TFunction): Record<string, string> {
  const sentences: Record<string, string> = {};
  for (const { field, finding } of findings) {
    const { suggestions } = finding;
    const detail = faultText(finding, t);
    const names = suggestions?.flatMap(({ name, event_type }) => name ?? event_type ?? []) ?? [];
    const sentence = names.length > 0 ? `${detail} (${names.join(", ")})` : detail;
    sentences[field!] = sentences[field!] === undefined ? sentence : `${sentences[field!]} ${sentence}`;
  }
  return sentences;
}

/** The field of the form that the longest prefix of a pointer names; null: none. */
function fieldOf(pointer: string, values: Record<string, unknown>, fields: Readonly<Record<string, string>>): string | null {
  for (let part = pointer.replace(/^#/, ""); part !== ""; part = part.slice(0, part.lastIndexOf("/"))) {
    const named = fields[part];
    if (named !== undefined) return named;
    const path = part.slice(1).split("/");
    const name = path.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (name.length === 1 && Object.hasOwn(values, name[0]!)) return name[0]!;
    if (name.length > 1 && isWithin(values, name)) return name.join(".");
  }
  return null;
}

/** Whether every step of the path is an object or a list of objects. The entries of a list of texts belong to one field. */
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
