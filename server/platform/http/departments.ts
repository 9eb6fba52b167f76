// How operations of the panel answer administrators of some departments (docs/decisions/0072).
import type { PanelCaller } from "../context.ts";
import { codeOf } from "../db/failures.ts";
import { streamWithinLimit, withinLimit, type Limit } from "../db/limit/limit.ts";
import { organisationWide } from "./openapi/panel-problems.ts";
import { Download, type Answer } from "./route.ts";

/** insufficient_privilege: the role may not read or not change a table. */
const not_granted = "42501";

/**
 * Answers within the caller's departments. For a change, `isSeen` first checks that its person is visible, and then the change is
 * made without the limit. An invisible person is answered like an unknown id. The database refuses access beyond the departments,
 * and that refusal becomes a problem.
 */
export async function answerWithinLimit(
  { tenant, account }: PanelCaller,
  isSeen: (() => Promise<boolean>) | null,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const limit: Limit = { tenant_id: tenant.id, administrator_id: account.id };
  if (isSeen !== null && (await withinLimit(limit, isSeen))) return handle();
  try {
    const answer = await withinLimit(limit, handle);
    if (!(answer.body instanceof Download)) return answer;
    const { media_type, stream } = answer.body;
    return { ...answer, body: new Download(media_type, streamWithinLimit(limit, stream)) };
  } catch (error) {
    if (codeOf(error) !== not_granted) throw error;
    throw organisationWide("This reaches beyond the departments that the account looks after.", { cause: error });
  }
}
