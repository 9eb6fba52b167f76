import { createAccount } from "../../harness/panel/panel.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

const personOf = async ({ database, organisation }: PanelPlace) => ({
  id: (await createAccount(database, organisation.tenant_id, "learner")).id,
});

const person = { make: async (place: PanelPlace) => ({ path: await personOf(place) }) };
export const samples: Record<string, PanelSample> = {
  exportChosenPeople: {
    status: 200,
    changes_nothing: "it reads",
    make: async (place) => ({ body: { person_ids: [(await personOf(place)).id] } }),
  },
  listPeople: { status: 200, make: async () => ({ query: { q: "lena", status: "invited" } }) },
  readPersonBounce: { status: 200, ...person },
  tryAddressAgain: {
    status: 200,
    async make(place) {
      const path = await personOf(place);
      await place.database.superuser.query(
        `insert into mail_bounce (tenant_id, address_norm, address, said, told_by)
         select tenant_id, email_norm, email, '550 5.1.1 unknown', 'reply' from person where id = $1`,
        [path.id],
      );
      return { path };
    },
  },
  getPerson: { status: 200, ...person },
  listPersonHistory: { status: 200, ...person },
  listPersonEvents: { status: 200, ...person },
  getPersonTraining: { status: 200, ...person },
  createPerson: {
    status: 201,
    make: async (_, tag) => ({
      body: { employee_no: tag, first_name: "Nina", last_name: "New", email: `${tag}@people.example` },
    }),
  },
  changePerson: { status: 200, make: async (place) => ({ path: await personOf(place), body: { job_title: "Clerk" } }) },
  suspendPerson: { status: 204, ...person },
  resumePerson: {
    status: 204,
    async make(place) {
      const path = await personOf(place);
      await place.panel.post(`/people/${path.id}/suspend`);
      return { path };
    },
  },
  getErasure: { status: 200, ...person },
  erasePerson: {
    status: 202,
    async make(place) {
      const path = await personOf(place);
      const { rows } = await place.database.superuser.query(
        "update person set state = 'deactivated', deactivated_at = now() where id = $1 returning employee_no",
        [path.id],
      );
      return { path, body: { confirmation: rows[0].employee_no } };
    },
  },
  takePersonalFile: { status: 200, ...person, changes_nothing: "it only reads; its one audit row says who asked for the file" },
};
