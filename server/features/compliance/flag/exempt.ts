import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { invalid, notFound, type ErrorItem } from "../../../platform/http/problem.ts";
import { isUuid, newId } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { lockEventUsers } from "../../people/lock-sql.ts";
import { findExemption, insertExemptions, updateEnded } from "./exempt-sql.ts";
import { refreshPair } from "./refresh.ts";
import { instantText } from "../../../platform/instants.ts";

/** Both days are inclusive; `until` null: until the exemption is ended. */
export type ExemptionInput = { person_id: string; course_id: string; from: string; until: string | null; reason: string };

/** Exempts a person from a course, within the transaction of a larger operation; returns the exemption's id. */
export async function grantExemption(db: Db, context: Context, input: ExemptionInput): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const { person_id, course_id, from, until, reason } = input;
  refusePeriod(context, input);
  const [person] = await lockEventUsers(db, tenant_id, [person_id]);
  if (!person || person.state === "anonymized") {
    throw invalid([{ pointer: "#/person_id", code: "UNKNOWN_PERSON", detail: "no such person" }]);
  }
  const id = newId();
  const row = { id, person_id, course_id, from_on: from, until_on: until, reason, approved_by: context.actor };
  if ((await insertExemptions(db, tenant_id, [row])) === 0) {
    throw invalid([{ pointer: "#/course_id", code: "UNKNOWN_COURSE", detail: "no such course" }]);
  }
  await refreshPair(db, context, person_id, course_id);
  await record(db, context, {
    operation: "exemption.grant",
    target_type: "exemption",
    target_id: id,
    changes: { user_id: [null, person_id], course_id: [null, course_id], from: [null, from], until: [null, until] },
    personal: { reason: [null, reason] },
  });
  return id;
}

/** Ends an exemption now: from today on the course is required of the person again. An ended exemption stays unchanged. */
export async function endExemption(db: Db, context: Context, id: string, reason: string): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const exemption = isUuid(id) ? await findExemption(db, tenant_id, id) : undefined;
  if (!exemption) throw notFound("No such exemption.");
  await lockEventUsers(db, tenant_id, [exemption.person_id]);
  const at = instantText(context.now);
  if (!(await updateEnded(db, tenant_id, id, at))) return;
  await refreshPair(db, context, exemption.person_id, exemption.course_id);
  await record(db, context, {
    operation: "exemption.end",
    target_type: "exemption",
    target_id: id,
    changes: { ended_at: [null, at] },
    personal: { reason: [null, reason] },
  });
}

function refusePeriod(context: Context, { from, until }: ExemptionInput): void {
  const items: ErrorItem[] = [];
  if (until !== null && until < from) {
    items.push({ pointer: "#/until", code: "OUT_OF_RANGE", detail: "must not be before from" });
  }
  if (until !== null && until < todayOf(context)) {
    items.push({ pointer: "#/until", code: "DATE_IN_PAST", detail: "must be today or later in the organisation's time zone" });
  }
  if (items.length > 0) throw invalid(items);
}
