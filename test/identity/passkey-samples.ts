import { newAuthenticator } from "../harness/identity/authenticator.ts";
import { createAccount, sessionOf } from "../harness/panel/panel.ts";
import type { PanelSample } from "../panel/samples.ts";
import { addPasskey } from "./passkeys.ts";

export const samples: Record<string, PanelSample> = {
  requestPasskey: {
    as: "anonymous",
    status: 200,
    make: async () => ({}),
    changes_nothing: "a challenge is not stored",
  },
  signInByPasskey: {
    as: "anonymous",
    status: 200,
    async make({ server, database, organisation, panel }) {
      const account = await createAccount(database, organisation.tenant_id, "learner");
      const authenticator = newAuthenticator();
      await addPasskey(await sessionOf(server, database, organisation.tenant_id, account), authenticator);
      const asked = await panel.post("/sign-in/passkey/request");
      return { body: { passkey: authenticator.answer(asked.body) } };
    },
  },
  requestPasskeyAgain: {
    status: 200,
    async make({ panel }) {
      await addPasskey(panel, newAuthenticator());
      return {};
    },
    changes_nothing: "a challenge is not stored",
  },
  beginPasskey: { status: 200, make: async () => ({}), changes_nothing: "a challenge is not stored" },
  addPasskey: {
    status: 201,
    async make({ panel }, tag) {
      const creation = await panel.post("/passkeys/request");
      return { body: { name: `Laptop ${tag}`, ...newAuthenticator().make(creation.body) } };
    },
  },
  listPasskeys: {
    status: 200,
    async make({ panel }) {
      await addPasskey(panel, newAuthenticator());
      return {};
    },
  },
  renamePasskey: {
    status: 200,
    make: async ({ panel }, tag) => ({
      path: { id: await addPasskey(panel, newAuthenticator()) },
      body: { name: `Phone ${tag}` },
    }),
  },
  makeRecoveryCodes: {
    status: 200,
    async make({ panel }) {
      await addPasskey(panel, newAuthenticator());
      return {};
    },
  },
  removePasskey: {
    status: 204,
    make: async ({ panel }) => ({ path: { id: await addPasskey(panel, newAuthenticator()) } }),
  },
};
