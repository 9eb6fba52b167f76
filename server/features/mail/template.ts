// The format of texts that organisations write themselves (docs/decisions/0083): plain text with fields in braces.

export type TemplateFault = { code: "UNKNOWN_FIELD" | "INVALID_VALUE"; detail: string };

const field = /\{([^{}]*)\}/g;
/** The start of a markup element, comment or declaration, with its name. */
const markup = /<\/?[a-z][a-z0-9:-]*|<!-{0,2}[a-z[]?|<\?[a-z]*/i;
// Control characters (also tabs) except the line feed, and characters that change the writing direction.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** The faults of a text, each with the name of the field or markup. */
export function faultsIn(text: string, known: readonly string[]): TemplateFault[] {
  const faults: TemplateFault[] = [];
  const unknown = new Set([...text.matchAll(field)].map(([, name]) => name!).filter((name) => !known.includes(name)));
  for (const name of unknown)
    faults.push({
      code: "UNKNOWN_FIELD",
      detail: `has no field {${shortened(name)}} here; it has ${known.map((one) => `{${one}}`).join(", ")}`,
    });
  if (/[{}]/.test(text.replace(field, "")))
    faults.push({
      code: "INVALID_VALUE",
      detail: "has a brace that encloses no field: braces stand around the name of a field only",
    });
  const tag = markup.exec(text);
  if (tag !== null) faults.push({ code: "INVALID_VALUE", detail: `has the markup ${tag[0]}, and only plain text is taken` });
  if (unseen.test(text.replaceAll("\n", "")))
    faults.push({ code: "INVALID_VALUE", detail: "has control characters, or characters that change the direction of writing" });
  return faults;
}

/** Fills in the fields of a text. Braces in values are not fields. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(field, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole));
}

/** The stored form of paragraphs: without blanks at the ends of lines, and with at most one empty line in a row. */
export function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const shown_max = 40;

const shortened = (name: string) => (name.length > shown_max ? `${name.slice(0, shown_max)}…` : name);
