import { TOTP } from "otpauth";
import { invitePerson } from "../../../server/features/sign-in/links/invite.ts";
import { administratorOf, operatorPoolOf } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, test_password } from "../../harness/panel/panel.ts";
import { test_keyring } from "../../harness/server.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

/** The token of a one-time link for a learner without an e-mail address. */
export async function linkOf({ database, organisation }: Pick<PanelPlace, "database" | "organisation">, person_id: string) {
  await database.superuser.query("update person set email = null, email_norm = null where id = $1", [person_id]);
  const options = { pool: operatorPoolOf(database), keyring: test_keyring, base_url: "https://muster.example" };
  const { link } = await invitePerson(options, administratorOf(organisation), person_id);
  return link!.split("#")[1]!;
}

/** The code of an authenticator app with this secret, at an instant of the test's clock. */
export function codeOf(secret: string, now_ms = Date.now()): string {
  return new TOTP({ secret, algorithm: "SHA1", digits: 6, period: 30 }).generate({ timestamp: now_ms });
}

const empty = { make: async () => ({}) };

export const samples: Record<string, PanelSample> = {
  getSession: { status: 200, ...empty },
  signIn: {
    as: "anonymous",
    status: 200,
    async make({ database, organisation }) {
      const { login } = await createAccount(database, organisation.tenant_id, "learner");
      return { body: { tenant_code: organisation.code, login, password: test_password } };
    },
  },
  signInByLink: {
    as: "anonymous",
    status: 200,
    async make(place) {
      const { id } = await createAccount(place.database, place.organisation.tenant_id, "learner");
      return { body: { token: await linkOf(place, id) } };
    },
  },
  setPassword: {
    status: 204,
    make: async () => ({ body: { current_password: test_password, password: "forty seven yellow kettles" } }),
  },
  requestPasswordReset: {
    as: "anonymous",
    status: 202,
    async make({ database, organisation }) {
      const { login } = await createAccount(database, organisation.tenant_id, "learner");
      return { body: { tenant_code: organisation.code, login } };
    },
  },
  chooseLanguage: { status: 204, make: async () => ({ body: { language: "pl" } }) },
  stepUp: { status: 204, make: async () => ({ body: { password: test_password } }) },
  markSharedBrowser: { as: "anonymous", status: 204, ...empty, changes_nothing: "it marks a browser" },
  unmarkSharedBrowser: { status: 204, ...empty, changes_nothing: "it takes the mark of a browser away" },
  signOut: { status: 204, ...empty },
  listSessions: { status: 200, ...empty },
  endSession: {
    status: 204,
    async make({ server, database, organisation, account, panel }) {
      await sessionOf(server, database, organisation.tenant_id, account);
      const { sessions } = (await panel.get("/sessions")).body;
      return { path: { id: sessions.find((entry: { current: boolean }) => !entry.current).id } };
    },
  },
  endOtherSessions: {
    status: 200,
    async make({ server, database, organisation, account }) {
      await sessionOf(server, database, organisation.tenant_id, account);
      return {};
    },
  },
  beginSecondFactor: { status: 200, ...empty },
  confirmSecondFactor: {
    status: 204,
    async make({ panel }) {
      const { secret } = (await panel.post("/second-factor")).body;
      return { body: { code: codeOf(secret) } };
    },
  },
  removeSecondFactor: {
    status: 204,
    async make({ panel }) {
      await panel.post("/second-factor");
      return {};
    },
  },
  resetPersonFactors: {
    status: 204,
    async make({ database, organisation }) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      const sql = "update credential set totp_secret = '\\x00', totp_confirmed_at = now() where account_id = $1";
      await database.superuser.query(sql, [id]);
      return { path: { id } };
    },
  },
  invitePerson: {
    status: 200,
    make: async ({ database, organisation }) => ({
      path: { id: (await createAccount(database, organisation.tenant_id, "learner")).id },
    }),
  },
};
