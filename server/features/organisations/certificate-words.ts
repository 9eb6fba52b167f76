// Checks the words of an organisation's certificates before they are stored: plain text with fields in braces.
import type { ErrorItem } from "../../platform/http/problem.ts";
import { faultsIn, tidy } from "../mail/template.ts";
import { certificate_fields } from "./looks-schema.ts";

export const text_lines_max = 8;

const fields = {
  certificate_title: [],
  certificate_text: certificate_fields,
  certificate_signatory: [],
  certificate_signatory_title: [],
} as const;
type Member = keyof typeof fields;

export type CertificateWords = { [Name in Member]?: string | null };

/** The words as they are stored: without blanks at the ends of lines and without superfluous empty lines. */
export function tidied<Words extends CertificateWords>(words: Words): Words {
  const { certificate_text: text } = words;
  return typeof text === "string" ? { ...words, certificate_text: tidy(text) } : words;
}

/** The faults of the words, with the member of each. */
export function faultsOfWords(words: CertificateWords): (Omit<ErrorItem, "pointer"> & { member: Member })[] {
  const members = Object.keys(fields) as Member[];
  const faults = members.flatMap((member) =>
    faultsIn(words[member] ?? "", fields[member]).map((fault) => ({ member, ...fault })),
  );
  const { certificate_text: text } = words;
  const member = "certificate_text" as const;
  if (text === "") return [...faults, { member, code: "TOO_SHORT" as const, detail: "must not be empty" }];
  if ((text?.split("\n").length ?? 0) <= text_lines_max) return faults;
  return [...faults, { member, code: "TOO_LONG" as const, detail: `must have at most ${text_lines_max} lines` }];
}
