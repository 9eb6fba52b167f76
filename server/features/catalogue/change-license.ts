import type { Static } from "typebox";
import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { orTaken } from "../../platform/db/unique.ts";
import { invalid, notFound } from "../../platform/http/problem.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { findLicenseForChange, type LicenseRow } from "../courses/apply-licenses-sql.ts";
import { listCourseTypes } from "../courses/apply-sql.ts";
import type { Fault } from "../courses/check-course.ts";
import { faultsOfLicense } from "../courses/check-license.ts";
import { lockLicenses } from "../courses/seats-sql.ts";
import { storeLicenses, storeNewLicenses } from "../courses/store.ts";
import { wantedLicense } from "../courses/wanted-license.ts";
import { refuseFaults } from "./faults.ts";
import type { LicenseChange, LicenseCreate } from "./schema.ts";
import { findLicenseByName, findLicenseRecord } from "./sql.ts";

export async function createLicense(
  pool: Pool,
  context: Context,
  { items, ...members }: Static<typeof LicenseCreate>,
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  return orTaken(
    () =>
      withTenant(pool, tenant_id, async (db) => {
        const wanted = wantedLicense(undefined, { ...members, items: await coveredBy(db, tenant_id, items) });
        await refuse(db, tenant_id, wanted, undefined);
        await storeNewLicenses(db, tenant_id, [wanted]);
        return recordChange(db, context, "create", undefined, wanted);
      }),
    nameTaken,
  );
}

/** Changes a licence. The number of seats cannot go below the seats in use. */
export async function changeLicense(
  pool: Pool,
  context: Context,
  id: string,
  { items, ...members }: Static<typeof LicenseChange>,
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  return orTaken(
    () =>
      withTenant(pool, tenant_id, async (db) => {
        const [, stands] = await Promise.all([lockLicenses(db, tenant_id, [id]), findLicenseForChange(db, tenant_id, id)]);
        if (stands === undefined) throw notFound("No such licence.");
        const covered = items && (await coveredBy(db, tenant_id, items));
        const wanted = wantedLicense(stands, { ...members, items: covered });
        await refuse(db, tenant_id, wanted, stands);
        if (Object.keys(changesBetween(stands, wanted)).length > 0) await storeLicenses(db, tenant_id, [wanted]);
        return recordChange(db, context, "update", stands, wanted);
      }),
    nameTaken,
  );
}

async function refuse(db: Db, tenant_id: string, wanted: LicenseRow, stands: LicenseRow | undefined): Promise<void> {
  const holder = await findLicenseByName(db, tenant_id, wanted.name);
  if (holder && holder.id !== wanted.id) throw nameTaken();
  refuseFaults(faultsOfLicense(wanted, stands));
}

/** Records the change, if any, and returns the licence as it is now. */
async function recordChange(
  db: Db,
  context: Context,
  verb: "create" | "update",
  stands: LicenseRow | undefined,
  wanted: LicenseRow,
): Promise<string> {
  const { id } = wanted;
  const changes = changesBetween(stands, wanted);
  if (Object.keys(changes).length > 0)
    await record(db, context, { operation: `license.${verb}`, target_type: "license", target_id: id, changes });
  return (await findLicenseRecord(db, context.tenant.id, id, todayOf(context)))!;
}

/** Ids of courses and paths as a licence stores them: without repetition, in ascending order. */
async function coveredBy(db: Db, tenant_id: string, given: readonly string[]): Promise<string[]> {
  const ids = given.map((id) => id.toLowerCase());
  const found = new Set((await listCourseTypes(db, tenant_id, ids)).map(({ id }) => id));
  const faults = ids.flatMap((id, index): Fault[] =>
    found.has(id) ? [] : [{ path: ["items", index], detail: "names no course or learning path" }],
  );
  refuseFaults(faults);
  return [...found].sort();
}

function nameTaken() {
  return invalid([{ pointer: "#/name", code: "ALREADY_TAKEN", detail: "is the name of another licence" }]);
}
