import type { Static } from "typebox";
import { todayOf, type Context } from "../../platform/context.ts";
import { codeOf } from "../../platform/db/failures.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { invalid, notFound } from "../../platform/http/problem.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { findLicenseForChange } from "../courses/apply-licenses-sql.ts";
import { faultsOfLicense } from "../courses/check-license.ts";
import { lockLicenses } from "../courses/seats-sql.ts";
import { storeLicenses } from "../courses/store.ts";
import { refuseFaults } from "./faults.ts";
import type { LicenseChange } from "./schema.ts";
import { findLicenseByName, findLicenseRecord } from "./sql.ts";

/** Changes a licence. Seats in use cannot be taken away: its number is never below theirs. */
export async function changeLicense(
  pool: Pool,
  context: Context,
  id: string,
  patch: Static<typeof LicenseChange>,
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const change = withTenant(pool, tenant_id, async (db) => {
    const [, stands] = await Promise.all([lockLicenses(db, tenant_id, [id]), findLicenseForChange(db, tenant_id, id)]);
    if (stands === undefined) throw notFound("No such licence.");
    const wanted = { ...stands, ...patch };
    const holder = await findLicenseByName(db, tenant_id, wanted.name);
    if (holder && holder.id !== id) throw nameTaken();
    refuseFaults(faultsOfLicense(wanted, stands));
    const changes = changesBetween(stands, wanted);
    if (Object.keys(changes).length > 0) {
      await storeLicenses(db, tenant_id, [wanted]);
      await record(db, context, { operation: "license.update", target_type: "license", target_id: id, changes });
    }
    return (await findLicenseRecord(db, tenant_id, id, todayOf(context)))!;
  });
  // Who takes a name in the same instant is seen by the database alone.
  return change.catch((error: unknown) => {
    throw codeOf(error) === unique_violation ? nameTaken() : error;
  });
}

const unique_violation = "23505";

function nameTaken() {
  return invalid([{ pointer: "#/name", code: "ALREADY_TAKEN", detail: "is the name of another licence" }]);
}
