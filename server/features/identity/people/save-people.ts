import type { Context } from "../../../platform/context.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { invalid, notFound, type ErrorItem } from "../../../platform/http/problem.ts";
import { changesBetween } from "../../audit/changes.ts";
import { record } from "../../audit/record.ts";
import { directoryOf } from "../../people/directory.ts";
import { resolveReference } from "../../people/references.ts";
import { peopleComeByScim, providerNotTested, verifiedDomainNeeded } from "../errors.ts";
import { lockProvider } from "../provider-sql.ts";
import type { IdentitySetUp } from "../schema.ts";
import { setUpWithin } from "../set-up.ts";
import type { IdentityOptions } from "../start.ts";
import { hasScim, hasVerifiedDomain, updatePeopleSettings } from "./people-sql.ts";
import type { PeopleSettings } from "./settings.ts";

/** Saves whether people are created at their first sign-in, and from which claims. */
export async function savePeopleSettings(
  options: IdentityOptions,
  context: Context,
  given: PeopleSettings,
): Promise<IdentitySetUp> {
  const { tenant } = context;
  return withTenant(options.pool, tenant.id, async (db) => {
    const provider = await lockProvider(db, tenant.id);
    if (provider === undefined) throw notFound("No identity provider is set up.");
    await refuseUnknownPlaces(db, tenant.id, given);
    if (given.on) {
      if (provider.state === "draft") throw providerNotTested("Make a test sign-in first.");
      if (await hasScim(db, tenant.id)) throw peopleComeByScim("A client of this organisation has the scope scim.");
      if (!(await hasVerifiedDomain(db, tenant.id))) throw verifiedDomainNeeded("No e-mail domain is verified.");
    }
    const changes = changesBetween(provider.people ?? undefined, given);
    if (Object.keys(changes).length > 0) {
      await updatePeopleSettings(db, tenant.id, given);
      await record(db, context, {
        operation: "identity_provider.set_people",
        target_type: "identity_provider",
        target_id: provider.id,
        changes,
      });
    }
    return setUpWithin(db, options, tenant);
  });
}

async function refuseUnknownPlaces(db: Db, tenant_id: string, given: PeopleSettings): Promise<void> {
  const { departments, contractors } = directoryOf(db, tenant_id);
  const nothing = { id: null, name: null };
  const of = (id: string | null) => ({ id, name: undefined });
  const department = await resolveReference(departments, of(given.department_id), nothing);
  const company = await resolveReference(contractors, of(given.contractor_id), nothing);
  const faults: ErrorItem[] = [...department.faults, ...company.faults];
  const is_contractor = given.worker_type === "b2b_contractor";
  if (is_contractor && given.contractor_id === null)
    faults.push({ pointer: "#/contractor_id", code: "CONTRACTOR_REQUIRED", detail: "is required of a b2b_contractor" });
  if (!is_contractor && given.contractor_id !== null)
    faults.push({ pointer: "#/contractor_id", code: "CONTRACTOR_NOT_ALLOWED", detail: "is only for a b2b_contractor" });
  if (faults.length > 0) throw invalid(faults);
}
