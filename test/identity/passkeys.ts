import assert from "node:assert/strict";
import type { TestDatabase } from "../harness/database.ts";
import { newAuthenticator, type Authenticator, type Lie } from "../harness/identity/authenticator.ts";
import type { TestOrganisation } from "../harness/organisation/organisation.ts";
import { openPanel, signInAs, type Panel, type Role, type TestAccount } from "../harness/panel/panel.ts";
import type { Reply, TestServer } from "../harness/server.ts";

export type Owner = { panel: Panel & { account: TestAccount }; account: TestAccount; authenticator: Authenticator; id: string };

/** Adds a passkey within a session; returns its id. */
export async function addPasskey(
  panel: Panel,
  authenticator: Authenticator,
  { name = "Laptop", ...lie }: Lie & { name?: string } = {},
) {
  const creation = await panel.post("/passkeys/request");
  assert.equal(creation.status, 200, creation.text);
  const reply = await panel.post("/passkeys", { name, ...authenticator.make(creation.body, lie) });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id as string;
}

/** A new account with a passkey, and the browser in which it was added. */
export async function ownerOf(
  server: TestServer,
  database: TestDatabase,
  organisation: TestOrganisation,
  role: Role = "it_admin",
  authenticator: Authenticator = newAuthenticator(),
): Promise<Owner> {
  const panel = await signInAs(server, database, organisation, role);
  const id = await addPasskey(panel, authenticator);
  return { panel, account: panel.account, authenticator, id };
}

/** Signs in by a passkey alone, in a browser that has just requested a challenge. */
export async function signInAlone(
  server: TestServer,
  authenticator: Authenticator,
  lie?: Lie,
  panel: Panel = openPanel(server),
): Promise<Reply & { panel: Panel }> {
  const asked = await panel.post("/sign-in/passkey/request");
  assert.equal(asked.status, 200, asked.text);
  const reply = await panel.post("/sign-in/passkey", { passkey: authenticator.answer(asked.body, lie) });
  return { ...reply, panel };
}
