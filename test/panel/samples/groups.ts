import { newId } from "../../../server/platform/ids.ts";
import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

/** A manual group. It is made by a role that may do so, because the caller may have a read-only role. */
async function groupOf({ database, organisation }: PanelPlace, tag: string): Promise<{ id: string }> {
  const { rows } = await database.superuser.query(
    `insert into person_group (tenant_id, id, code, code_norm, name, name_norm, kind)
    values ($1, $2, $3, $3, 'First aiders', 'first aiders', 'manual') returning id`,
    [organisation.tenant_id, newId(), tag],
  );
  return { id: rows[0].id };
}

const personOf = async ({ database, organisation }: PanelPlace) =>
  (await createAccount(database, organisation.tenant_id, "learner")).id;
const group = { make: async (place: PanelPlace, tag: string) => ({ path: await groupOf(place, tag) }) };

export const samples: Record<string, PanelSample> = {
  listGroups: { status: 200, make: async () => ({ query: { q: "aid", kind: "manual" } }) },
  getGroup: { status: 200, ...group },
  listGroupMembers: { status: 200, ...group },
  listGroupHistory: { status: 200, ...group },
  createGroup: { status: 201, make: async (_, tag) => ({ body: { code: tag, name: "First aiders", kind: "manual" } }) },
  previewGroup: {
    status: 200,
    changes_nothing: "it says what a change would do",
    make: async () => ({ body: { conditions: { worker_type: "b2b_contractor" } } }),
  },
  changeGroup: {
    status: 200,
    make: async (place, tag) => ({ path: await groupOf(place, tag), body: { name: "Fire wardens" } }),
  },
  retireGroup: { status: 200, ...group },
  joinGroup: {
    status: 200,
    make: async (place, tag) => ({ path: await groupOf(place, tag), body: { person_ids: [await personOf(place)] } }),
  },
  leaveGroup: {
    status: 200,
    async make(place, tag) {
      const path = await groupOf(place, tag);
      const body = { person_ids: [await personOf(place)] };
      await place.panel.post(`/groups/${path.id}/join`, body);
      return { path, body };
    },
  },
};
