import { createAccount, givePassword, sessionOf } from "../../harness/panel/panel.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

const another = async ({ database, organisation }: PanelPlace) => ({
  id: (await createAccount(database, organisation.tenant_id, "it_admin")).id,
});

export const samples: Record<string, PanelSample> = {
  inviteAdministrator: {
    status: 201,
    make: async (_, tag) => ({ body: { email: `${tag}@acme.example`, name: "Nina New", role: "training_admin" } }),
  },
  changeAdministrator: {
    status: 200,
    make: async (place) => ({ path: await another(place), body: { role: "compliance_officer" } }),
  },
  removeAdministrator: { status: 204, make: async (place) => ({ path: await another(place) }) },
  inviteAdministratorAgain: { status: 204, make: async (place) => ({ path: await another(place) }) },
  listAdministratorSessions: { status: 200, make: async (place) => ({ path: await another(place) }) },
  endAdministratorSession: {
    status: 204,
    async make({ server, database, organisation }) {
      const account = await createAccount(database, organisation.tenant_id, "training_admin");
      const theirs = await sessionOf(server, database, organisation.tenant_id, account);
      const { sessions } = (await theirs.get("/sessions")).body;
      return { path: { id: account.id, session_id: sessions[0].id } };
    },
  },
  resetSecondFactor: {
    status: 204,
    async make(place) {
      const path = await another(place);
      await givePassword(place.database, place.organisation.tenant_id, { ...path, kind: "administrator", login: "" });
      await place.database.superuser.query(
        "update credential set totp_secret = '\\x00', totp_confirmed_at = now() where account_id = $1",
        [path.id],
      );
      return { path };
    },
  },
};
