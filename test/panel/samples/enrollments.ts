import { newId } from "../../../server/platform/ids.ts";
import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

/** Creates a course without licence that can be assigned to every person; returns its id. */
async function courseOf({ database, organisation }: PanelPlace, tag: string): Promise<string> {
  const { rows } = await database.superuser.query(
    `insert into course (tenant_id, id, code, code_norm, title, title_norm, type, attempts_allowed)
    values ($1, $2, $3, $3, 'Fire safety', 'fire safety', 'course', 1) returning id`,
    [organisation.tenant_id, newId(), tag],
  );
  await database.superuser.query(
    `with made as (
      insert into license (tenant_id, id, name, name_norm, model, valid_from) values ($1, $2, $3, $3, 'unlimited', '2020-01-01') returning id
    )
    insert into license_item (tenant_id, license_id, course_id) select $1::uuid, id, $4::uuid from made`,
    [organisation.tenant_id, newId(), tag, rows[0].id],
  );
  return rows[0].id;
}

async function pairOf(place: PanelPlace, tag: string) {
  const { id: person_id } = await createAccount(place.database, place.organisation.tenant_id, "learner");
  return { person_id, course_id: await courseOf(place, tag) };
}

async function enrollmentOf(place: PanelPlace, tag: string) {
  const { person_id: user_id, course_id } = await pairOf(place, tag);
  const reply = await place.panel.post("/enrollments", { user_id, course_id });
  if (reply.status !== 201) throw new Error(`cannot assign: ${reply.text}`);
  return { id: reply.body.id as string };
}

/** A course, and a person to whom it can be assigned. */
async function bulkOrderOf(place: PanelPlace, tag: string) {
  const { person_id, course_id } = await pairOf(place, tag);
  return { selection: { person_ids: [person_id] }, course_id };
}

/** A finished order. It is made by a role that may do so, because the caller may have a read-only role. */
async function bulkOperationOf(place: PanelPlace, tag: string): Promise<{ id: string }> {
  const { course_id } = await bulkOrderOf(place, tag);
  const id = newId();
  await place.database.superuser.query(
    `insert into bulk_operation (tenant_id, id, course_id, selection, ordered_by, ordered_by_name, ordered_at, before_id, people_total)
    values ($1, $2, $3, '{"person_ids": []}', $2, 'Ewa Lis', now(), $2, 1)`,
    [place.organisation.tenant_id, id, course_id],
  );
  return { id };
}

const today = () => new Date().toISOString().slice(0, 10);

export const samples: Record<string, PanelSample> = {
  previewBulkAssign: {
    status: 200,
    changes_nothing: "it says what an order would do",
    make: async (place, tag) => ({ body: await bulkOrderOf(place, tag) }),
  },
  orderBulkAssign: {
    status: 202,
    make: async (place, tag) => ({ path: { id: newId() }, body: await bulkOrderOf(place, tag) }),
  },
  continueBulkOperation: {
    status: 202,
    changes_nothing: "it goes on with what was ordered",
    make: async (place, tag) => ({ path: await bulkOperationOf(place, tag) }),
  },
  undoBulkOperation: {
    status: 202,
    async make(place, tag) {
      const path = await bulkOperationOf(place, tag);
      await place.database.superuser.query("update bulk_operation set finished_at = now() where id = $1", [path.id]);
      return { path };
    },
  },
  getBulkOperation: { status: 200, make: async (place, tag) => ({ path: await bulkOperationOf(place, tag) }) },
  listBulkPeople: {
    status: 200,
    make: async (place, tag) => ({ path: await bulkOperationOf(place, tag), query: { outcome: "assigned" } }),
  },

  listEnrollments: { status: 200, make: async () => ({ query: { status: "assigned" } }) },
  getEnrollment: {
    as: "training_admin",
    status: 200,
    make: async (place, tag) => ({ path: await enrollmentOf(place, tag) }),
  },
  assignCourse: {
    status: 201,
    async make(place, tag) {
      const { person_id: user_id, course_id } = await pairOf(place, tag);
      return { body: { user_id, course_id } };
    },
  },
  changeEnrollment: {
    status: 200,
    make: async (place, tag) => ({ path: await enrollmentOf(place, tag), body: { due_date: "2999-12-31" } }),
  },
  recordResult: {
    status: 200,
    make: async (place, tag) => ({ path: await enrollmentOf(place, tag), body: { passed: true, score: null } }),
  },
  grantAttempt: {
    status: 200,
    async make(place, tag) {
      const path = await enrollmentOf(place, tag);
      await place.panel.post(`/enrollments/${path.id}/result`, { passed: false, score: null });
      return { path };
    },
  },
  cancelEnrollment: { status: 200, make: async (place, tag) => ({ path: await enrollmentOf(place, tag) }) },
  withdrawEnrollment: {
    status: 200,
    async make(place, tag) {
      const path = await enrollmentOf(place, tag);
      await place.panel.post(`/enrollments/${path.id}/result`, { passed: false, score: null });
      return { path, body: { reason: "Left the site" } };
    },
  },
  grantExemption: {
    status: 201,
    make: async (place, tag) => ({ body: { ...(await pairOf(place, tag)), from: today(), until: null, reason: "Pregnant" } }),
  },
  recordEvidence: {
    status: 201,
    make: async (place, tag) => ({
      body: { ...(await pairOf(place, tag)), issuer: "UDT", valid_from: "2026-01-01", valid_until: null },
    }),
  },
};
