import { type ConvertCSSVariablesInput, defaultCssVariablesResolver, mergeMantineTheme, DEFAULT_THEME } from "@mantine/core";
import { resolveVariables, theme } from "./theme.ts";

/**
 * The variables of the theme, light and dark, which Mantine would otherwise insert by a script; called by the build. The device's
 * preference decides between the two until a script sets `data-mantine-color-scheme`.
 */
export function stylesOfTheme(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [all, own] = [defaultCssVariablesResolver(merged), resolveVariables(merged)];
  const light = { ...all.light, ...own.light };
  const dark = { ...all.dark, ...own.dark };
  return [
    rule(":root", { ...all.variables, ...own.variables }),
    rule(':root:not([data-mantine-color-scheme="dark"])', light),
    rule(':root[data-mantine-color-scheme="dark"]', dark),
    `@media (prefers-color-scheme: dark) {${rule(":root:not([data-mantine-color-scheme])", dark)}}`,
  ].join("\n");
}

function rule(selector: string, variables: ConvertCSSVariablesInput["variables"]): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}:${value};`);
  return `${selector}{${lines.join("")}}`;
}
