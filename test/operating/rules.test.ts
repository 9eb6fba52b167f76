// Alert rules and dashboards for operators, checked as files, without a running installation.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readAlerts, runbook } from "./watching.ts";
import { needsPrometheus, promtool } from "../harness/machine/prometheus.ts";

const alerts = readAlerts();
const unit_tests = readFileSync("ops/prometheus/alerts.test.yml", "utf8");

test("each alert has a section of the runbook that says what it means, what to look at and what to do, and each section an alert", () => {
  assert.ok(alerts.length > 20, `saw only ${alerts.length} alerts`);
  const sections = new Map(
    runbook()
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split("\n")[0]!, section]),
  );
  assert.deepEqual(alerts.map(({ alert }) => alert).toSorted(), [...sections.keys()].toSorted());
  for (const { alert, annotations, labels } of alerts) {
    assert.equal(annotations.runbook_url, `docs/operating/alerts.md#${alert.toLowerCase()}`);
    assert.match(annotations.summary, /\.$/);
    assert.match(labels.severity, /^(critical|warning|info)$/);
    for (const part of ["Means.", "Look at.", "Do."])
      assert.ok(sections.get(alert)!.includes(`**${part}**`), `${alert}: ${part}`);
  }
});

test("promtool finds no fault in the rules and in the sample of a configuration", { skip: needsPrometheus() }, async () => {
  assert.match(
    await promtool("check", "rules", "ops/prometheus/alerts.yml"),
    new RegExp(`SUCCESS: ${alerts.length} rules found`),
  );
  assert.match(await promtool("check", "config", "ops/prometheus/prometheus.yml"), /SUCCESS: 1 rule files found/);
});

test("each alert is silent in the healthy state and fires at its fault", { skip: needsPrometheus() }, async () => {
  for (const { alert } of alerts) {
    const own = unit_tests.split(/^ {2}- name: /m).find((one) => one.startsWith(`${alert}\n`)) ?? "";
    assert.deepEqual(
      [...own.matchAll(/- value: (\d)/g)].map(([, value]) => value),
      ["0", "1"],
      alert,
    );
  }
  assert.match(await promtool("test", "rules", "ops/prometheus/alerts.test.yml"), /SUCCESS/);
});
