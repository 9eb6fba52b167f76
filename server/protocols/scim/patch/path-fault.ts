/** A syntax error in a filter or path; `position` counts UTF-16 units from 0. RFC 7644 §3.12, table 9. */
export class ScimSyntax extends Error {
  readonly scimType: "invalidFilter" | "invalidPath";
  readonly position: number;
  readonly detail: string;
  constructor(scimType: "invalidFilter" | "invalidPath", position: number, sentence: string) {
    const detail = `${scimType === "invalidFilter" ? "Filter" : "Path"}, character ${position + 1}: ${sentence}`;
    super(`${scimType}: ${detail}`);
    this.name = "ScimSyntax";
    this.scimType = scimType;
    this.position = position;
    this.detail = detail;
  }
}

const quoted_characters_max = 60;

/** The caller's text for a sentence; a long text is cut. */
export function quoted(text: string): string {
  return text.length <= quoted_characters_max ? `"${text}"` : `"${text.slice(0, quoted_characters_max)}…"`;
}
