// Operations of the panel as administrators of some departments are answered (docs/decisions/0072).
import type { PanelCaller } from "../context.ts";
import { codeOf } from "../db/failures.ts";
import { streamWithinLimit, withinLimit, type Limit } from "../db/limit/limit.ts";
import { organisationWide } from "./openapi/panel-problems.ts";
import { Download, type Answer } from "./route.ts";

/** insufficient_privilege: a table that the role may not read, or not change. */
const not_granted = "42501";

/**
 * Answers within the caller's departments. A change (`isSeen`) is made as everybody's is, once its person has been seen; of whom is not seen
 * it finds nobody, as of an id that does not exist. What reaches beyond the departments is refused by the database, and says so.
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
