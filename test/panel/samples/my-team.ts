import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  readMyTeam: { status: 200, make: async () => ({ query: { include_indirect_reports: "true" } }) },
  readMyTeamMember: {
    status: 200,
    async make({ database, organisation, account }) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      await database.superuser.query("update person set manager_id = $2 where id = $1", [id, account.id]);
      return { path: { id } };
    },
  },
};
