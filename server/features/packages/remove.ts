import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { findKnown } from "../../platform/http/known.ts";
import { instantText } from "../../platform/instants.ts";
import { record } from "../audit/record.ts";
import { noSuchPackage, packageInUse } from "./errors.ts";
import { isInUse, lockPackage, removePackage } from "./sql.ts";

/** Removes a package with its bytes, if nothing refers to it. */
export async function removeUnused(pool: Pool, context: Context, given_id: string): Promise<void> {
  const { id: tenant_id } = context.tenant;
  await withTenant(pool, tenant_id, async (db) => {
    const { title, version, id } = await findKnown(given_id, noSuchPackage, async (known_id) => {
      const found = await lockPackage(db, tenant_id, known_id);
      return found && { ...found, id: known_id };
    });
    if (await isInUse(db, tenant_id, id)) throw packageInUse("A course refers to the package, or a learner is under way in it.");
    await removePackage(db, tenant_id, id, instantText(context.now));
    await record(db, context, {
      operation: "package.remove",
      target_type: "package",
      target_id: id,
      changes: { title: [title, null], version: [version, null] },
    });
  });
}
