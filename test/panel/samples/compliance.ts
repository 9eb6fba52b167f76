import { createAccount } from "../../harness/panel/panel.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import type { PanelSample } from "../samples.ts";

const empty = { make: async () => ({}) };

export const samples: Record<string, PanelSample> = {
  askGate: {
    status: 200,
    async make({ database, organisation }) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      return { query: { user_id: id } };
    },
  },
  listGateWorks: { status: 200, make: async () => ({}) },
  readComplianceMatrix: { status: 200, ...empty },
  readComplianceMatrixChoices: { status: 200, ...empty },
  exportComplianceMatrix: { status: 200, make: async () => ({ query: { format: "xlsx" } }) },
  readComplianceTrend: { status: 200, make: async () => ({ query: { weeks: "4" } }) },
  forecastCompliance: { status: 200, ...empty },
  explainCompliance: {
    status: 200,
    async make({ database, organisation }) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      const courses = [{ code: "EXPLAINED", title: "Explained" }];
      await createOrganisation(database, { organisation: { code: organisation.code }, courses });
      return { query: { user_id: id, course_code: "EXPLAINED" } };
    },
  },
};
