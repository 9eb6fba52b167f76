import type { Terms } from "../../platform/jobs/erase.ts";
import { caseNorm } from "../../platform/text.ts";
import type { Known } from "../people/erase-sql.ts";

/** Of each kind, at most: the latest come first. */
const terms_max = 100;
const text_max = 320;
/** Shorter texts that a provider has sent, such as initials, identify no person. */
const sent_min = 5;
/** Members of what an identity provider sends under which a person is named. */
const naming = new Set(["value", "displayName", "formatted", "userName", "nickName", "givenName", "familyName", "externalId"]);

/** All by which a person is known and was known before, as texts are searched for it. */
export function termsOf(known: Known): Terms {
  const ever = (field: "employee_no" | "first_name" | "last_name" | "email" | "login" | "external_id") => [
    known[field],
    ...known.history.flatMap((personal) => personal[field] ?? []),
  ];
  const [first, last] = [distinct(ever("first_name")), distinct(ever("last_name"))];
  return {
    numbers: distinct(ever("employee_no")),
    addresses: distinct([...ever("email"), ...ever("login"), ...ever("external_id"), ...sentTexts(known.document)]),
    names: distinct(first.flatMap((one) => last.flatMap((other) => [`${one} ${other}`, `${other} ${one}`, `${other}, ${one}`]))),
  };
}

/** Texts in a provider's document that name a person: names, addresses, telephone numbers. */
function sentTexts(document: unknown): string[] {
  if (typeof document !== "object" || document === null) return [];
  return Object.entries(document).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "string") return naming.has(name) && value.length >= sent_min ? [value] : [];
    return sentTexts(value);
  });
}

function distinct(values: readonly unknown[]): string[] {
  const texts = values.flatMap((value) => (typeof value === "string" && value.trim() !== "" ? [caseNorm(value.trim())] : []));
  return [...new Set(texts.filter((text) => text.length <= text_max))].slice(0, terms_max);
}
