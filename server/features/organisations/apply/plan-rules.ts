import { mentioned } from "../../../platform/mentioned.ts";
import { caseNorm, nameNorm } from "../../../platform/text.ts";
import type { GroupRow } from "../../groups/apply-sql.ts";
import { newGroup } from "../../groups/store.ts";
import type { RuleRow } from "../../rules/apply-sql.ts";
import { newRule } from "../../rules/store.ts";
import type { Draft } from "../file/draft.ts";
import type { Known } from "./known.ts";
import { planConditions, planCourseIds } from "./plan-conditions.ts";
import { onlyOnce } from "./plan-structure.ts";
import type { Findings, Path } from "../file/problems.ts";
import type { Entry } from "../file/schema.ts";
import type { Target } from "./target.ts";

/** Plans the rules of the file; `when` and `assign` are replaced as a whole. */
export function planRules(draft: Draft, known: Known): Target<RuleRow>[] {
  const { findings } = draft;
  const once = onlyOnce(findings, (row: RuleRow) => nameNorm(row.name), "name");
  const targets: Target<RuleRow>[] = [];
  for (const { entry, path, sound } of draft.entries("rules")) {
    if (!sound) continue;
    const stands = known.rules.get(nameNorm(entry.name));
    const { name, when, assign, due_days, count_valid_certificates, look_back_days, on_leave, active } = entry;
    const wanted = {
      ...(stands ?? newRule(name)),
      ...mentioned({ name, due_days, count_valid_certificates, look_back_days, on_leave, active }),
      ...mentioned({
        conditions: when && planConditions(known, when, [...path, "when"], findings),
        course_ids: assign && planCourseIds(known, assign, [...path, "assign"], findings),
      }),
    };
    if (!once(wanted, path)) continue;
    if (!stands && when === undefined) findings.value(path, 'needs "when"');
    if (!stands && assign === undefined) findings.value(path, 'needs "assign"');
    targets.push({ stands, wanted });
  }
  return targets;
}

/** Plans the groups of the file, without their members (members.ts). */
export function planGroups(draft: Draft, known: Known): Target<GroupRow>[] {
  const { findings } = draft;
  const once = onlyOnce(findings, (row: GroupRow) => caseNorm(row.code), "code");
  const targets: Target<GroupRow>[] = [];
  for (const { entry, path, sound } of draft.entries("groups")) {
    if (!sound) continue;
    const stands = known.groups.get(entry.code);
    const { code, name, when, courses, due_days, on_leave } = entry;
    const base: GroupRow = stands ?? { ...newGroup(entry), kind: entry.kind ?? (when === undefined ? "manual" : "dynamic") };
    const wanted = {
      ...base,
      ...mentioned({ code, name, due_days, on_leave }),
      ...mentioned({
        conditions: when && planConditions(known, when, [...path, "when"], findings),
        course_ids: courses && planCourseIds(known, courses, [...path, "courses"], findings),
      }),
    };
    if (!once(wanted, path)) continue;
    checkGroup(base, entry, path, findings);
    targets.push({ stands, wanted });
  }
  for (const { wanted } of targets) known.groups.set(wanted);
  return targets;
}

/** Notes conditions that do not fit the group's kind, and a changed kind: the kind determines how a group gets members. */
function checkGroup({ kind, conditions }: GroupRow, entry: Entry<"groups">, path: Path, findings: Findings): void {
  if (entry.kind !== undefined && entry.kind !== kind) {
    findings.value([...path, "kind"], `is ${kind}: the kind of a group never changes`);
    return;
  }
  if (kind === "dynamic" && conditions === null && entry.when === undefined) findings.value(path, 'needs "when": it is dynamic');
  if (kind !== "dynamic" && entry.when !== undefined)
    findings.value([...path, "when"], `is only for a dynamic group; this one is ${kind}`);
  if (kind !== "manual" && (entry.members?.length ?? 0) > 0) {
    findings.value([...path, "members"], `are only for a manual group; this one is ${kind}`);
  }
}
