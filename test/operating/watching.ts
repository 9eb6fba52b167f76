import { readFileSync } from "node:fs";
import { parse } from "yaml";

export type Alert = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
};

export const rules_text = readFileSync("ops/prometheus/alerts.yml", "utf8");

export function readAlerts(): Alert[] {
  const { groups } = parse(rules_text) as { groups: { rules: Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** The alert rules without their waiting times. */
export const impatient_rules = rules_text.replace(/^ *for: .*\n/gm, "");

export const runbook = () => readFileSync("docs/operating/alerts.md", "utf8");

export type Panel = { title: string; expressions: string[] };

/** The panels of a dashboard with their queries, over one minute where Grafana chooses the interval. */
export function readPanels(name: string): Panel[] {
  const { panels } = JSON.parse(readFileSync(`ops/grafana/${name}.json`, "utf8")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  return panels.map(({ title, targets }) => ({
    title,
    expressions: targets.map(({ expr }) => expr.replaceAll("$__rate_interval", "1m")),
  }));
}

/** The names of the metrics in an expression. */
export function measuresOf(expression: string): string[] {
  const without_labels = expression.replace(/\{[^}]*\}/g, "{}").replace(/\b(by|on|ignoring|without)\s*\([^)]*\)/g, "");
  const names = [...without_labels.matchAll(/\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+|up)\b/g)].map(([, name]) => name!);
  return [...new Set(names)].filter((name) => !functions.has(name));
}

const functions = new Set(["histogram_quantile"]);
