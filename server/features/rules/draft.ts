import type { Static } from "typebox";
import type { Db } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { noSuchGroup } from "../groups/errors.ts";
import { findGroupKind, listAskedCourses } from "../groups/sql.ts";
import { tidyConditions } from "./conditions.ts";
import type { Subject } from "./preview.ts";
import { refuseDefinition } from "./refuse-definition.ts";
import { refuseConditions } from "./save-group.ts";
import type { GroupDraft, RuleDraft } from "./schema.ts";
import { isRule } from "./sql.ts";

/** A rule that is being edited, for a preview. Throws what saving it would throw. */
export async function readRuleDraft(db: Db, tenant_id: string, draft: Static<typeof RuleDraft>): Promise<Subject> {
  const { course_ids, active = true } = draft;
  const id = draft.id?.toLowerCase() ?? newId();
  if (draft.id !== undefined && !(await isRule(db, tenant_id, id))) throw notFound("No such rule.");
  await refuseDefinition(db, tenant_id, draft, "rule");
  const conditions = tidyConditions(draft.conditions);
  const { due_days = null, on_leave = "cancel", count_valid_certificates = true, look_back_days = null } = draft;
  const courses = await listAskedCourses(db, tenant_id, course_ids);
  return { rule: { id, name: "", active, conditions, due_days, on_leave, count_valid_certificates, look_back_days, courses } };
}

/** A group that is being edited, for a preview. An existing group keeps its kind; a new one is dynamic if it has conditions. */
export async function readGroupDraft(db: Db, tenant_id: string, draft: Static<typeof GroupDraft>): Promise<Subject> {
  const { course_ids = [], due_days = null, on_leave = "cancel" } = draft;
  const id = draft.id?.toLowerCase() ?? newId();
  const stands = draft.id === undefined ? null : await findGroupKind(db, tenant_id, id);
  if (stands === undefined) throw noSuchGroup();
  const { conditions: given = null } = draft;
  const kind = stands ?? (given === null ? "manual" : "dynamic");
  refuseConditions({ kind, conditions: given });
  await refuseDefinition(db, tenant_id, { conditions: given, course_ids }, "group");
  const conditions = given === null ? null : tidyConditions(given);
  const courses = await listAskedCourses(db, tenant_id, course_ids);
  return { group: { id, code: "", name: "", kind, conditions, due_days, on_leave, courses, retired: false } };
}
