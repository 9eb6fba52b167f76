import type { PanelCaller } from "../../../platform/context.ts";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { findKnown, idOf } from "../../../platform/http/known.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import type { Language } from "../../../platform/languages.ts";
import { itemNotOfKind, itemNotOpen, noSuchItem } from "../../course-items/errors.ts";
import { hold, placeOf, refuseLocked, stateOf, underWay } from "../../course-items/runs/run.ts";
import { noSuchEnrollment } from "../../enrollments/errors.ts";
import { startEnrollment } from "../../enrollments/lifecycle/start.ts";
import { contentOriginNotSet, noPackage } from "../errors.ts";
import {
  findNewest,
  findOwnCourse,
  insertPlace,
  insertRegistration,
  holdItemStates,
  lockLatest,
  lockLaunches,
  updateLaunch,
} from "./registrations-sql.ts";
import { settle } from "./settle.ts";
import { signLaunch } from "./token.ts";

/** A launch is valid for a working day. */
export const launch_max_s = 28_800;

export type LaunchOptions = { pool: Pool; keyring: Keyring; content_base_url: string | null };

/**
 * Opens the package of a learner's own course, or of one of its items. Continues the open registration in its version, or begins
 * one; also starts the course.
 */
export async function launch(
  { pool, keyring, content_base_url }: LaunchOptions,
  caller: PanelCaller,
  { id: given_id, item_id: given_item = null }: { id: string; item_id?: string | null },
  language: Language,
): Promise<{ url: string; expires_at: string }> {
  if (content_base_url === null) throw contentOriginNotSet("This installation has no host for content.");
  const { id: tenant_id } = caller.tenant;
  const enrollment_id = given_id.toLowerCase();
  const item_id = given_item === null ? null : idOf(given_item, noSuchItem);
  // In a transaction of its own: that the last registration has failed stays stored, even if this launch fails.
  await withTenant(pool, tenant_id, async (db) => {
    await findOwn(db, caller, given_id);
    const latest = await lockLatest(db, tenant_id, enrollment_id, item_id);
    if (latest !== undefined) await settle(db, caller, latest, await holdItemStates(db, tenant_id, latest.id), { is_left: true });
  });
  return withTenant(pool, tenant_id, async (db) => {
    await lockLaunches(db, tenant_id, enrollment_id);
    const own = await findOwn(db, caller, given_id);
    const latest = await lockLatest(db, tenant_id, enrollment_id, item_id);
    const place = item_id === null ? null : await placeWithin(db, caller, enrollment_id, item_id);
    if (place === null) await startEnrollment(db, caller, enrollment_id);
    const goes_on = latest !== undefined && !latest.ended && latest.run_id === (place?.run_id ?? null);
    const id = goes_on ? latest.id : newId();
    if (!goes_on) {
      const newest = place === null ? own : await findNewest(db, tenant_id, place.package_id);
      if (!newest || newest.package_id === null || newest.version === null) throw noPackage("The course has no package.");
      const { package_id, version } = newest;
      await insertRegistration(db, tenant_id, { id, enrollment_id, package_id, version, began_at: instantText(caller.now) });
      if (place !== null) await insertPlace(db, tenant_id, id, place);
    }
    const launch_id = newId();
    const expires_ms = Math.floor((await updateLaunch(db, tenant_id, id, launch_id)) / 1_000) + launch_max_s * 1_000;
    const token = signLaunch(keyring, { tenant_id, registration_id: id, launch_id, expires_ms });
    return {
      url: `${content_base_url}/content/${token}/?language=${language}`,
      expires_at: new Date(expires_ms).toISOString(),
    };
  });
}

/** The open run, and the package of its item. Throws when the item is not open. */
async function placeWithin(db: Db, caller: PanelCaller, enrollment_id: string, item_id: string) {
  const own = await hold(db, caller, enrollment_id);
  const run = await underWay(db, caller, own);
  const { item, place } = placeOf(run.items, item_id);
  if (item.kind !== "package") throw itemNotOfKind(`"${item.title}" is no package.`);
  refuseLocked(run, place);
  if (stateOf(run, item.id)?.state === "done") throw itemNotOpen("The package is done already.");
  return { run_id: run.id, item_id: item.id, package_id: item.package_id };
}

function findOwn(db: Db, { tenant, account }: PanelCaller, given_id: string) {
  return findKnown(given_id, noSuchEnrollment, (id) => findOwnCourse(db, tenant.id, account.id, id));
}
