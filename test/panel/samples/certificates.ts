import { createAccount } from "../../harness/panel.ts";
import type { PanelSample } from "../samples.ts";
import { certified } from "./my-training.ts";

export const samples: Record<string, PanelSample> = {
  listCertificates: { status: 200, make: async () => ({}) },
  exportCertificates: { status: 200, make: async () => ({}) },
  printCertificate: {
    status: 200,
    async make({ database, organisation }) {
      const account = await createAccount(database, organisation.tenant_id, "learner");
      return { path: await certified({ database, organisation, account }) };
    },
  },
};
