import type { Static } from "typebox";
import type { Caller } from "../../platform/context.ts";
import { withTenantOnce } from "../../platform/db/once.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { invalid } from "../../platform/http/problem.ts";
import { isUuid } from "../../platform/ids.ts";
import { noSuchEnrollment } from "../enrollments/errors.ts";
import { recordResult } from "../enrollments/lifecycle/record-attempt.ts";
import { startEnrollment } from "../enrollments/lifecycle/start.ts";
import type { LearnerProgress } from "./schema.ts";

/** Changes an enrollment of a sandbox organisation as a learner would, and returns the record. */
export async function progress(pool: Pool, caller: Caller, id: string, body: Static<typeof LearnerProgress>): Promise<string> {
  if (!isUuid(id)) throw noSuchEnrollment();
  const { event, score = null } = body;
  if (event === "started" && score !== null) {
    throw invalid([{ pointer: "#/score", code: "CONFLICTING_FIELDS", detail: "a start has no score" }]);
  }
  return withTenantOnce(pool, caller, (db) =>
    event === "started"
      ? startEnrollment(db, caller, id)
      : recordResult(db, caller, id, { passed: event === "completed", score }),
  );
}
