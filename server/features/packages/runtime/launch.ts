import type { PanelCaller } from "../../../platform/context.ts";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import type { Language } from "../../../platform/languages.ts";
import { noSuchEnrollment } from "../../enrollments/errors.ts";
import { startEnrollment } from "../../enrollments/lifecycle/start.ts";
import { contentOriginNotSet, noPackage } from "../errors.ts";
import { findOwnCourse, insertRegistration, listItemStates, lockLatest, updateLaunch } from "./registrations-sql.ts";
import { settle } from "./settle.ts";
import { signLaunch } from "./token.ts";

/** A launch is good for a working day. */
export const launch_max_s = 28_800;

export type LaunchOptions = { pool: Pool; keyring: Keyring; content_base_url: string | null };

/**
 * Opens the package of a learner's own course: goes on with the try that is under way, in the version that it began, or begins one. The course
 * begins with it.
 */
export async function launch(
  { pool, keyring, content_base_url }: LaunchOptions,
  caller: PanelCaller,
  given_id: string,
  language: Language,
): Promise<{ url: string; expires_at: string }> {
  if (content_base_url === null) throw contentOriginNotSet("This installation has no host for content.");
  const { id: tenant_id } = caller.tenant;
  const enrollment_id = given_id.toLowerCase();
  // In a transaction of its own: that the last try has failed stands, whatever becomes of this one.
  await withTenant(pool, tenant_id, async (db) => {
    await findOwn(db, caller, given_id);
    const latest = await lockLatest(db, tenant_id, enrollment_id);
    if (latest !== undefined) await settle(db, caller, latest, await listItemStates(db, tenant_id, latest.id), { is_left: true });
  });
  return withTenant(pool, tenant_id, async (db) => {
    const { package_id, version } = await findOwn(db, caller, given_id);
    const latest = await lockLatest(db, tenant_id, enrollment_id);
    await startEnrollment(db, caller, enrollment_id);
    const goes_on = latest !== undefined && !latest.ended;
    if (!goes_on && (package_id === null || version === null)) throw noPackage("The course has no package.");
    const id = goes_on ? latest.id : newId();
    if (!goes_on)
      await insertRegistration(db, tenant_id, {
        id,
        enrollment_id,
        number: (latest?.number ?? 0) + 1,
        package_id: package_id!,
        version: version!,
        began_at: instantText(caller.now),
      });
    const launch_id = newId();
    const expires_ms = Math.floor((await updateLaunch(db, tenant_id, id, launch_id)) / 1_000) + launch_max_s * 1_000;
    const token = signLaunch(keyring, { tenant_id, registration_id: id, launch_id, expires_ms });
    return {
      url: `${content_base_url}/content/${token}/?language=${language}`,
      expires_at: new Date(expires_ms).toISOString(),
    };
  });
}

function findOwn(db: Db, { tenant, account }: PanelCaller, given_id: string) {
  return findKnown(given_id, noSuchEnrollment, (id) => findOwnCourse(db, tenant.id, account.id, id));
}
