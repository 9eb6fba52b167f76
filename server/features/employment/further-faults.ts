import type { FastifyRequest } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import type { FindFurther } from "../../platform/http/every-fault.ts";
import { isUuid } from "../../platform/ids.ts";
import { directoryOf } from "../people/directory.ts";
import { faultsOfPerson, no_person } from "../people/settle.ts";
import { findPersonForChange } from "../people/sql.ts";

/** Faults of a new person that the body's schema does not find. */
export function furtherFaultsOfNew(pool: Pool): FindFurther {
  return (request, given) => {
    const tenant_id = request.caller!.tenant.id;
    return withTenant(pool, tenant_id, (db) => faultsOfPerson(directoryOf(db, tenant_id), no_person, given, bodyOf(request)));
  };
}

/** Faults of a change that the body's schema does not find; none for an unknown person. */
export function furtherFaultsOfChange(pool: Pool): FindFurther {
  return async (request, given) => {
    const tenant_id = request.caller!.tenant.id;
    const { id } = request.params as { id: string };
    if (!isUuid(id)) return [];
    return withTenant(pool, tenant_id, async (db) => {
      const before = await findPersonForChange(db, tenant_id, id);
      return before ? faultsOfPerson(directoryOf(db, tenant_id), before, given, bodyOf(request)) : [];
    });
  };
}

function bodyOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return request.body as Record<string, unknown>;
}
