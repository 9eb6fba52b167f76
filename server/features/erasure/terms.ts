import type { Terms } from "../../platform/jobs/erase.ts";
import { caseNorm } from "../../platform/text.ts";
import type { Known } from "../people/erase-sql.ts";

/** The most terms of each kind; the latest come first. */
const terms_max = 100;
const text_max = 320;

/** All present and former texts that identify a person, to search for. */
export function termsOf(known: Known): Terms {
  const ever = (field: "employee_no" | "first_name" | "last_name" | "email" | "login" | "external_id") => [
    known[field],
    ...known.history.flatMap((personal) => personal[field] ?? []),
  ];
  const [first, last] = [distinct(ever("first_name")), distinct(ever("last_name"))];
  const sent = sentTexts(known.document);
  const full = first.flatMap((one) => last.flatMap((other) => [`${one} ${other}`, `${other} ${one}`, `${other}, ${one}`]));
  return {
    numbers: distinct(ever("employee_no")),
    addresses: distinct([...ever("email"), ...ever("login"), ...ever("external_id"), ...sent.addresses]),
    names: distinct([...sent.shared, ...full]),
  };
}

/**
 * Texts in a provider's document that identify this person: their own addresses, and values that others may share, such as a
 * telephone number. The other members are common to many people (roles, postal addresses, a first name) or concern another person
 * (the manager).
 */
function sentTexts(document: Record<string, unknown> | null): { addresses: unknown[]; shared: unknown[] } {
  const { userName, externalId, displayName, name, emails, phoneNumbers, ims } = document ?? {};
  const formatted = typeof name === "object" && name !== null && "formatted" in name ? name.formatted : undefined;
  const whole_names = [displayName, formatted].filter((text) => typeof text === "string" && /\S\s+\S/.test(text));
  return {
    addresses: [userName, externalId, ...valuesOf(emails)],
    shared: [...whole_names, ...valuesOf(phoneNumbers), ...valuesOf(ims)],
  };
}

function valuesOf(entries: unknown): unknown[] {
  return Array.isArray(entries) ? entries.map((entry: unknown) => (entry as { value?: unknown } | null)?.value) : [];
}

function distinct(values: readonly unknown[]): string[] {
  const texts = values.flatMap((value) => (typeof value === "string" && value.trim() !== "" ? [caseNorm(value.trim())] : []));
  return [...new Set(texts.filter((text) => text.length <= text_max))].slice(0, terms_max);
}
