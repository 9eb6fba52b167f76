import { withTenant } from "../../../server/platform/db/transaction.ts";
import { upsertMeaning } from "../../../server/features/people/unmatched-sql.ts";
import { operatorPoolOf } from "../../harness/organisation/organisation.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

type Kind = "department" | "contractor";
let made = 0;

/** A department or company made by another account, because the caller may have a read-only role. */
async function makePlace({ database, organisation }: PanelPlace, kind: Kind): Promise<string> {
  made += 1;
  const { rows } = await database.superuser.query(
    `insert into ${kind} (tenant_id, id, name, name_norm, code, code_norm) values ($1, gen_random_uuid(), $2, $2, $3, $3) returning id`,
    [organisation.tenant_id, `sample ${made}`, `sample-${made}`],
  );
  return rows[0].id;
}

const samplesOf = (kind: Kind, name: string): Record<string, PanelSample> => ({
  [`get${name}`]: { status: 200, make: async (place) => ({ path: { id: await makePlace(place, kind) } }) },
  [`create${name}`]: { status: 201, make: async (_, tag) => ({ body: { name: `New ${tag}`, code: tag } }) },
  [`change${name}`]: {
    status: 200,
    make: async (place, tag) => ({ path: { id: await makePlace(place, kind) }, body: { name: `Renamed ${tag}` } }),
  },
  [`merge${name}`]: {
    status: 200,
    make: async (place) => ({
      path: { id: await makePlace(place, kind) },
      body: { into_id: await makePlace(place, kind) },
    }),
  },
  [`remove${name}Alias`]: {
    status: 204,
    async make(place, tag) {
      const id = await makePlace(place, kind);
      const { tenant_id } = place.organisation;
      const value = { field: kind, value: `Alias ${tag}` };
      await withTenant(operatorPoolOf(place.database), tenant_id, (db) =>
        upsertMeaning(db, tenant_id, value, id, new Date().toISOString()),
      );
      return { path: { id }, query: { value: value.value } };
    },
  },
});

export const samples: Record<string, PanelSample> = {
  ...samplesOf("department", "Department"),
  ...samplesOf("contractor", "Contractor"),
};
