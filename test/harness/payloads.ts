/**
 * Texts that would execute or escape if they were used as markup, as an address or as code; each opens a dialog if it executes.
 */
export const payloads: readonly string[] = [
  `<script>alert(1)</script>`,
  `<img src=x onerror=alert(2) data-payload>`,
  `"><svg onload=alert(3) data-payload>`,
  `'><b data-payload onmouseover=alert(4)>x</b>`,
  `javascript:alert(5)`,
  `<a href="javascript:alert(6)" data-payload>x</a>`,
  `</title><script>alert(7)</script>`,
  `</textarea><script>alert(8)</script>`,
  `<iframe srcdoc="<script>alert(9)</script>" data-payload></iframe>`,
  `<details open ontoggle=alert(10) data-payload>`,
  `<input autofocus onfocus=alert(11) data-payload>`,
  "${alert(12)}`;alert(12)//",
  `{{constructor.constructor('alert(13)')()}}`,
  `';alert(14)//\\';alert(14)//`,
  `--><script>alert(15)</script><!--`,
  `<style>@import'javascript:alert(16)';</style><p data-payload>`,
  `<math><mtext><img src=x onerror=alert(17) data-payload></mtext></math>`,
  `&lt;script&gt;alert(18)&lt;/script&gt;`,
  `<object data="data:text/html,<script>alert(19)</script>" data-payload></object>`,
  `=HYPERLINK("javascript:alert(20)")`,
];

/** The path of a text in a body: `["data", 0, "name"]`. */
export type Leaf = readonly (string | number)[];

/** The paths of all texts in a body. */
export function textsOf(body: unknown, path: Leaf = []): Leaf[] {
  if (typeof body === "string") return [path];
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => textsOf(value, [...path, Array.isArray(body) ? Number(name) : name]));
}

/** A copy of a body with other texts at some paths. */
export function withTexts(body: unknown, leaves: readonly Leaf[], textOf: (index: number) => string): unknown {
  const copy = structuredClone(body) as Record<string | number, unknown>;
  for (const [index, leaf] of leaves.entries()) {
    let place = copy;
    for (const name of leaf.slice(0, -1)) place = place[name] as Record<string | number, unknown>;
    place[leaf.at(-1)!] = textOf(index);
  }
  return copy;
}

/** The JSON pointer of a path, as in problems. */
export function pointerTo(leaf: Leaf): string {
  return `#/${leaf.join("/")}`;
}
