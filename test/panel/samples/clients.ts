import { generateKeyPairSync } from "node:crypto";
import { createClient } from "../../../server/features/clients/create.ts";
import { addKeys } from "../../../server/features/clients/public-keys/add-keys.ts";
import { listKeys } from "../../../server/features/clients/public-keys/sql.ts";
import { rotateSecret } from "../../../server/features/clients/rotate-secret.ts";
import { administratorOf, operatorPoolOf } from "../../harness/organisation/organisation.ts";
import { test_keyring } from "../../harness/server.ts";
import { withTenant } from "../../../server/platform/db/transaction.ts";
import type { PanelPlace, PanelSample } from "../samples.ts";

async function another({ database, organisation }: PanelPlace, tag: string) {
  const context = administratorOf(organisation);
  const { client } = await createClient(operatorPoolOf(database), test_keyring, context, { name: `Client ${tag}` });
  return { id: client.id };
}

/** A public key, as PEM. */
function newKey(): string {
  return generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" });
}

export const samples: Record<string, PanelSample> = {
  listClients: { status: 200, make: async () => ({ query: { q: "client" } }) },
  getClient: { status: 200, make: async (place, tag) => ({ path: await another(place, tag) }) },
  createClient: { status: 201, make: async (_, tag) => ({ body: { name: `New ${tag}`, scopes: ["users:read"] } }) },
  changeClient: {
    status: 200,
    make: async (place, tag) => ({ path: await another(place, tag), body: { scopes: ["users:read"] } }),
  },
  disableClient: { status: 200, make: async (place, tag) => ({ path: await another(place, tag) }) },
  disableClients: { status: 200, make: async (place, tag) => ({ body: { ids: [(await another(place, tag)).id] } }) },
  readClientActivity: { status: 200, make: async (place, tag) => ({ path: await another(place, tag) }) },
  rotateClientSecret: {
    status: 201,
    make: async (place, tag) => ({ path: await another(place, tag), body: { overlap_seconds: 3_600 } }),
  },
  revokeClient: { status: 204, make: async (place, tag) => ({ path: await another(place, tag) }) },
  liftBlockedAddress: {
    status: 404,
    make: async () => ({ body: { address: "192.0.2.1/32" } }),
    changes_nothing:
      "a block belongs to no organisation; that lifting one is audited is tried in test/panel/integrations/clients-blocked.test.ts",
  },
  addClientKeys: {
    status: 201,
    make: async (place, tag) => ({ path: await another(place, tag), body: { keys: newKey() } }),
  },
  removeClientKey: {
    status: 204,
    async make(place, tag) {
      const { id } = await another(place, tag);
      const [pool, context] = [operatorPoolOf(place.database), administratorOf(place.organisation)];
      await addKeys(pool, context, id, { keys: newKey() });
      const [key] = await withTenant(pool, context.tenant.id, (db) => listKeys(db, context.tenant.id, id));
      return { path: { id, key_id: key!.key_id } };
    },
  },
  revokeClientSecret: {
    status: 204,
    async make(place, tag) {
      const { id } = await another(place, tag);
      const context = administratorOf(place.organisation);
      const rotated = await rotateSecret(operatorPoolOf(place.database), test_keyring, context, id, { overlap_seconds: 60 });
      return { path: { id, key_id: rotated.key_id } };
    },
  },
};
