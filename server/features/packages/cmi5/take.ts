// How statements of an AU are stored. The registration is locked, so that statements of a learner's course come one after
// another. Each statement is judged by what the session and the registration have received. Then it is stored with its
// consequences: the item's state, satisfied blocks and, when the course is done, the attempt. All happens in the transaction of
// the request. When the response was lost, the AU sends the statements again, and known ones are not judged a second time.
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { instantText } from "../../../platform/instants.ts";
import { recordNotAllowed } from "../../learning-records/errors.ts";
import { knownAmong } from "../../learning-records/store.ts";
import type { Statement } from "../../learning-records/statement/check.ts";
import { session_documents_max, session_statements_max } from "../archive/limits.ts";
import { achieved as kept, type ItemStatus } from "../runtime/outcome.ts";
import { holdItemStates, storeItemState, type ItemRow, type Registration } from "../runtime/registrations-sql.ts";
import { settle } from "../runtime/settle.ts";
import { secondsOf } from "../runtime/times.ts";
import type { LaunchKey } from "../runtime/token.ts";
import { launch_data_id, lockOpened } from "./open-session.ts";
import { isSatisfied, judge, type Achieved, type Progress } from "./rules.ts";
import { activityIdOf, doneAmong, saySatisfied, waived_element, type AuItem } from "./said-by-us.ts";
import { countDocument, findSession, updateSaid, type SessionRow } from "./sessions-sql.ts";

/** A session, in a transaction that has locked its registration. */
export type Within = { registration: Registration; session: SessionRow; item: AuItem; home_page: string };

export async function enterSession(db: Db, key: LaunchKey, session_id: string, home_page: string): Promise<Within> {
  const registration = await lockOpened(db, key);
  const session = await findSession(db, key.tenant_id, session_id);
  const item = (registration.items as AuItem[]).find(({ id }) => id === session?.item);
  if (session === undefined || item === undefined || session.launch_id !== key.launch_id || session.abandoned)
    throw recordNotAllowed("The session has ended: the AU was opened again.");
  return { registration, session, item, home_page };
}

/** How statements change their session; those that are stored already change nothing. */
export async function judgeStatements(
  db: Db,
  key: LaunchKey,
  { session, item, registration, home_page }: Within,
  statements: readonly Statement[],
): Promise<{ progress: Progress; states: ItemRow[] }> {
  if (session.statements + statements.length > session_statements_max)
    throw recordNotAllowed(`A session has at most ${session_statements_max} statements.`);
  const states = await holdItemStates(db, key.tenant_id, registration.id);
  const known = await knownAmong(db, key.tenant_id, statements);
  const course = { home_page, tenant_id: key.tenant_id, registration };
  const judged = { session_id: session.id, activity_id: activityIdOf(course, item.au.publisher_id), au: item.au };
  let progress: Progress = { heard: session, achieved: achievedOf(states.find((row) => row.item === item.id)) };
  for (const statement of statements)
    if (!known.has(statement.id?.toLowerCase() ?? "")) progress = judge(progress, judged, statement);
  return { progress, states };
}

function achievedOf(row: ItemRow | undefined): Achieved {
  const has = (name: string) => row?.elements[name] === "true";
  return {
    completed: has("cmi5.completed"),
    passed: has("cmi5.passed"),
    failed: has("cmi5.failed"),
    score: row?.score ?? null,
    time: null,
  };
}

/** Stores what follows from the statements: the item's state, satisfied blocks and possibly the attempt. */
export async function follow(
  db: Db,
  key: LaunchKey,
  { session, item, registration, home_page }: Within,
  { progress, states }: { progress: Progress; states: ItemRow[] },
  fresh: number,
): Promise<void> {
  if (fresh === 0) return;
  const { heard, achieved } = progress;
  await updateSaid(db, key.tenant_id, session.id, heard, fresh);
  const actor = { type: "person" as const, id: registration.person_id, name: registration.person_name };
  const context = (await contextWithin(db, key.tenant_id, actor))!;
  const before = states.find((row) => row.item === item.id);
  const flags = {
    "cmi5.completed": achieved.completed,
    "cmi5.passed": achieved.passed,
    "cmi5.failed": achieved.failed,
    // An AU that has been satisfied after all does not count as waived.
    [waived_element]: before?.elements[waived_element] === "true" && !isSatisfied(item.au, achieved),
  };
  const elements = Object.fromEntries(Object.entries(flags).flatMap(([name, is]) => (is ? [[name, "true"]] : [])));
  const row: ItemRow = {
    item: item.id,
    elements,
    ...kept(before ?? null, { status: statusOf(item, achieved), score: achieved.score }),
    ended: heard.terminated,
    launch_id: key.launch_id,
    seq: 1,
    opening: 1,
    before_s: before?.before_s ?? 0,
    opening_s: (before?.opening_s ?? 0) + secondsOf("scorm_2004", achieved.time ?? undefined),
  };
  storeItemState(db, key.tenant_id, registration.id, row, instantText(context.now));
  const now = [...states.filter((one) => one.item !== item.id), row];
  const course = { home_page, tenant_id: key.tenant_id, registration };
  await saySatisfied(db, course, session.id, [doneAmong(states), doneAmong(now)]);
  await settle(db, context, registration, now);
}

function statusOf({ au }: AuItem, achieved: Achieved): ItemStatus {
  if (isSatisfied(au, achieved)) return achieved.passed ? "passed" : "completed";
  return achieved.failed ? "failed" : "incomplete";
}

/**
 * Checks access of a launched AU to a document: its learner's can be written, and profiles of activities only read
 * (docs/decisions/0079).
 */
export async function judgeDocument(
  db: Db,
  key: LaunchKey,
  { session }: Within,
  { kind, document_id }: { kind: string; document_id: string | null },
): Promise<void> {
  if (kind === "activity_profile")
    throw recordNotAllowed("What all learners of an activity share is written by clients, not by a launched package.");
  if (kind === "state" && (document_id === launch_data_id || document_id === null))
    throw recordNotAllowed(`${launch_data_id} is the service's, and is not changed (cmi5 §10.2.1).`);
  if (session.documents >= session_documents_max)
    throw recordNotAllowed(`A session writes at most ${session_documents_max} documents.`);
  await countDocument(db, key.tenant_id, session.id);
}
