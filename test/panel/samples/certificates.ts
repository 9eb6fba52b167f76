import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";
import { certified } from "./my-training.ts";

/** External evidence of a new learner, with a file if `with_file`. */
async function evidence({ database, organisation }: PanelPlace, with_file: boolean) {
  const account = await createAccount(database, organisation.tenant_id, "learner");
  const path = await certified({ database, organisation, account });
  await database.superuser.query("update certificate set source = 'external', issuer = 'UDT' where id = $1", [path.id]);
  if (with_file) {
    await database.superuser.query(
      `with f as (
        insert into evidence_file (tenant_id, certificate_id, name, media_type, size_bytes, sha256, uploaded_at)
        select tenant_id, id, 'evidence.pdf', 'application/pdf', 5, sha256('%PDF-'), now() from certificate where id = $1
        returning tenant_id, certificate_id
      )
      insert into evidence_chunk (tenant_id, certificate_id, number, bytes) select tenant_id, certificate_id, 0, '%PDF-' from f`,
      [path.id],
    );
  }
  return path;
}

export const samples: Record<string, PanelSample> = {
  keepEvidenceFile: {
    status: 204,
    make: async (place) => ({
      path: await evidence(place, false),
      query: { name: "evidence.pdf" },
      raw: { media_type: "application/pdf", text: "%PDF-1.7 evidence" },
    }),
  },
  getEvidenceFile: { status: 200, make: async (place) => ({ path: await evidence(place, true) }) },
  removeEvidenceFile: { status: 204, make: async (place) => ({ path: await evidence(place, true) }) },
  printCertificate: {
    status: 200,
    async make({ database, organisation }) {
      const account = await createAccount(database, organisation.tenant_id, "learner");
      return { path: await certified({ database, organisation, account }) };
    },
  },
};
