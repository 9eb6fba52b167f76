// Statements that this service stores itself in a cmi5 course (cmi5 §9.3): launched, abandoned, waived, satisfied.
import { createHash } from "node:crypto";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { agentOf, ownAuthority, type Speaker } from "../../learning-records/speaker.ts";
import { storeStatements } from "../../learning-records/store.ts";
import type { Activity, Statement } from "../../learning-records/statement/check.ts";
import type { Au, PackageItem, Part } from "../manifest/item.ts";
import { isDone, type ItemStatus } from "../runtime/outcome.ts";
import type { Registration } from "../runtime/registrations-sql.ts";
import type { WaiverReason } from "../schema.ts";
import { cmi5 } from "./rules.ts";

export type AuItem = PackageItem & { au: Au };
/** The home page of the service's account, and the registration that the statements are about. */
export type Course = { home_page: string; tenant_id: string; registration: Registration };

/** The service as the sender of statements about a learner's registration. */
export function ownSpeaker({ home_page, tenant_id, registration }: Course): Speaker {
  return {
    tenant_id,
    authority: ownAuthority(home_page),
    home_page,
    only: { person_id: registration.person_id, registration: registration.id },
  };
}

/** §8.1.5 and §9.4: the activity id differs from the publisher's, and is the same in each registration. */
export function activityIdOf({ home_page, registration }: Course, publisher_id: string, kind = "au"): string {
  const hash = createHash("sha256").update(`${kind} ${publisher_id}`).digest("hex").slice(0, 32);
  return `${home_page}/activities/${registration.package_id}/${hash}`;
}

export type Verb = "launched" | "abandoned" | "satisfied" | "waived";
const verb_ids: Readonly<Record<Verb, string>> = {
  launched: "http://adlnet.gov/expapi/verbs/launched",
  abandoned: "https://w3id.org/xapi/adl/verbs/abandoned",
  satisfied: "https://w3id.org/xapi/adl/verbs/satisfied",
  waived: "https://w3id.org/xapi/adl/verbs/waived",
};

type Saying = {
  verb: Verb;
  object: Activity;
  publisher_id: string;
  session_id: string;
  extensions?: Record<string, unknown>;
  result?: Statement["result"];
};

function statementOf(course: Course, { verb, object, publisher_id, session_id, extensions = {}, result }: Saying): Statement {
  const counts = result?.success !== undefined || result?.completion !== undefined;
  const category = [{ id: cmi5.category_cmi5 }, ...(counts ? [{ id: cmi5.category_move_on }] : [])];
  return {
    id: newId(),
    actor: agentOf(course.home_page, course.registration.person_id),
    verb: { id: verb_ids[verb], display: { en: verb } },
    object,
    ...(result === undefined ? {} : { result }),
    context: {
      registration: course.registration.id,
      contextActivities: { category, grouping: [{ id: publisher_id }] },
      extensions: { [`${cmi5.extension}sessionid`]: session_id, ...extensions },
    },
  };
}

export async function sayLaunched(db: Db, course: Course, item: AuItem, session_id: string, launch_url: string): Promise<void> {
  const { au, title } = item;
  const given = {
    launchmode: "Normal",
    launchurl: launch_url,
    moveon: au.move_on,
    ...(au.mastery_score === null ? {} : { masteryscore: au.mastery_score }),
    ...(au.launch_parameters === null ? {} : { launchparameters: au.launch_parameters }),
  };
  const extensions = Object.fromEntries(Object.entries(given).map(([name, value]) => [cmi5.extension + name, value]));
  const object: Activity = {
    objectType: "Activity",
    id: activityIdOf(course, au.publisher_id),
    definition: { type: "http://adlnet.gov/expapi/activities/lesson", name: { en: title } },
  };
  const saying = { verb: "launched" as const, object, publisher_id: au.publisher_id, session_id, extensions };
  await storeStatements(db, ownSpeaker(course), [statementOf(course, saying)]);
}

export async function sayAbandoned(
  db: Db,
  course: Course,
  { au }: AuItem,
  { id, began_ms, said_ms }: { id: string; began_ms: number; said_ms: number },
): Promise<void> {
  const object: Activity = { objectType: "Activity", id: activityIdOf(course, au.publisher_id) };
  const result = { duration: `PT${Math.max(0, Math.round((said_ms - began_ms) / 1000))}S` };
  const saying = { verb: "abandoned" as const, object, publisher_id: au.publisher_id, session_id: id, result };
  await storeStatements(db, ownSpeaker(course), [statementOf(course, saying)]);
}

/** The element that marks an AU as waived. */
export const waived_element = "cmi5.waived";

/** §9.5.5.2: the reasons of a waiver. */
const reasons: Readonly<Record<WaiverReason, string>> = {
  tested_out: "Tested Out",
  equivalent_au: "Equivalent AU",
  equivalent_outside_activity: "Equivalent Outside Activity",
  administrative: "Administrative",
};

/** §9.3.7: stores `waived`, in a session of its own. */
export async function sayWaived(
  db: Db,
  course: Course,
  { au, title }: AuItem,
  session_id: string,
  reason: WaiverReason,
): Promise<void> {
  const object: Activity = {
    objectType: "Activity",
    id: activityIdOf(course, au.publisher_id),
    definition: { type: "http://adlnet.gov/expapi/activities/lesson", name: { en: title } },
  };
  const result = { success: true, completion: true, extensions: { [`${cmi5.result_extension}reason`]: reasons[reason] } };
  const saying = { verb: "waived" as const, object, publisher_id: au.publisher_id, session_id, result };
  await storeStatements(db, ownSpeaker(course), [statementOf(course, saying)]);
}

/** The items that are done. */
export function doneAmong(states: readonly { item: string; status: ItemStatus }[]): Set<string> {
  return new Set(states.filter(({ status }) => isDone(status)).map(({ item }) => item));
}

/** Stores `satisfied` for blocks, and for the course, that have become satisfied. */
export async function saySatisfied(
  db: Db,
  course: Course,
  session_id: string,
  [before, now]: readonly [ReadonlySet<string>, ReadonlySet<string>],
): Promise<void> {
  const items = course.registration.items as AuItem[];
  const parts = new Map<string, { part: Part; kind: "course" | "block" }>();
  for (const { au } of items)
    for (const [place, part] of au.parts.entries()) parts.set(part.id, { part, kind: place === 0 ? "course" : "block" });
  const isMet = (done: ReadonlySet<string>, id: string) =>
    items.every((item) => !item.au.parts.some((part) => part.id === id) || done.has(item.id));
  // The innermost first: blocks come before their course.
  const met = [...parts.values()].toReversed().filter(({ part }) => isMet(now, part.id) && !isMet(before, part.id));
  const statements = met.map(({ part, kind }) =>
    statementOf(course, {
      verb: "satisfied",
      object: {
        objectType: "Activity",
        id: activityIdOf(course, part.id, kind),
        definition: { type: `https://w3id.org/xapi/cmi5/activitytype/${kind}`, name: { en: part.title } },
      },
      publisher_id: part.id,
      session_id,
    }),
  );
  if (statements.length > 0) await storeStatements(db, ownSpeaker(course), statements);
}
