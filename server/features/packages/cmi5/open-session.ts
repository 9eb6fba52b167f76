// How an AU is opened: lock the registration; abandon sessions that have not ended; note AUs without a condition (NotApplicable)
// as satisfied; write LMS.LaunchData; store the statement `launched`. One transaction does all of it, so an AU that opens finds
// everything (cmi5 §8.1, §10.1).
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { addressOf, writeDocument } from "../../learning-records/documents.ts";
import { agentOf } from "../../learning-records/speaker.ts";
import { launchEnded, launchSuperseded } from "../errors.ts";
import { holdItemStates, lockLaunched, storeItemState, type Registration } from "../runtime/registrations-sql.ts";
import { settle } from "../runtime/settle.ts";
import { signLaunch, type LaunchKey } from "../runtime/token.ts";
import { cmi5, isSatisfied } from "./rules.ts";
import {
  activityIdOf,
  doneAmong,
  ownSpeaker,
  sayAbandoned,
  sayLaunched,
  saySatisfied,
  type AuItem,
  type Course,
} from "./said-by-us.ts";
import { abandonOpen, insertSession, takeToken } from "./sessions-sql.ts";

export type OpeningOptions = { pool: Pool; keyring: Keyring; base_url: string };

/** The launch's registration, locked. Throws when it is not the learner's newest launch. */
export async function lockOpened(db: Db, key: LaunchKey): Promise<Registration> {
  const registration = await lockLaunched(db, key);
  if (registration === undefined || !registration.is_active) throw launchEnded("The course cannot be worked on any more.");
  if (registration.launch_id !== key.launch_id) throw launchSuperseded("The course was opened again elsewhere.");
  return registration;
}

/** Opens an AU; returns its address. `opened`: the address of the launch, which ends with /. */
export async function openSession(
  { pool, base_url }: OpeningOptions,
  key: LaunchKey,
  place: number,
  opened: string,
): Promise<{ url: string }> {
  const home_page = new URL(base_url).origin;
  return withTenant(pool, key.tenant_id, async (db) => {
    const registration = await lockOpened(db, key);
    const item = registration.items[place] as AuItem | undefined;
    if (item?.au === undefined) throw notFound("No such item.");
    const course: Course = { home_page, tenant_id: key.tenant_id, registration };
    const id = newId();
    await abandonOthers(db, course);
    await noteNotApplicable(db, key, course, id);
    await insertSession(db, key.tenant_id, { id, registration_id: registration.id, item: item.id, launch_id: key.launch_id });
    await writeLaunchData(db, course, item, id, `${opened}returned`);
    const [path, query = ""] = item.href.split("#")[0]!.split("?");
    const address = `${opened}files/${path}`;
    await sayLaunched(db, course, item, id, address + (query === "" ? "" : `?${query}`));
    const parameters = new URLSearchParams({
      endpoint: `${opened}xapi/`,
      fetch: `${opened}sessions/${id}/token`,
      actor: JSON.stringify(agentOf(home_page, registration.person_id)),
      registration: registration.id,
      activityId: activityIdOf(course, item.au.publisher_id),
    });
    // Some AUs do not decode + as a space.
    const text = parameters.toString().replaceAll("+", "%20");
    return { url: `${address}?${query === "" ? "" : `${query}&`}${text}` };
  });
}

async function abandonOthers(db: Db, course: Course): Promise<void> {
  const items = course.registration.items as AuItem[];
  for (const session of await abandonOpen(db, course.tenant_id, course.registration.id)) {
    const item = items.find(({ id }) => id === session.item);
    if (item !== undefined) await sayAbandoned(db, course, item, session);
  }
}

/** §13.1.4: AUs without a condition are satisfied when the registration begins. */
async function noteNotApplicable(db: Db, key: LaunchKey, course: Course, session_id: string): Promise<void> {
  const { registration } = course;
  const free = (registration.items as AuItem[]).filter(({ au }) => isSatisfied(au, { completed: false, passed: false }));
  if (free.length === 0) return;
  const states = await holdItemStates(db, key.tenant_id, registration.id);
  const missing = free.filter(({ id }) => !states.some(({ item }) => item === id));
  if (missing.length === 0) return;
  const actor = { type: "person" as const, id: registration.person_id, name: registration.person_name };
  const context = (await contextWithin(db, key.tenant_id, actor))!;
  const rows = missing.map(({ id }) => ({
    item: id,
    elements: {},
    status: "completed" as const,
    score: null,
    ended: true,
    launch_id: key.launch_id,
    seq: 1,
    opening: 1,
    before_s: 0,
    opening_s: 0,
  }));
  for (const row of rows) storeItemState(db, key.tenant_id, registration.id, row, instantText(context.now));
  await saySatisfied(db, course, session_id, [doneAmong(states), doneAmong([...states, ...rows])]);
  await settle(db, context, registration, [...states, ...rows]);
}

/** Writes the document that an AU reads first (§10). */
async function writeLaunchData(db: Db, course: Course, { au }: AuItem, session_id: string, return_url: string): Promise<void> {
  const speaker = ownSpeaker(course);
  const agent = JSON.stringify(agentOf(course.home_page, course.registration.person_id));
  const parameters = {
    activityId: activityIdOf(course, au.publisher_id),
    agent,
    registration: course.registration.id,
    stateId: launch_data_id,
  };
  const document = {
    contextTemplate: {
      registration: course.registration.id,
      contextActivities: { grouping: [{ id: au.publisher_id }] },
      extensions: { [`${cmi5.extension}sessionid`]: session_id },
    },
    launchMode: "Normal",
    moveOn: au.move_on,
    ...(au.mastery_score === null ? {} : { masteryScore: au.mastery_score }),
    ...(au.launch_parameters === null ? {} : { launchParameters: au.launch_parameters }),
    ...(au.entitlement_key === null ? {} : { entitlementKey: { courseStructure: au.entitlement_key } }),
    returnURL: return_url,
  };
  const sent = { content_type: "application/json", bytes: Buffer.from(JSON.stringify(document)) };
  const conditions = { if_match: undefined, if_none_match: undefined, merges: false };
  await writeDocument(db, speaker, await addressOf(db, speaker, "state", parameters), sent, conditions);
}

export const launch_data_id = "LMS.LaunchData";

/** §8.2: the token of a session, which can be fetched once. */
export async function fetchToken(
  { pool, keyring }: OpeningOptions,
  key: LaunchKey,
  session_id: string,
): Promise<Record<string, string>> {
  const was_there = await withTenant(pool, key.tenant_id, (db) => takeToken(db, key.tenant_id, session_id, key.launch_id));
  if (!was_there)
    return { "error-code": "1", "error-text": "The authorization token has already been returned, or the session has ended." };
  const token = signLaunch(keyring, { ...key, launch_id: session_id }, "content-session");
  return { "auth-token": Buffer.from(`session:${token}`).toString("base64") };
}
