import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelSample } from "../samples.ts";

export const samples: Record<string, PanelSample> = {
  askGate: {
    status: 200,
    async make({ database, organisation }) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      return { query: { user_id: id } };
    },
  },
  listGateWorks: { status: 200, make: async () => ({}) },
};
