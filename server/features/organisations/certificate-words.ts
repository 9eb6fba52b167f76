// What an organisation's certificates say, as it is held before it is kept: plain text, and fields in braces where there are some.
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

/** The words as they are kept: without blanks at the ends of lines, and without needless empty lines. */
export function tidied<Words extends CertificateWords>(words: Words): Words {
  const { certificate_text: text } = words;
  return typeof text === "string" ? { ...words, certificate_text: tidy(text) } : words;
}

/** What is wrong with them, each at its member. */
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
