import { createHash } from "node:crypto";
import { newId } from "../../../server/platform/ids.ts";
import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

/** A finished pack with one row of bytes. */
async function ready({ database, organisation }: PanelPlace): Promise<{ id: string }> {
  const id = newId();
  const bytes = Buffer.from("PK");
  await database.superuser.query(
    `with k as (
      insert into evidence_pack (tenant_id, id, person_ids, course_ids, as_of, language, ordered_by, ordered_by_name, ordered_at, status,
        size_bytes, sha256, finished_at, expires_at)
      values ($1, $2, '{}', '{}', now(), 'en', $2, 'Ola', now(), 'ready', 2, $4, now(), now() + interval '1 day')
      returning tenant_id, id
    )
    insert into evidence_pack_chunk (tenant_id, pack_id, number, bytes) select tenant_id, id, 0, $3 from k`,
    [organisation.tenant_id, id, bytes, createHash("sha256").update(bytes).digest()],
  );
  return { id };
}

export const samples: Record<string, PanelSample> = {
  orderEvidencePack: {
    status: 202,
    async make({ database, organisation }) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      // Only few packs may be in progress, and no worker makes those of the tests.
      await database.superuser.query("update evidence_pack set status = 'cancelled' where tenant_id = $1 and status = 'queued'", [
        organisation.tenant_id,
      ]);
      return { body: { selection: { person_ids: [id] } } };
    },
  },
  cancelEvidencePack: { status: 200, make: async (place) => ({ path: await ready(place) }) },
  takeEvidencePack: { status: 200, make: async (place) => ({ path: await ready(place) }) },
};
