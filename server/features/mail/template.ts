// The language of texts that organisations write themselves (docs/decisions/0083): plain text with fields in braces, and nothing else.

export type TemplateFault = { code: "UNKNOWN_FIELD" | "INVALID_VALUE"; detail: string };

const field = /\{([^{}]*)\}/g;
/** What opens an element, a comment or a declaration of markup, with its name. */
const markup = /<\/?[a-z][a-z0-9:-]*|<!-{0,2}[a-z[]?|<\?[a-z]*/i;
// A tab and all other control characters but the line feed, and what changes the direction of writing.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** What is wrong with a text, of which some fields are known; each fault by the name of what it is about. */
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

/** The text with its fields filled in. Values are taken as they are: a brace in one of them is no field. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(field, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole));
}

/** Paragraphs as they are kept: without blanks at the ends of lines, and never more than one empty line. */
export function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const shown_max = 40;

const shortened = (name: string) => (name.length > shown_max ? `${name.slice(0, shown_max)}…` : name);
