import type { Caller } from "../../../platform/context.ts";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { withTenantOnce } from "../../../platform/db/once.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { sealSecret } from "../sending/attempt.ts";
import { noSuchSubscription } from "../errors.ts";
import { newSigningSecret } from "../signature/sign.ts";
import { lockSubscription, ownerOf, updateSecret } from "./sql.ts";
import { instantText } from "../../../platform/instants.ts";

/** The answer to a client. It contains the secret only the first time, not when the same request is repeated. */
export type Rotated = {
  subscription_id: string;
  secret_token?: string;
  rotated_at: string;
  grace_days: number;
  previous_secret_expires_at: string | null;
};

/** Gives a subscription a new secret. The present one signs beside it for the grace period; an even older one ends now. */
export async function rotateSecret(
  pool: Pool,
  keyring: Keyring,
  caller: Caller,
  given_id: string,
  grace_days: number,
): Promise<Rotated> {
  if (!isUuid(given_id)) throw noSuchSubscription();
  // The secret is encrypted for the lower-case id, because deliveries decrypt it with that form.
  const id = given_id.toLowerCase();
  const owner = ownerOf(caller);
  const secret_token = newSigningSecret();
  const expires_at = grace_days === 0 ? null : instantText(caller.now.add({ hours: 24 * grace_days }));
  const made: { secret_token?: string } = {};
  const rotated = await withTenantOnce(pool, caller, async (db) => {
    const before = await lockSubscription(db, owner, id);
    if (before === undefined) throw noSuchSubscription();
    await updateSecret(db, owner, id, sealSecret(keyring, id, secret_token), expires_at);
    await record(db, caller, {
      operation: "webhook_subscription.rotate_secret",
      target_type: "webhook_subscription",
      target_id: id,
      changes: {
        grace_days: [null, grace_days],
        previous_secret_expires_at: [before.previous_secret_expires_at, expires_at],
      },
    });
    made.secret_token = secret_token;
    return { subscription_id: id, rotated_at: owner.now, grace_days, previous_secret_expires_at: expires_at };
  });
  return { ...rotated, ...made };
}
