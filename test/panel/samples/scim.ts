import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

/** A person with an unmatched department; returns the id. */
export async function unmatchedOf({ database, organisation }: PanelPlace, value: string): Promise<string> {
  const { id } = await createAccount(database, organisation.tenant_id, "learner");
  await database.superuser.query(
    `insert into unmatched_value (tenant_id, person_id, field, value, value_norm, since)
    values ($1, $2, 'department', $3, lower($3), now())`,
    [organisation.tenant_id, id, value],
  );
  return id;
}

export const samples: Record<string, PanelSample> = {
  resolveUnmatchedValue: {
    status: 200,
    async make(place, tag) {
      await unmatchedOf(place, tag);
      return { body: { field: "department", value: tag, resolution: "create" } };
    },
  },
  listScimExchanges: { status: 200, make: async () => ({ query: { outcome: "refused" } }) },
};
