import { arrangeClient, type TestClient } from "../../authentication/arrange.ts";
import type { TestDatabase } from "../database.ts";
import { createAccount, type TestAccount } from "../panel/panel.ts";
import { settled } from "../settled.ts";
import { record } from "../../../server/features/audit/record.ts";
import { sealAll } from "../../../server/features/audit/seal.ts";
import { digestOf } from "../../../server/features/clients/secret.ts";
import { queueMail } from "../../../server/features/mail/queue-mail.ts";
import type { Context } from "../../../server/platform/context.ts";
import type { Keyring } from "../../../server/platform/crypto/keyring.ts";
import { seal } from "../../../server/platform/crypto/seal.ts";
import type { Pool } from "../../../server/platform/db/pool.ts";
import { contextWithin } from "../../../server/platform/db/tenant-clock.ts";
import { withTenant } from "../../../server/platform/db/transaction.ts";
import { newId } from "../../../server/platform/ids.ts";

/** An organisation with something of each kind that is sealed, digested or signed with a version of SECRET_KEY. */
export type SealedOrganisation = {
  acme: TestClient;
  /** An IT administrator with a second factor. */
  account: TestAccount;
  /** The context of an operator's command. */
  context: () => Promise<Context>;
  /** Digests a client's secret with the newest version of a keyring. */
  digestWith: (keyring: Keyring, key_id: string, secret: string) => Promise<void>;
  /** Queues a mail with a text. */
  mail: (text: string, keyring: Keyring) => Promise<void>;
  /** Writes an entry of the audit log that contains a name. */
  audit: (name: string) => Promise<void>;
  /** Seals the present entries of the audit log. */
  sealLog: (keyring: Keyring) => Promise<void>;
};

/** Creates the organisation with all its secrets, a mail and a sealed entry of the audit log. */
export async function arrangeSealed(
  database: TestDatabase,
  { app, worker }: { app: Pool; worker: Pool },
  keyring: Keyring,
): Promise<SealedOrganisation> {
  const acme = await arrangeClient(database);
  const account = await createAccount(database, acme.tenant_id, "it_admin");
  const organisation = { acme, account, ...writersOf(database, { app, worker }, acme) };
  await organisation.digestWith(keyring, acme.key_id, acme.secret);
  await sealSecrets(database, organisation, keyring);
  await organisation.mail("Welcome", keyring);
  await organisation.audit("before");
  await organisation.sealLog(keyring);
  return organisation;
}

/** Seals the present and the previous secret of a webhook subscription, and the administrator's second factor. */
async function sealSecrets(
  { superuser }: TestDatabase,
  { acme, account }: Pick<SealedOrganisation, "acme" | "account">,
  keyring: Keyring,
): Promise<void> {
  const subscription_id = newId();
  await superuser.query(
    `insert into webhook_subscription (tenant_id, id, client_id, name, target_url, subscribed_events, secret, previous_secret,
       previous_secret_expires_at)
     values ($1, $2, $3, 'HR sync', 'https://hooks.acme.example/', '{user.created}', $4, $5, now() + interval '1 day')`,
    [
      acme.tenant_id,
      subscription_id,
      acme.client_id,
      seal(keyring, "webhook-secret", subscription_id, "present"),
      seal(keyring, "webhook-secret", subscription_id, "previous"),
    ],
  );
  await superuser.query("update credential set totp_secret = $2 where account_id = $1", [
    account.id,
    seal(keyring, "second-factor", account.id, "JBSWY3DPEHPK3PXP"),
  ]);
}

type Writers = Pick<SealedOrganisation, "context" | "digestWith" | "mail" | "audit" | "sealLog">;

function writersOf(database: TestDatabase, { app, worker }: { app: Pool; worker: Pool }, acme: TestClient): Writers {
  const context = async () => {
    const actor = { type: "operator", id: null, name: "test" } as const;
    return (await withTenant(app, acme.tenant_id, (db) => contextWithin(db, acme.tenant_id, actor)))!;
  };
  return {
    context,
    async digestWith(keyring, key_id, secret) {
      await database.superuser.query("update client_secret set pepper_version = $2, digest = $3 where key_id = $1", [
        key_id,
        keyring.versions[0],
        digestOf(keyring, secret),
      ]);
    },
    async mail(text, keyring) {
      const tenant = {
        id: acme.tenant_id,
        code: acme.tenant_code,
        kind: "live",
        time_zone: "Europe/Warsaw",
        fiscal_month: 1,
      } as const;
      await withTenant(app, acme.tenant_id, (db) =>
        queueMail(db, { tenant }, keyring, { kind: "test", recipient: "anna@acme.example", subject: "Hello", text }),
      );
    },
    async audit(name) {
      const at = await context();
      await withTenant(app, acme.tenant_id, (db) =>
        record(db, at, {
          operation: "attribute.create",
          target_type: "attribute",
          target_id: null,
          personal: { name: [null, name] },
        }),
      );
    },
    async sealLog(keyring) {
      await settled(database);
      await sealAll(worker, keyring, new AbortController().signal);
    },
  };
}
