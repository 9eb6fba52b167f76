import type { Static } from "typebox";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { record } from "../../audit/record.ts";
import type { Account } from "../accounts-sql.ts";
import type { SignInOptions } from "../session-record.ts";
import { findNowUs } from "../tenant-sql.ts";
import { readChallenge, type Ceremony } from "./challenge.ts";
import {
  deleteEndedChallenges,
  lockPasskey,
  spendChallenge,
  updateBlocked,
  updateUsed,
  type PasskeyRow,
} from "./passkeys-sql.ts";
import { relyingPartyOf, userHandleOf } from "./relying-party.ts";
import type { PasskeyAnswer } from "./schema.ts";
import { readClientData, verifyAnswer, wentBack } from "./verify.ts";

/** A passkey that has just authenticated its account. */
export type Proof = { account_id: string; passkey_id: string };

/** `ceremony.account_id` null: sign-in by passkey alone, in which the answer names the account. */
export type Shown = {
  tenant: { id: string; code: string };
  account: Account;
  ceremony: Ceremony;
  answer: Static<typeof PasskeyAnswer>;
  request_id: string;
};

const ended_batch_max = 100;

/**
 * Checks the answer of an account's passkey, in a transaction of its own that commits first. So the challenge is spent and the
 * counter stored, even if the password is wrong. null: the answer is not accepted.
 */
export async function checkPasskey(options: SignInOptions, shown: Shown): Promise<Proof | null> {
  const now_us = await findNowUs(options.pool);
  return withTenant(options.pool, shown.tenant.id, (db) => checkPasskeyWithin(db, options, shown, now_us));
}

/** Checks a passkey within the caller's transaction, which must commit even if the answer is not accepted. */
export async function checkPasskeyWithin(
  db: Db,
  options: Pick<SignInOptions, "keyring" | "base_url">,
  shown: Shown,
  now_us: number,
): Promise<Proof | null> {
  const { tenant, account, ceremony, answer } = shown;
  const said = readClientData(answer.client_data);
  const challenge = said && readChallenge(options.keyring, said.challenge, ceremony, now_us);
  if (said === null || challenge === null || !tellsWhose(shown)) return null;
  const passkey = await lockPasskey(db, tenant.id, account.id, Buffer.from(answer.id, "base64url"));
  if (passkey === undefined || passkey.blocked) return null;
  await deleteEndedChallenges(db, tenant.id, ended_batch_max);
  if (!(await spendChallenge(db, tenant.id, challenge))) return null;
  const signed = await verifyAnswer(answer, passkey, {
    challenge: said.challenge,
    relying_party: relyingPartyOf(options),
    user_verified: ceremony.purpose !== "second_factor",
  });
  if (signed === null) return null;
  if (wentBack(passkey.sign_count, signed.sign_count)) {
    await block(db, shown, passkey, signed.sign_count);
    return null;
  }
  await updateUsed(db, tenant.id, passkey.id, signed);
  return { account_id: account.id, passkey_id: passkey.id };
}

/** Alone, a passkey must name its account; together with a password it may name none, but not another one. */
function tellsWhose({ tenant, account, ceremony, answer: { user_handle } }: Shown): boolean {
  if (user_handle === null) return ceremony.purpose !== "alone";
  return user_handle === userHandleOf(account, tenant.code);
}

/** Blocks a passkey that may have been copied, with an audit row. Its owner sees in the panel that it is blocked. */
async function block(db: Db, { tenant, account, request_id }: Shown, passkey: PasskeyRow, said: number): Promise<void> {
  await updateBlocked(db, tenant.id, passkey.id);
  const context = await contextWithin(db, tenant.id, { type: "system", id: null, name: "sign-in" });
  await record(
    db,
    { ...context!, request_id },
    {
      operation: "passkey.block",
      target_type: account.kind,
      target_id: account.id,
      changes: { passkey_id: passkey.id, sign_count: [passkey.sign_count, said] },
      personal: { name: passkey.name },
    },
  );
}
