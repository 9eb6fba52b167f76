import type { Session } from "../api/session.ts";

type Looks = NonNullable<Session["organisation"]["shades"]>;

/** A style sheet of its own that overrides the theme's variables, because the CSP allows no style element in the page. */
let sheet: CSSStyleSheet | undefined;

/** Shows the organisation's colour in place of ours, in shades that the server has made readable; null: ours. */
export function showShades(shades: Session["organisation"]["shades"]): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(
    shades === null
      ? ""
      : [
          rule(':root:root:not([data-mantine-color-scheme="dark"])', shades.light),
          rule(':root:root[data-mantine-color-scheme="dark"]', shades.dark),
        ].join("\n"),
  );
}

function rule(selector: string, { filled, hover, text }: Looks["light"]): string {
  const variables = {
    "--mantine-primary-color-filled": filled,
    "--mantine-primary-color-filled-hover": hover,
    "--mantine-color-indigo-filled": filled,
    "--mantine-color-indigo-filled-hover": hover,
    "--mantine-color-indigo-outline": text,
    "--mantine-color-indigo-text": text,
    "--mantine-color-indigo-light-color": text,
    "--mantine-color-anchor": text,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}:${value}`);
  return `${selector}{${lines.join(";")}}`;
}
